/** What stands in the address of the bookings list; `booking` is the one whose dialog is open. */
export const bookingKeys = ['q', 'status', 'type', 'sort', 'direction', 'cursor', 'booking'] as const
export type BookingSearch = { readonly [key in (typeof bookingKeys)[number]]?: string | undefined }

export const statuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
const sorts = [
  'created_at',
  'booking_reference',
  'customer_name',
  'service_title',
  'service_type',
  'final_amount',
  'booking_status',
  'payment_status',
  'travel_date',
] as const
export type BookingSort = (typeof sorts)[number]

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)

/** The server's filter from the address; what it does not know is left out. */
export function filterOf(search: BookingSearch) {
  const status = oneOf(statuses, search.status)
  return { ...(search.q && { q: search.q }), ...(status && { status }), ...(search.type && { type: search.type }) }
}
/** One page of the list, 25 rows. */
export function listRequestOf(search: BookingSearch) {
  const direction: 'asc' | 'desc' = search.direction === 'asc' ? 'asc' : 'desc'
  return {
    ...filterOf(search),
    sort: oneOf(sorts, search.sort) ?? 'created_at',
    direction,
    limit: 25,
    ...(search.cursor && { cursor: search.cursor }),
  }
}
export const hasFilter = (search: BookingSearch): boolean => Boolean(search.q || search.status || search.type)
