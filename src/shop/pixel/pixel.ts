// The advertising pixel: loaded after consent, only on pages that may carry it.

import type { AnyRoute, AnyRouter, ParsedLocation, RouterHistory } from '@tanstack/react-router'
import { readAddress } from '../../kernel/language-address.ts'
import { exponentOf } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Chrome } from '../../modules/content/contract.ts'
import type { Shop } from '../client/context.tsx'
import { parseSearch } from '../routing/search.ts'
import { keepClick, landing } from './consent.ts'
import { type Item, itemAt, mayCarryPixel, type Place, takenItem } from './places.ts'

type Fbq = {
  (...call: readonly unknown[]): void
  queue: unknown[]
  callMethod?: (...call: readonly unknown[]) => void
  push: Fbq
  loaded: boolean
  version: string
  disablePushState: boolean
  allowDuplicatePageViews: boolean
}
declare global {
  interface Window {
    fbq?: Fbq
    _fbq?: Fbq
  }
}
type Pixel = NonNullable<Chrome['pixel']>
type Navigation = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0]
type ShopPlaces = { readonly shop: Shop; readonly router: AnyRouter }

/** Calls wait in the queue until the script arrives. */
function createQueue(): Fbq {
  const fbq = ((...call: readonly unknown[]) => {
    try {
      if (fbq.callMethod) fbq.callMethod(...call)
      else fbq.queue.push(call)
    } catch {
      // A failing pixel must not affect the page (C329).
    }
  }) as Fbq
  // The pixel must not watch the address: each page is reported once, and some not at all.
  return Object.assign(fbq, {
    queue: [],
    push: fbq,
    loaded: true,
    version: '2.0',
    disablePushState: true,
    allowDuplicatePageViews: true,
  })
}

/** An address within the shop may hold a booking's token, so only its origin is sent. */
function hideReferrer(): void {
  if (!document.referrer.startsWith(`${location.origin}/`)) return
  Object.defineProperty(document, 'referrer', { configurable: true, get: () => `${location.origin}/` })
}

function isAllowed({ router }: ShopPlaces, place: Place): boolean {
  const [matchedRoutes] = router.getMatchedRoutes(place.pathname)
  const hasStep = 'step' in place.search
  return matchedRoutes.every((route: AnyRoute) => mayCarryPixel(route.options.staticData, hasStep))
}

/** The document's policy was made for the page that it was loaded as. */
const documentPlace = (): Place => placeOf(landing())

let state: 'none' | 'started' | 'kept out' = 'none'
export const isPixelOn = (): boolean => state === 'started'

/** Called after consent and on each page: starts the pixel where document and page allow it. */
export function followConsent(places: ShopPlaces, pixel: Pixel): void {
  if (state === 'started') return
  keepClick()
  const isAllowedNow = isAllowed(places, places.router.state.location)
  if (isAllowed(places, documentPlace())) {
    if (isAllowedNow) startPixel(places, pixel)
  } else if (isAllowedNow) {
    location.reload()
  } else if (state === 'none') {
    state = 'kept out'
    leaveByDocument(places, (to) => isAllowed(places, to))
  }
}

/** Once per document. */
function startPixel(places: ShopPlaces, { id, script }: Pixel): void {
  state = 'started'
  const fbq = createQueue()
  window.fbq = fbq
  window._fbq = fbq
  hideReferrer()
  const element = Object.assign(document.createElement('script'), { async: true, src: script })
  document.head.append(element)
  // The pixel reads nothing from buttons and forms.
  fbq('set', 'autoConfig', false, id)
  fbq('init', id)
  tellPages(places, fbq)
  tellCart(places, fbq)
  leaveByDocument(places, (to) => !isAllowed(places, to))
}

/** PageView for each page, ViewContent for items (C325, C326). */
function tellPages(places: ShopPlaces, fbq: Fbq): void {
  let shown = ''
  const tell = (location: ParsedLocation) => {
    if (location.pathname === shown) return
    shown = location.pathname
    fbq('track', 'PageView')
    const item = itemAt(location)
    if (item && !item.isBooking) fbq('track', 'ViewContent', contentOf(places, item))
  }
  tell(places.router.state.location)
  places.router.subscribe('onRendered', ({ toLocation }) => tell(toLocation))
}

/** AddToCart on the way, once per item. */
function tellCart(places: ShopPlaces, fbq: Fbq): void {
  const taken = new Set<string>()
  places.router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation, action }: Navigation) => {
      const item = action === 'PUSH' ? takenItem(placeOf(currentLocation), placeOf(nextLocation)) : null
      if (item && !taken.has(item.idOrSlug)) {
        taken.add(item.idOrSlug)
        fbq('track', 'AddToCart', contentOf(places, item))
      }
      return false
    },
  })
}

/** The pixel stays for the life of a document, so pages without it get a document of their own. */
function leaveByDocument({ router }: ShopPlaces, isOther: (to: Place) => boolean): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ nextLocation, action }: Navigation) => {
      if (!isOther(placeOf(nextLocation))) return false
      leaveFor(nextLocation.href, action)
      // Never resolves: nothing more happens in this document.
      return new Promise<boolean>(() => undefined)
    },
  })
}
const placeOf = ({ pathname, search }: { pathname: string; search: string }): Place => ({
  pathname: readAddress(pathname).path,
  search: parseSearch(search),
})

function leaveFor(href: string, action: string): void {
  if (action === 'PUSH') location.assign(href)
  else if (action === 'REPLACE') location.replace(href)
  // The browser has gone back or forward already, but the previous page is still shown.
  else location.reload()
}

/**
 * The item with its own price and currency (C328), if the page has loaded it. Reported by its id, as the server and
 * product catalogues do; never by its address.
 */
function contentOf({ shop }: ShopPlaces, { kind, idOrSlug }: Item): object {
  const service = shop.queryClient
    .getQueriesData<{ service?: ServiceDetail }>({ queryKey: ['service', kind] })
    .map(([, data]) => data?.service)
    .find((each) => each?.slug === idOrSlug || each?.id === idOrSlug)
  if (!service) return {}
  const { id, title, from } = service
  const value = from && { value: from.minor / 10 ** exponentOf(from.currency), currency: from.currency }
  return { content_type: 'product', content_ids: [id], content_name: title, ...value }
}
