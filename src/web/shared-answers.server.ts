import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import type { FastifyRequest } from 'fastify'
import type { ProcedureMeta, SharedAnswer } from '../kernel/contract.ts'
import { rememberRecent } from '../platform/cache-invalidation.server.ts'
import type { Core } from '../platform/core.server.ts'
import { type PackedText, packText } from './packed-text.server.ts'

/**
 * Answers of the API that are the same for everybody, cached compressed like pages. A contract says which
 * (`procedure(..., { shared })`). Invariants: refusals are never cached; nobody can fill the memory with made-up
 * addresses.
 */
export type Response = { readonly status: number; readonly body: unknown }
export type SharedAnswers = {
  /** The key of an answer that may be shared; null for any other request. */
  readonly keyOf: (request: Pick<FastifyRequest, 'method' | 'url' | 'language'>) => SharedKey | null
  /** From memory, else packed from `respond()`. Responses other than 200 are returned as they are. */
  readonly get: (key: SharedKey, respond: () => Promise<Response>) => Promise<PackedText | Response>
}
export type SharedKey = {
  /** The pattern of the address. */
  readonly route: string
  readonly text: string
  readonly tags: readonly string[]
  /** Refused to visitors while the shop is closed. */
  readonly closes: boolean
}

const maxAnswers = 300
const maxValueLength = 100

export function createSharedAnswers(router: AnyRouter, core: Pick<Core, 'pool' | 'clock'>): SharedAnswers {
  const routes = sharedRoutes(router)
  return {
    keyOf: ({ method, url, language }) => {
      if (method !== 'GET') return null
      const at = url.indexOf('?')
      const path = at < 0 ? url : url.slice(0, at)
      const route = routes.find(({ pattern }) => pattern.test(path))
      const query = route && (at < 0 ? '' : queryOf(url.slice(at + 1), route.shared.query))
      if (!route || query === null) return null
      // What is on sale changes with the clock, so an answer lives for a minute at most.
      const minute = Math.floor(core.clock().getTime() / 60_000)
      const text = `${language} ${minute} ${path}?${query}`
      return { text, tags: route.shared.tags, closes: route.closes, route: route.name }
    },
    get: async ({ text, tags }, respond) => {
      const recent = { group: 'shared-answers', key: text, max: maxAnswers, tagsOf: () => tags }
      try {
        return await rememberRecent(core, recent, async () => {
          const response = await respond()
          if (response.status !== 200) throw new NotShared(response)
          return packText(JSON.stringify(response.body))
        })
      } catch (error) {
        if (error instanceof NotShared) return error.response
        throw error
      }
    },
  }
}

class NotShared extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('This response must not be cached')
    this.response = response
  }
}

type SharedRoute = {
  readonly name: string
  readonly pattern: RegExp
  readonly shared: SharedAnswer
  readonly closes: boolean
}
function sharedRoutes(router: AnyRouter): readonly SharedRoute[] {
  const routes: SharedRoute[] = []
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { meta, route } = contract['~orpc']
    const { access, shared, closes = false } = meta as ProcedureMeta
    if (!shared) return
    if (access !== 'public' || route.method !== 'GET' || !route.path)
      throw new Error(`${path.join('.')} cannot share its answer: it is no public GET`)
    // Plain segments only: other spellings are unlimited.
    routes.push({
      name: `/api${route.path}`,
      pattern: new RegExp(`^/api${route.path.replaceAll(/\{\w+\}/g, '[a-z0-9_-]{1,120}')}$`),
      shared,
      closes,
    })
  })
  return routes
}

/** The parameters in a fixed order; null if the answer depends on others, or on one given twice. */
function queryOf(search: string, shared: readonly string[]): string | null {
  const given = [...new URLSearchParams(search)].sort(([a], [b]) => (a < b ? -1 : 1))
  const isPlain = given.every(
    ([name, value], at) => shared.includes(name) && value.length <= maxValueLength && given[at - 1]?.[0] !== name,
  )
  return isPlain ? new URLSearchParams(given).toString() : null
}
