// Where the pixel may run, and what counts as viewed or added to the cart. Pure: depends on routes and addresses alone.
import { kinds } from '../../services/index.ts'

type Traits = { readonly isPrivate?: boolean; readonly part?: string } | undefined

/** Its form uploads passports and tickets as soon as they are chosen. */
const documentsPart = 'src/shop/ok-to-board/page.tsx'

/**
 * No third-party script where visitors pay, upload documents, track or sign in (security.md, row 23). The visa wizard
 * does this on a public page, while the address holds a `step`.
 */
export const mayCarryPixel = (route: Traits, hasStep: boolean): boolean =>
  !hasStep && !route?.isPrivate && route?.part !== documentsPart

export type Place = { readonly pathname: string; readonly search: Readonly<Record<string, unknown>> }
/** The kind of a page, and its item by id or slug. */
export type Item = { readonly kind: string; readonly idOrSlug: string }

const itemPages = kinds
  .filter((kind) => !kind.isSingle)
  .flatMap((kind) => [kind.path, ...(kind.pathAliases ?? [])].map((path) => ({ kind: kind.key, path: `/${path}/` })))

/** The item of a detail or booking page, and which of the two it is. */
export function itemAt({ pathname, search }: Place): (Item & { readonly isBooking: boolean }) | null {
  if (pathname === '/booking' && typeof search.type === 'string' && typeof search.id === 'string')
    return { kind: search.type, idOrSlug: search.id, isBooking: true }
  const page = itemPages.find(({ path }) => pathname.startsWith(path))
  const [idOrSlug, last, ...more] = page ? pathname.slice(page.path.length).split('/') : []
  if (!page || !idOrSlug || more.length > 0 || (last !== undefined && last !== 'booking')) return null
  return { kind: page.kind, idOrSlug: decodeURIComponent(idOrSlug), isBooking: last === 'booking' }
}

/**
 * AddToCart between two places: 'Apply Now' opens the wizard's first step, 'Book Now' leads to a booking page, and a
 * form on the page itself leads to payment.
 */
export function takenItem(from: Place, to: Place): Item | null {
  const there = itemAt(to)
  if (there?.isBooking || (there && to.search.step === 'selection')) return there
  return to.pathname === '/booking-payment' ? itemAt(from) : null
}
