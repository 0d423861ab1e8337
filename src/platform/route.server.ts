import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Access } from '../kernel/contract.ts'
import { type FieldError, Refusal } from '../kernel/refusal.ts'
import type { Caller } from './core.server.ts'

/** What a plain Fastify route (upload, webhook, download, page) says of itself in `config`. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. Deny by default: a route without it does not start. */
    access?: Access
    /** One sentence for the API description, where every route below /api stands. */
    summary?: string
    /** What goes in, for the description: the schemas by which the route reads its query and its JSON body. */
    query?: z.ZodType
    body?: z.ZodType
    /** The body is multipart: these fields, each as the route wants it or not at all, and then one file, the part `file`. */
    uploads?: readonly string[]
    /** What comes out when all is well; left out: 200 with JSON. No types: an answer without a body. */
    answers?: Readonly<{ status?: number; types?: readonly string[] }>
    /** For calls that other sites make by design (provider events and return posts): no same-origin check. */
    crossSite?: true
    /** Reads no session: assets, health. `request.caller` is then always anonymous. */
    sessionless?: true
    /** A body that may take long to arrive (uploads): no deadline of seconds for it. */
    slowBody?: true
  }
  interface FastifyRequest {
    /** Who asks; found once per request, before any handler runs. */
    caller: Caller
  }
}

/** A room's plain routes, given to the server by `app/`. Runs in a scope of its own, with multipart bodies known. */
export type RoutePlugin = (app: FastifyInstance) => void | Promise<void>

/**
 * The query of a plain route. A parameter that came twice refuses 'request/malformed', for nobody could tell which one
 * is meant; one that the strict schema does not take refuses `code`.
 */
export function readQuery<T>(schema: z.ZodType<T>, request: FastifyRequest, code = 'request/invalid'): T {
  const repeated = Object.entries(request.query as Readonly<Record<string, unknown>>)
    .filter(([, value]) => typeof value !== 'string')
    .map(([path]): FieldError => ({ path, message: 'Give this once' }))
  if (repeated.length > 0) throw new Refusal('request/malformed', {}, repeated)
  const read = schema.safeParse(request.query)
  if (read.success) return read.data
  const errors = read.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((path) => ({ path, message: 'There is no such field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  throw new Refusal(code, {}, errors)
}
