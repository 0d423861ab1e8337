// Where an advertising pixel may be, and what is looked at or taken there. Pure: of routes and addresses alone.
import { kinds } from '../../services/index.ts'

type Traits = { readonly isPrivate?: boolean; readonly part?: string } | undefined

/** Its form takes passports and tickets as soon as they are chosen. */
const papersPart = 'src/shop/ok-to-board/page.tsx'

/**
 * No script of others where one pays, hands in papers, tracks or signs in (security.md, row 23). The visa wizard does
 * the first two on a page that is otherwise public, while a `step` stands in its address.
 */
export const mayCarryPixel = (route: Traits, hasStep: boolean): boolean =>
  !hasStep && !route?.isPrivate && route?.part !== papersPart

export type Place = { readonly pathname: string; readonly search: Readonly<Record<string, unknown>> }
/** What a page is about: a kind, and the item by id or slug as the address has it. */
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
 * What is put in the cart on the way from one place to the next: with 'Apply Now', which opens the wizard's first step,
 * with 'Book Now' on the way to a booking page, and where the form stands on the page itself, on the way to payment.
 */
export function takenItem(from: Place, to: Place): Item | null {
  const there = itemAt(to)
  if (there?.isBooking || (there && to.search.step === 'selection')) return there
  return to.pathname === '/booking-payment' ? itemAt(from) : null
}
