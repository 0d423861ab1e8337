import { bookingStatuses, sortColumns } from '../../modules/booking/index.ts'
import { findKind } from '../../services/index.ts'

/**
 * Query keys of the bookings list; `new` opens the new-booking form, `do` an action on the page of a booking. `booking` is the id in links of old mails: it leads
 * to the page of that booking.
 */
export const bookingKeys = [
  'q',
  'status',
  'type',
  'documents',
  'sort',
  'direction',
  'page',
  'cursor',
  'booking',
  'new',
  'do',
] as const
export type BookingSearch = { readonly [key in (typeof bookingKeys)[number]]?: string | undefined }
export type ChangeSearch = (next: BookingSearch) => void
export const rowsAPage = 25

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)

/** Builds the server's filter from the query. Unknown values are ignored. */
export function filterOf(search: BookingSearch) {
  const status = oneOf(bookingStatuses, search.status)
  const type = search.type && findKind(search.type)?.key
  const documents = oneOf(['missing'] as const, search.documents)
  return {
    ...(search.q && { q: search.q.slice(0, 200) }),
    ...(status && { status }),
    ...(type && { type }),
    ...(documents && { documents }),
  }
}
/** What the page of a booking keeps of the list it was opened from, so that its neighbours are known. */
export const placeInList = ({ q, status, type, documents, sort, direction }: BookingSearch): BookingSearch => ({
  ...{ q, status, type, documents, sort, direction },
})
export const bookingHref = (reference: string): string => `/admin/bookings/${encodeURIComponent(reference)}`
export const sortOf = (search: BookingSearch) => ({
  sort: oneOf(sortColumns, search.sort) ?? 'created_at',
  direction: search.direction === 'asc' ? ('asc' as const) : ('desc' as const),
})
export const listRequestOf = (search: BookingSearch) => ({
  ...filterOf(search),
  ...sortOf(search),
  limit: rowsAPage,
  ...(search.cursor && { cursor: search.cursor }),
})
export const hasFilter = (search: BookingSearch): boolean => Object.keys(filterOf(search)).length > 0
/** The page number to display; the server pages by cursor. */
export const pageOf = (search: BookingSearch): number => {
  const page = Number(search.page)
  return search.cursor && Number.isSafeInteger(page) && page > 1 ? page : 1
}
