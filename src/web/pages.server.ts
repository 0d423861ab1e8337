import type { AnyRouter } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Access } from '../kernel/contract.ts'
import type { Language, LanguageOffer } from '../kernel/language.ts'
import { prefixOf, readAddress, withPrefix, withSmallCode } from '../kernel/language-address.ts'
import { isShopCurrency } from '../kernel/money.ts'
import { officeLanguageOf } from '../kernel/office-language.ts'
import { isListening, listenForInvalidation } from '../platform/cache-invalidation.server.ts'
import { type Cdn, cdnHeaders } from '../platform/cdn.server.ts'
import type { Core } from '../platform/core.server.ts'
import { inProcess, type RequireOpen, requestContext } from './api.server.ts'
import { matchesEtag } from './packed-text.server.ts'
import { createPageCache, type PageCache, type Rendered } from './page-cache.server.ts'
import { pageKey } from './page-key.ts'
import { asRefusal, retryAfterOf } from './problem.server.ts'
import { statusOf } from './refusal-codes.ts'
import {
  adminFeatures,
  adminFrames,
  checkoutHeaders,
  isToPayIn,
  type PolicyAdditions,
  pagePolicy,
  pixelAdditions,
} from './security-headers.server.ts'
import { sendOnce, sendPage } from './send-page.server.ts'

/** The shop's renderer and the build's list of assets (src/shop/entry-server.tsx). */
export type PageRenderer = {
  readonly render: (input: {
    url: string
    api: never
    assets: never
    currency: string
    language: Language
    languages: LanguageOffer
    isPreview?: boolean
  }) => Promise<Rendered & { readonly error?: unknown }>
  readonly assets: unknown
  readonly currencyCookie: string
  /** The HTML of the back office, which renders in the browser. */
  /** The document of the back office, in one of its languages. */
  readonly adminShell: (language: Language) => string
}
export type PageSource = {
  /** Called for each page: in development it reloads the renderer, so that edits show. */
  readonly load: () => Promise<PageRenderer>
  /** Adds the routes of built files, or the development server. */
  readonly serveFiles: (app: FastifyInstance) => Promise<void>
  readonly isDevelopment: boolean
}
/** What staff have typed but not saved, as a page of the shop. */
export type PreviewSource = {
  readonly access: Access
  readonly body: z.ZodType
  /** Stores nothing; refuses what could not be saved. `answersOf` gets the router in process. */
  readonly read: (
    body: never,
    languages: LanguageOffer,
  ) => Promise<{ path: string; language: Language; answersOf: (api: never) => unknown }>
}
export type PagesDeps = Readonly<{
  source: PageSource
  /** For the payment page only: origins of pop-ups and form targets. */
  paymentOrigins: PolicyAdditions
  /** The currency of visitors who have chosen none. */
  displayCurrency: () => Promise<string>
  /** True when the back office has a page at this path. */
  isAdminPath: (path: string) => boolean
  /** Left out: no previews. */
  preview?: PreviewSource
  /** Keeps pages for longer than other caches, because it is told what has changed. */
  cdn?: Cdn | null
  cache?: { maxEntries: number; maxBytes: number }
}>
type Deps = PagesDeps &
  Readonly<{
    core: Core
    router: AnyRouter
    hasSession: (headers: FastifyRequest['headers']) => boolean
    requireOpen?: RequireOpen | undefined
  }>

export async function registerPages(app: FastifyInstance, deps: Deps): Promise<void> {
  const { core, source } = deps
  await source.serveFiles(app)
  const policyOf = (page: Rendered, url: string, own?: PolicyAdditions): Record<string, string> => ({
    // The development server adds its own scripts.
    'content-security-policy': source.isDevelopment ? '' : own ? pagePolicy(own) : policyFor(deps, page, url),
    ...(isToPayIn(url) && checkoutHeaders),
  })
  const cache = createPageCache({
    ...(deps.cache ?? { maxEntries: 2_000, maxBytes: 128 * 1024 * 1024 }),
    isUsable: () => !source.isDevelopment && isListening(core),
    headersOf: (page) => ({
      ...policyOf(page, '/'),
      ...(deps.cdn && cdnHeaders(deps.cdn, core.baseUrl, page.tags)),
    }),
  })
  const stop = await listenForInvalidation(core, cache.drop)
  app.addHook('onClose', stop)

  const shell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { adminShell } = await source.load()
    const status = deps.isAdminPath(request.url.split('?')[0] ?? '') ? 200 : 404
    const language = officeLanguageOf(request.headers.cookie, request.languages.first)
    const page = { status, headers: {}, html: adminShell(language), tags: [], isPrivate: true }
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', ...adminFeatures, ...policyOf(page, '/admin', adminFrames) })
    return sendOnce(request, reply, page)
  }
  // The shell contains no data; each procedure guards its own.
  const config = { access: 'public' } as const
  app.get('/admin', { config }, shell)
  app.get('/admin/*', { config }, shell)
  app.get('/*', { config }, (request, reply) => {
    request.work.route = pageRoute(request)
    return answerPage(deps, cache, policyOf, request, reply)
  })
}

/** The first part of the address names the page, in metrics. */
function pageRoute({ url, languages }: FastifyRequest): string {
  const { named, path } = readAddress(url)
  const [, first = '', ...more] = ((named && languages.all.includes(named) ? path : url).split('?')[0] ?? '').split('/')
  // Other spellings of a page are unlimited.
  return plainPart.test(first) ? `/${first}${more.some((part) => part !== '') ? '/*' : ''}` : '/*'
}
const plainPart = /^[a-z0-9-]{0,60}$/

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
  const lowered = withSmallCode(request.url)
  if (lowered !== null) return reply.header('cache-control', 'no-cache').redirect(lowered, 301)
  const { named, path: plain } = readAddress(request.url)
  const { first, all } = request.languages
  if (named === first) return reply.header('cache-control', 'no-cache').redirect(plain, 301)
  // A language that is switched off has no pages, but links still lead to what they were made for. It may come back.
  if (named && !all.includes(named)) return reply.header('cache-control', 'private, no-store').redirect(plain, 302)
  const place = named && all.includes(named) ? plain : request.url
  const renderer = await deps.source.load()
  const key = pageKey(place)
  const path = key.address.split('?')[0] ?? '/'
  const currency = readCurrency(request, renderer.currencyCookie) ?? (await deps.displayCurrency())
  const prefix = prefixOf(request.language, request.languages)
  const draw = (address: string): Promise<Rendered> =>
    drawPage(deps, renderer, request, { address: withPrefix(prefix, address), currency })
  // The year of the copyright line is the only thing that changes with time alone.
  const shelf = `${request.language} ${currency} ${deps.core.clock().getUTCFullYear()}`
  const cacheKey = `${shelf} ${key.address}`
  // A page that is known to be public ignores unknown parameters.
  const isShared =
    !deps.hasSession(request.headers) &&
    !isToPayIn(place) &&
    !key.isOpenEnded &&
    (!key.hasOthers || cache.has(cacheKey) || cache.has(`${shelf} ${path}`))
  const answer = isShared ? await cache.get(cacheKey, () => draw(key.address)) : { page: await draw(place) }
  reply.header('vary', 'accept-encoding, cookie').header('content-language', request.language)
  if ('page' in answer) {
    reply.headers(policyOf(answer.page, place))
    return sendOnce(request, reply, answer.page)
  }
  const { cached } = answer
  reply.headers(cached.headers).header('etag', cached.text.etag).header('cache-control', forEverybody)
  if (matchesEtag(request.headers['if-none-match'], cached.text.etag)) return reply.code(304).send()
  return sendPage(request, reply.code(cached.status), cached.text)
}

/** Browsers ask each time; a cache in front of the nodes may answer for a second, and for one more while it asks. */
const forEverybody = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

async function drawPage(
  { core, router, requireOpen }: Deps,
  renderer: PageRenderer,
  request: FastifyRequest,
  { address, currency }: { readonly address: string; readonly currency: string },
): Promise<Rendered> {
  const api = inProcess({ router, log: core.log, requireOpen }, requestContext(request))
  // Never the Host header, because the page is cached for everybody. A single leading slash, so that a path cannot
  // become a host.
  const url = `${core.baseUrl}/${address.replace(/^\/+/, '')}`
  const page = await renderer.render({
    url,
    api: api as never,
    assets: renderer.assets as never,
    currency,
    language: request.language,
    languages: request.languages,
  })
  if (page.status < 500 || page.error === undefined) return page
  const log = core.log.child({ page: address.split('?')[0] })
  const refusal = asRefusal(page.error, log)
  const retryAfter = retryAfterOf(refusal)
  const headers = retryAfter === null ? page.headers : { ...page.headers, 'retry-after': String(retryAfter) }
  const status = passing.find((each) => each === statusOf(refusal.code)) ?? 500
  // `asRefusal` logs what is no refusal. A refusal that the page did not expect is a bug too.
  if (status === 500 && refusal.code !== 'server/broken') log.error({ code: refusal.code }, 'page refused')
  return { ...page, status, headers }
}

/** Refusals that end by themselves; the visitor can try again. */
const passing = [429, 503]

function readCurrency(request: FastifyRequest, cookie: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${cookie}=([A-Z]{3})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  return isShopCurrency(value) ? value : null
}
