import type { BookingAccess } from '../client/queries.ts'
import { usePage } from '../routing/page.ts'
import type { Search } from '../routing/search.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The booking that an address names: in its path, as `bookingId` or as `booking` (C008); null for none. */
export function accessOf(params: Readonly<Record<string, string>>, search: Search): BookingAccess | null {
  const bookingId = params.bookingId ?? search.bookingId ?? search.booking ?? ''
  return uuid.test(bookingId) ? { bookingId, token: search.token || undefined } : null
}

export function useBookingAccess(): BookingAccess | null {
  const { params, search } = usePage()
  return accessOf(params, search)
}
