import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { BookingPage } from './booking-page.tsx'
import { BookingFailed, BookingLoading } from './booking-states.tsx'
import { Bookings } from './bookings.tsx'
import { type BookingSearch, bookingHref, placeInList } from './filters.ts'

export function BookingsSection() {
  const { item } = useParams({ strict: false }) as { item?: string }
  const search: BookingSearch = useSearch({ strict: false })
  if (item) return <BookingPage reference={item} />
  if (search.booking) return <OldLink bookingId={search.booking} search={search} />
  return <Bookings />
}

/** Bookings were a dialog at `?booking={id}`, and records such as the audit trail know the id only. */
function OldLink({ bookingId, search }: { bookingId: string; search: BookingSearch }) {
  const booking = useQuery({
    queryKey: ['booking', { id: bookingId }],
    queryFn: () => api.booking.admin.get({ bookingId }),
  })
  if (booking.data)
    return (
      <Navigate
        to={bookingHref(booking.data.booking_reference) as never}
        search={placeInList(search) as never}
        replace
      />
    )
  if (booking.error) return <BookingFailed error={booking.error} onRetry={() => void booking.refetch()} />
  return <BookingLoading />
}
