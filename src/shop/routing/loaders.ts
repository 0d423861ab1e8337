// The data of each page. The server waits for all of it; in the browser a page with its own skeleton starts at once.

import { cleanQuery } from '../../kernel/query.ts'
import { findKind } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { accessOf } from '../booking-view/booking-access.ts'
import { isMissing } from '../client/api.ts'
import type { Shop } from '../client/context.tsx'
import {
  type BookingAccess,
  bookingQuery,
  chromeQuery,
  contentPageQuery,
  homeQuery,
  listQuery,
  ownReviewQuery,
  paperworkQuery,
  paymentPageQuery,
  printoutsQuery,
  searchQuery,
  serviceQuery,
  sessionQuery,
  singleServiceQuery,
} from '../client/queries.ts'
import { loadClosedPage } from '../closed/closed-part.ts'
import { loadEnquiryCard } from '../service-detail/enquiry-part.ts'
import { loadOfferView } from '../service-detail/offer-part.ts'
import { readListSearch } from '../service-list/list-search.ts'
import { loadApplyCard } from '../visa-wizard/apply-part.ts'
import { kindShop, loadKindForm, loadKindList, loadKindRules, loadKindShop, loadKindShops } from './kind-parts.ts'
import type { PageOutcome } from './page.ts'
import { hrefOf, type Search } from './search.ts'

export interface Place {
  readonly params: Readonly<Record<string, string>>
  readonly search: Search
  /** Follows the item's path in its address. */
  readonly subpage?: string
}

const missing: PageOutcome = { status: 404, tags: ['catalogue'] }
/** A kind's file, as named in the build's manifest. */
const kindPart = (kind: ServiceKind, file: 'shop.tsx' | 'form.tsx' | 'list.tsx' | 'rules.ts') =>
  `src/services/${kind.key.replaceAll('_', '-')}/${file}`

/** Where administrators sign in while the shop is closed. */
const openPaths = ['/auth', '/login', '/forgot-password', '/reset-password', '/verify-email']

export async function frame({ api, queryClient }: Shop, pathname: string): Promise<PageOutcome> {
  const chrome = await queryClient.ensureQueryData(chromeQuery(api))
  const whole = { isIncomplete: !chrome.isComplete }
  if (chrome.state === 'open' || openPaths.includes(pathname)) return whole
  const { user } = await queryClient.ensureQueryData(sessionQuery(api))
  if (user?.is_admin) return whole
  await loadClosedPage()
  return { ...whole, isClosed: true }
}

export async function home({ api, queryClient }: Shop): Promise<PageOutcome> {
  const { featuredUmrah, trending, isComplete } = await queryClient.ensureQueryData(homeQuery(api))
  const keys = [...featuredUmrah, ...trending].map((card) => card.kind)
  await loadKindShops(keys)
  return { tags: ['catalogue'], isIncomplete: !isComplete, parts: shopParts(keys) }
}

/** The shop parts of the kinds in a mixed list. */
const shopParts = (keys: readonly string[]): readonly string[] =>
  [...new Set(keys)].flatMap((key) => {
    const kind = findKind(key)
    return kind ? [kindPart(kind, 'shop.tsx')] : []
  })

/** Every kind of service in one search. */
export async function search({ api, queryClient }: Shop, at: Place): Promise<PageOutcome> {
  const q = cleanQuery(at.search.q ?? '')
  if (q === '') return {}
  const { groups } = await queryClient.ensureQueryData(searchQuery(api, q))
  const keys = groups.map(({ kind }) => kind)
  await loadKindShops(keys)
  return { tags: ['catalogue', 'content', 'settings'], parts: shopParts(keys) }
}

export async function serviceList(shop: Shop, kind: ServiceKind, { search }: Place): Promise<PageOutcome> {
  const { api, queryClient, currency, isServer } = shop
  const wanted = readListSearch(search)
  const options = listQuery(api, kind.key, wanted, currency.get())
  const known = queryClient.getQueryData(options.queryKey)?.pages.length ?? 0
  const pages = { pages: wanted.page, ...(known > 0 && known < wanted.page && { staleTime: 0 }) }
  const data = queryClient.fetchInfiniteQuery({ ...options, ...pages })
  // The page has its own skeleton and error message.
  await Promise.all([loadKindShop(kind), loadKindList(kind), isServer ? data : quietly(data)])
  const parts = [kindPart(kind, 'shop.tsx'), ...(kind.list ? [kindPart(kind, 'list.tsx')] : [])]
  return { tags: ['catalogue'], parts }
}

/** Continues in the background. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined)
}

/** The item of a detail page by id or slug; the one active item of a kind that has only one. */
export async function service(shop: Shop, kind: ServiceKind, at: Place): Promise<PageOutcome> {
  const { params, search, subpage = '' } = at
  const { api, queryClient } = shop
  const options = kind.isSingle ? singleServiceQuery(api, kind.key) : serviceQuery(api, kind, params.idOrSlug ?? '')
  try {
    const data = queryClient.ensureQueryData(options)
    const [detail] = await Promise.all([data, loadKindShop(kind), loadKindForm(kind), loadKindRules(kind)])
    const sellsByOffer = kindShop(kind.key)?.offer !== undefined
    const applies = kind.flow === 'application'
    if (sellsByOffer) await loadOfferView()
    if (applies) await loadApplyCard()
    if ('movedTo' in detail)
      return { moved: hrefOf(movedPath(kind, detail.movedTo) + subpage, search), tags: ['catalogue'] }
    const enquires = !applies && detail.service.documents.length > 0
    if (enquires) await loadEnquiryCard()
    const { id, total_reviews: reviews, similar } = detail.service
    // The browser shows the page without waiting for what stands below.
    if (import.meta.env.SSR) {
      const { loadGoodToKnow, loadSimilar } = await import('../service-detail/late-parts.tsx')
      await Promise.all([loadGoodToKnow(), loadSimilar()])
      if (reviews > 0) await (await import('../service-reviews/reviews-part.tsx')).loadReviews(shop, id)
    }
    const own = [
      ...(kind.form ? [kindPart(kind, 'form.tsx')] : []),
      ...(sellsByOffer ? ['src/shop/service-detail/offer-view.tsx'] : []),
      ...(applies ? ['src/shop/visa-wizard/apply-card.tsx'] : []),
      ...(enquires ? ['src/shop/service-detail/enquiry-card.tsx'] : []),
    ]
    const parts = [kindPart(kind, 'shop.tsx'), kindPart(kind, 'rules.ts'), ...own]
    return { tags: [id, ...similar.map((card) => card.id)].map((shown) => `service:${shown}`), parts }
  } catch (error) {
    if (isMissing(error)) return missing
    throw error
  }
}

const movedPath = (kind: ServiceKind, movedTo: string) =>
  movedTo.startsWith('/') ? movedTo : `/${kind.path}/${movedTo}`

export const serviceBooking = (shop: Shop, kind: ServiceKind, at: Place): Promise<PageOutcome> =>
  service(shop, kind, { ...at, subpage: '/booking' })

/** /booking: `type` and `id` name the item; `general` is a message to the agency (D87). */
export async function genericBooking(shop: Shop, { search }: Place): Promise<PageOutcome> {
  if (search.type === 'general') return {}
  const kind = findKind(search.type ?? '')
  if (!kind || (!kind.isSingle && !search.id)) return missing
  // A kind with one item has its form on its own page.
  const { type: _type, id: idOrSlug = '', ...rest } = search
  if (kind.isSingle) return { moved: hrefOf(kind.listHref, rest) }
  const outcome = await service(shop, kind, { params: { idOrSlug }, search: {} })
  if (!outcome.moved) return outcome
  const id = outcome.moved.split('/').at(-1)
  return { ...outcome, moved: hrefOf('/booking', { type: kind.key, id, ...rest }) }
}

/** A booking of this visitor, by session or signed link; otherwise not found (D6). */
async function ownPage(
  load: (access: BookingAccess) => Promise<unknown>,
  { params, search }: Place,
): Promise<PageOutcome> {
  const access = accessOf(params, search)
  if (!access) return { status: 404 }
  try {
    await load(access)
    return {}
  } catch (error) {
    if (isMissing(error)) return { status: 404 }
    throw error
  }
}

export const payment = ({ api, queryClient }: Shop, at: Place): Promise<PageOutcome> =>
  ownPage((access) => queryClient.fetchQuery(paymentPageQuery(api, access)), at)

export const confirmation = ({ api, queryClient }: Shop, at: Place): Promise<PageOutcome> =>
  ownPage(
    (access) =>
      Promise.all([
        queryClient.fetchQuery(bookingQuery(api, access)),
        queryClient.fetchQuery(printoutsQuery(api, access)),
      ]),
    at,
  )

export const paperwork = ({ api, queryClient }: Shop, at: Place): Promise<PageOutcome> =>
  ownPage((access) => queryClient.fetchQuery(paperworkQuery(api, access)), at)

export const ownReview = ({ api, queryClient }: Shop, at: Place): Promise<PageOutcome> =>
  ownPage((access) => queryClient.fetchQuery(ownReviewQuery(api, access)), at)

export async function contentPage({ api, queryClient }: Shop, slug: string): Promise<PageOutcome> {
  await queryClient.ensureQueryData(contentPageQuery(api, slug))
  return {}
}
