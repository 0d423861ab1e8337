import { isLocalDate } from '../../kernel/dates.ts'
import { bookingStatuses, paymentStatuses, sortColumns } from '../../modules/booking/index.ts'
import { findKind } from '../../services/index.ts'

export const filterKeys = [
  'q',
  'status',
  'type',
  'payment',
  'open',
  'documents',
  'travel_from',
  'travel_to',
  'booked_from',
  'booked_to',
  'staff',
] as const
export type FilterKey = (typeof filterKeys)[number]
/**
 * Query keys of the bookings list; `columns` are those of a saved view, `new` opens the new-booking form, `do` an action on
 * the page of a booking, `run` shows a bulk action. `booking` is the id in links of old mails: it leads to the page of that booking.
 */
export const bookingKeys = [
  ...filterKeys,
  'sort',
  'direction',
  'columns',
  'page',
  'cursor',
  'booking',
  'new',
  'do',
  'run',
] as const
export type BookingSearch = { readonly [key in (typeof bookingKeys)[number]]?: string | undefined }
export type ChangeSearch = (next: BookingSearch) => void
export const rowsAPage = 25

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)
/** Also false while the year is being typed. */
export const isFilterDay = (day: string | undefined): day is string =>
  isLocalDate(day) && day >= '1900-01-01' && day < '3000-01-01'

const dayKeys = ['travel_from', 'travel_to', 'booked_from', 'booked_to'] as const
type DayFilters = { readonly [key in (typeof dayKeys)[number]]?: string }

/** Builds the server's filter from the query. Unknown values are ignored. */
export function filterOf(search: BookingSearch) {
  const status = oneOf(bookingStatuses, search.status)
  const type = search.type && findKind(search.type)?.key
  const payment = oneOf(paymentStatuses, search.payment)
  const open = oneOf(['balance', 'decision'] as const, search.open)
  const documents = oneOf(['missing'] as const, search.documents)
  const days: DayFilters = Object.fromEntries(
    dayKeys.flatMap((key) => (isFilterDay(search[key]) ? [[key, search[key]]] : [])),
  )
  return {
    ...(search.q && { q: search.q.slice(0, 200) }),
    ...(status && { status }),
    ...(type && { type }),
    ...(payment && { payment }),
    ...(open && { open }),
    ...(documents && { documents }),
    ...days,
    ...(search.staff && { staff: search.staff.slice(0, 100) }),
  }
}
export const noFilter: BookingSearch = Object.fromEntries(filterKeys.map((key) => [key, '']))
/** What the page of a booking keeps of the list it was opened from, so that its neighbours are known. */
export const placeInList = (search: BookingSearch): BookingSearch =>
  Object.fromEntries([...filterKeys, ...(['sort', 'direction', 'columns'] as const)].map((key) => [key, search[key]]))
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
