/**
 * The shop's pages as HTML. Owns: status, head and data of a rendered page. Does not own: sessions, caching, response
 * headers beyond those a page asks for (web). Invariants: a private page says so; nothing inline is run.
 */
import { dehydrate } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { ShopApi } from './api.ts'
import type { RouteAssets } from './assets.ts'
import { writeDocument } from './document.ts'
import type { PageOutcome } from './page.tsx'
import { mayCarryPixel } from './pixel/places.ts'
import { chromeQuery } from './queries.ts'
import { createShop } from './router.tsx'

export type { ShopApi } from './api.ts'
export { developmentAssets, type RouteAssets, readAssets } from './assets.ts'
export { currencyCookie } from './money/display-currency.ts'

export interface RenderInput {
  /** Absolute, built on the shop's own base address, never on a Host header: it becomes the canonical address. */
  readonly url: string
  /** The contracts, called in process on behalf of the page's visitor. */
  readonly api: ShopApi
  readonly assets: RouteAssets
  /** The currency that prices are shown in: the visitor's cookie, else the setting. */
  readonly currency: string
}
export interface RenderedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  /** What the page was made of: 'catalogue', 'content', 'settings', 'service:{id}'. */
  readonly tags: readonly string[]
  /** Differs by visitor, is an error, or lacks what could not be read: never to be kept. */
  readonly isPrivate: boolean
  /** Where the advertising pixel's script is, on a page that may load it once its visitor has agreed. */
  readonly pixel: string | null
  /** What went wrong where the status is 500; for the log. */
  readonly error?: unknown
}

type Router = ReturnType<typeof createShop>['router']
type Match = Router['state']['matches'][number]
const outcomeOf = (match: Match): PageOutcome => (match.loaderData as PageOutcome | undefined) ?? {}

/** A path with broken percent escapes names nothing; it is not handed to the router. */
function placeOf(url: URL): string {
  try {
    decodeURIComponent(url.pathname)
    return `${url.pathname}${url.search}`
  } catch {
    return '/404'
  }
}

export async function render({ url, api, assets, currency }: RenderInput): Promise<RenderedPage> {
  const address = new URL(url, 'http://shop.invalid')
  const history = createMemoryHistory({ initialEntries: [placeOf(address)] })
  const { shop, router } = createShop({ api, currency, origin: address.origin, history })
  await router.load()
  const matches = router.state.matches
  const outcomes = matches.map(outcomeOf)
  const moved = outcomes.find((outcome) => outcome.moved)?.moved
  const tags = [...new Set(['settings', 'content', ...outcomes.flatMap((outcome) => outcome.tags ?? [])])]
  const isPrivate = matches.some((match) => match.staticData?.isPrivate)
  if (moved) return { status: 301, headers: { location: moved }, html: '', tags, isPrivate, pixel: null }

  const failed = matches.find((match) => match.status === 'error')
  const { head, body } = splitHead(renderToString(<RouterProvider router={router} />))
  const html = writeDocument({
    head,
    body,
    state: { currency, origin: address.origin, queries: dehydrate(shop.queryClient) },
    assets,
    startsAtOnce: isPrivate || matches.some((match) => match.staticData?.startsAtOnce),
    parts: [...matches.map((match) => match.staticData?.part ?? ''), ...outcomes.flatMap((o) => o.parts ?? [])],
  })
  if (outcomes.some((outcome) => outcome.isClosed))
    return { status: 503, headers: closedHeaders, html, tags, isPrivate: true, pixel: null }
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

const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }
/** D175: the maintenance page asks to be called again in ten minutes. */
const closedHeaders = { ...privateHeaders, 'retry-after': '600' }

/** React writes what belongs to the head in front of the page, which begins with its first div. */
function splitHead(html: string): { head: string; body: string } {
  const start = html.indexOf('<div')
  return { head: html.slice(0, start), body: html.slice(start) }
}
