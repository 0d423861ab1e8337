/**
 * The shop's pages as HTML. Owns: status, head and data of a rendered page. Does not own: sessions, caching, response
 * headers other than those of the page (web). Invariants: a private page is marked as private; nothing inline is run.
 */
import { dehydrate } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Language, LanguageOffer } from '../kernel/language.ts'
import { prefixOf } from '../kernel/language-address.ts'
import { offerOf } from '../kernel/language-offer.ts'
import type { ShopApi } from './client/api.ts'
import { chromeQuery } from './client/queries.ts'
import { mayCarryPixel } from './pixel/places.ts'
import { localHref } from './routing/local-href.ts'
import type { PageOutcome } from './routing/page.ts'
import { createShop } from './routing/router.tsx'
import type { RouteAssets } from './start/assets.ts'
import { writeDocument, writeStillDocument } from './start/document.ts'

export type { ShopApi } from './client/api.ts'
export { currencyCookie } from './money/display-currency.ts'
export { developmentAssets, type RouteAssets, readAssets } from './start/assets.ts'

export interface RenderInput {
  /** Absolute, from the shop's own base address, never from a Host header: it becomes the canonical address. */
  readonly url: string
  /** The contracts, called in process for the page's visitor. */
  readonly api: ShopApi
  readonly assets: RouteAssets
  /** The currency that prices are shown in: the visitor's cookie, else the setting. */
  readonly currency: string
  /** Of every text of the page. */
  readonly language: Language
  /** Decides the addresses. Left out: this language only. */
  readonly languages?: LanguageOffer
  /** What staff type: a page to look at, without scripts, whose controls and links do nothing. */
  readonly isPreview?: boolean
}
export interface RenderedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  /** What the page was made of: 'catalogue', 'content', 'settings', 'service:{id}'. */
  readonly tags: readonly string[]
  /** Differs by visitor, is an error, or is incomplete: never cached. */
  readonly isPrivate: boolean
  /** The address of the advertising pixel's script, on pages that may load it after consent. */
  readonly pixel: string | null
  /** The error behind a 500, for the log. */
  readonly error?: unknown
}

type Router = ReturnType<typeof createShop>['router']
type Match = Router['state']['matches'][number]
const outcomeOf = (match: Match): PageOutcome => (match.loaderData as PageOutcome | undefined) ?? {}

/** A path with broken percent escapes matches nothing, so the router never sees it. */
function placeOf(url: URL, prefix: string): string {
  try {
    decodeURIComponent(url.pathname)
    return `${url.pathname}${url.search}`
  } catch {
    return `${prefix}/404`
  }
}

type ShopInput = Omit<Parameters<typeof createShop>[0], 'history'>

/** The loaded shop; `canonical` is set when the place is another spelling of an address, such as /t%6furs. */
async function load(place: string, input: ShopInput): Promise<ReturnType<typeof createShop> & { canonical?: string }> {
  const made = createShop({ ...input, history: createMemoryHistory({ initialEntries: [place] }) })
  await made.router.load()
  const result = made.router._serverResult
  if (result?.type !== 'redirect') return made
  const canonical = result.redirect.headers.get('location') ?? ''
  // Only ever to a path of this shop, and never to itself.
  if (/^\/(?![/\\])/.test(canonical) && canonical !== place) return { ...made, canonical }
  return load(`${input.prefix ?? ''}/404`, input)
}

const movedTo = (location: string, { tags, isPrivate }: Pick<RenderedPage, 'tags' | 'isPrivate'>): RenderedPage => {
  return { status: 301, headers: { location }, html: '', tags, isPrivate, pixel: null }
}

export async function render(input: RenderInput): Promise<RenderedPage> {
  const { url, api, assets, currency, language, languages = offerOf(language, []), isPreview = false } = input
  const address = new URL(url, 'http://shop.invalid')
  const prefix = prefixOf(language, languages)
  const made = { api, currency, language, prefix, origin: address.origin }
  const { shop, router, canonical } = await load(placeOf(address, prefix), made)
  if (canonical) return movedTo(canonical, { tags: [], isPrivate: true })
  const matches = router.state.matches
  const outcomes = matches.map(outcomeOf)
  const moved = outcomes.find((outcome) => outcome.moved)?.moved
  const tags = [...new Set(['settings', 'content', ...outcomes.flatMap((outcome) => outcome.tags ?? [])])]
  const isPrivate = matches.some((match) => match.staticData?.isPrivate)
  if (moved) return movedTo(localHref(prefix, moved), { tags, isPrivate })

  const failed = matches.find((match) => match.status === 'error')
  const { head, body } = splitHead(renderToString(<RouterProvider router={router} />))
  if (outcomes.some((outcome) => outcome.isClosed))
    return closedShop(writeStillDocument({ head, body, language, assets }))
  const isShortForm = address.search === '' && matches.some((match) => match.staticData?.isShortForm)
  const html = (isPreview ? writeStillDocument : writeDocument)({
    ...{ head, body, language, assets, isInert: isPreview },
    state: { currency, language, prefix, origin: address.origin, queries: dehydrate(shop.queryClient) },
    startsAtOnce: !isShortForm && (isPrivate || matches.some((match) => match.staticData?.startsAtOnce)),
    parts: [...matches.map((match) => match.staticData?.part ?? ''), ...outcomes.flatMap((o) => o.parts ?? [])],
  })
  if (failed)
    return { status: 500, headers: privateHeaders, html, tags, isPrivate: true, pixel: null, error: failed.error }
  const status = outcomes.some((outcome) => outcome.status === 404) ? 404 : 200
  const isIncomplete = outcomes.some((outcome) => outcome.isIncomplete)
  const chrome = shop.queryClient.getQueryData(chromeQuery(api).queryKey)
  const carries = matches.every((match) => mayCarryPixel(match.staticData, address.searchParams.has('step')))
  return {
    status,
    headers: isPrivate ? privateHeaders : {},
    html,
    tags,
    isPrivate: isPrivate || isIncomplete,
    pixel: carries ? (chrome?.pixel?.script ?? null) : null,
  }
}

/** Without scripts: the page's data would hold what is on offer, and there is nothing to do on it. */
const closedShop = (html: string): RenderedPage => {
  return { status: 503, headers: closedHeaders, html, tags: [], isPrivate: true, pixel: null }
}

const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }
/** D175: the page of a closed shop asks clients to retry in ten minutes. */
const closedHeaders = { ...privateHeaders, 'retry-after': '600' }

/** React writes the head's elements before the page, which starts with its first div. */
function splitHead(html: string): { head: string; body: string } {
  const start = html.indexOf('<div')
  return { head: html.slice(0, start), body: html.slice(start) }
}
