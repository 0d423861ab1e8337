import type { AnyRouter } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isShopCurrency } from '../kernel/money.ts'
import { isListening, listenForInvalidation } from '../platform/cache-invalidation.server.ts'
import type { Core } from '../platform/core.server.ts'
import { inProcess, requestContext } from './api.server.ts'
import {
  compressOnce,
  createPageCache,
  matchesEtag,
  type PageCache,
  pickEncoding,
  type Rendered,
} from './page-cache.server.ts'
import { pageKey } from './page-key.ts'
import { asRefusal, retryAfterOf } from './problem.server.ts'
import { statusOf } from './refusals.ts'
import {
  checkoutHeaders,
  isToPayIn,
  type PolicyAdditions,
  pagePolicy,
  pixelAdditions,
} from './security-headers.server.ts'

/** The shop's renderer, and what the build says of its files (src/shop/entry-server.tsx). */
export type PageRenderer = {
  readonly render: (input: {
    url: string
    api: never
    assets: never
    currency: string
  }) => Promise<Rendered & { readonly error?: unknown }>
  readonly assets: unknown
  readonly currencyCookie: string
  /** The back office's shell; it is drawn in the browser. */
  readonly adminShell: string
}
export type PageSource = {
  /** Called for each page in development, so that an edit shows; production always gives the same. */
  readonly load: () => Promise<PageRenderer>
  /** Adds the routes of built files, or the development server. */
  readonly serveFiles: (app: FastifyInstance) => Promise<void>
  readonly isDevelopment: boolean
}
export type PagesDeps = Readonly<{
  source: PageSource
  /** For the payment page alone: what opens on it, and where its forms are posted to. */
  paymentOrigins: PolicyAdditions
  /** The currency that prices show where the visitor has chosen none. */
  displayCurrency: () => Promise<string>
  cache?: { maxEntries: number; maxBytes: number }
}>
type Deps = PagesDeps &
  Readonly<{ core: Core; router: AnyRouter; hasSession: (headers: FastifyRequest['headers']) => boolean }>

export async function registerPages(app: FastifyInstance, deps: Deps): Promise<void> {
  const { core, source } = deps
  await source.serveFiles(app)
  const policyOf = (page: Rendered, url: string): Record<string, string> => ({
    // The development server adds scripts of its own.
    'content-security-policy': source.isDevelopment ? '' : policyFor(deps, page, url),
    ...(isToPayIn(url) && checkoutHeaders),
  })
  const cache = createPageCache({
    ...(deps.cache ?? { maxEntries: 2_000, maxBytes: 128 * 1024 * 1024 }),
    isUsable: () => !source.isDevelopment && isListening(core),
    headersOf: (page) => policyOf(page, '/'),
  })
  const stop = await listenForInvalidation(core, cache.drop)
  app.addHook('onClose', stop)

  const shell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { adminShell } = await source.load()
    const page = { status: 200, headers: {}, html: adminShell, tags: [], isPrivate: true }
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', ...policyOf(page, '/admin') })
    return sendOnce(request, reply, page)
  }
  // Its data is guarded procedure by procedure; the shell itself holds nothing.
  const config = { access: 'public' } as const
  app.get('/admin', { config }, shell)
  app.get('/admin/*', { config }, shell)
  app.get('/*', { config }, (request, reply) => answerPage(deps, cache, policyOf, request, reply))
}

function policyFor(deps: PagesDeps, page: Rendered, url: string): string {
  if (isToPayIn(url)) return pagePolicy(deps.paymentOrigins)
  return pagePolicy(page.pixel && !page.isPrivate ? pixelAdditions(page.pixel) : {})
}

type PolicyOf = (page: Rendered, url: string) => Record<string, string>

async function answerPage(
  deps: Deps,
  cache: PageCache,
  policyOf: PolicyOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const renderer = await deps.source.load()
  const key = pageKey(request.url)
  const path = key.address.split('?')[0] ?? '/'
  const currency = readCurrency(request, renderer.currencyCookie) ?? (await deps.displayCurrency())
  const draw = (address: string): Promise<Rendered> => drawPage(deps, renderer, request, address, currency)
  // The one thing on every page that time alone changes is the year of the copyright line.
  const shelf = `${currency} ${deps.core.clock().getUTCFullYear()}`
  const keptAs = `${shelf} ${key.address}`
  // A page that is already known to be public is the same whatever else stands in its address.
  const isShared =
    !deps.hasSession(request.headers) &&
    !isToPayIn(request.url) &&
    !key.isOpenEnded &&
    (!key.hasOthers || cache.has(keptAs) || cache.has(`${shelf} ${path}`))
  const answer = isShared ? await cache.get(keptAs, () => draw(key.address)) : { page: await draw(request.url) }
  reply.header('vary', 'accept-encoding, cookie')
  if ('page' in answer) {
    reply.headers(policyOf(answer.page, request.url))
    return sendOnce(request, reply, answer.page)
  }
  const { kept } = answer
  reply.headers(kept.headers).header('etag', kept.etag).header('cache-control', 'no-cache')
  if (matchesEtag(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  return sendBytes(request, reply.code(kept.status), kept.body)
}

async function drawPage(
  { core, router }: Deps,
  renderer: PageRenderer,
  request: FastifyRequest,
  address: string,
  currency: string,
): Promise<Rendered> {
  const api = inProcess(router, requestContext(request), core.log)
  // Never the Host header: what is made here is kept for everybody. One slash, so that no path becomes a host.
  const url = `${core.baseUrl}/${address.replace(/^\/+/, '')}`
  const page = await renderer.render({ url, api: api as never, assets: renderer.assets as never, currency })
  if (page.status < 500 || page.error === undefined) return page
  const refusal = asRefusal(page.error, core.log.child({ requestId: request.id, page: address.split('?')[0] }))
  const retryAfter = retryAfterOf(refusal)
  const headers = retryAfter === null ? page.headers : { ...page.headers, 'retry-after': String(retryAfter) }
  return { ...page, status: statusOf(refusal.code) === 503 ? 503 : 500, headers }
}

/** A page for this visitor alone. */
async function sendOnce(request: FastifyRequest, reply: FastifyReply, page: Rendered): Promise<FastifyReply> {
  reply.code(page.status).header('cache-control', 'private, no-store').headers(page.headers)
  if (page.html === '') return reply.send()
  const encoding = pickEncoding(request.headers['accept-encoding'])
  return sendBytes(request, reply, { [encoding]: await compressOnce(page.html, encoding) })
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readonly<Partial<Record<'br' | 'gzip' | 'identity', Buffer>>>,
): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body[encoding])
}

function readCurrency(request: FastifyRequest, cookie: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${cookie}=([A-Z]{3})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  return isShopCurrency(value) ? value : null
}
