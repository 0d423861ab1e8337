/**
 * What staff have typed but not saved, as a page of the shop. Never cached or indexed. The policy of the API stays: it
 * runs nothing and allows no frame. The back office writes the HTML into a sandboxed frame of its own (decision 0055).
 */
import type { AnyRouter } from '@orpc/server'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { addressIn } from '../kernel/language-address.ts'
import type { Core } from '../platform/core.server.ts'
import { readBody } from '../platform/route.server.ts'
import { inProcess, requestContext } from './api.server.ts'
import type { Rendered } from './page-cache.server.ts'
import type { PagesDeps, PreviewSource } from './pages.server.ts'
import { sendOnce } from './send-page.server.ts'

type Deps = PagesDeps &
  Readonly<{
    core: Core
    router: AnyRouter
    /** An onRoute hook: adds the route to the description of the API. */
    documented: (route: RouteOptions) => void
  }>

export async function registerPreview(app: FastifyInstance, deps: Deps): Promise<void> {
  const { preview } = deps
  if (!preview) return
  await app.register(async (scope) => {
    scope.addHook('onRoute', deps.documented)
    scope.post(
      '/api/admin/service-previews',
      {
        config: {
          access: preview.access,
          summary: "The shop's page of an item as it would be saved, without scripts; nothing is stored",
          body: preview.body,
          answers: { types: ['text/html'] },
        },
      },
      async (request, reply) => {
        const page = await drawPreview(deps, preview, request)
        return sendOnce(request, reply.header('x-robots-tag', 'noindex, nofollow'), page)
      },
    )
  })
}

async function drawPreview(deps: Deps, preview: PreviewSource, request: FastifyRequest): Promise<Rendered> {
  const { core, router } = deps
  const { languages } = request
  const { path, language, answersOf } = await preview.read(readBody(preview.body, request) as never, languages)
  const renderer = await deps.source.load()
  const api = inProcess({ router, log: core.log }, { ...requestContext(request), language })
  const page = await renderer.render({
    url: `${core.baseUrl}${addressIn(language, languages, path)}`,
    api: answersOf(api as never) as never,
    assets: renderer.assets as never,
    currency: await deps.displayCurrency(),
    language,
    languages,
    isPreview: true,
  })
  if (page.status !== 200) throw page.error ?? new Error(`The preview of ${path} answered ${page.status}`)
  return page
}
