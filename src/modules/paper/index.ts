/** Papers of a booking, for pages: which there are, and where they are fetched. */
import { hasVoucher, type PaperBooking, type PaperRefusal } from './rules.ts'

export type { PaperRefusal }

export interface PaperLinks {
  readonly invoice: string
  /** null while there is none. */
  readonly voucher: string | null
  readonly calendar: string | null
}
/** Addresses of the booking's papers for the holder of this token, or of the session without one. */
export function paperLinks(booking: PaperBooking & { readonly id: string }, token?: string): PaperLinks {
  const address = (name: string): string =>
    `/api/bookings/${booking.id}/${name}${token ? `?${new URLSearchParams({ token })}` : ''}`
  const isCancelled = booking.booking_status === 'cancelled'
  return {
    invoice: address('invoice.pdf'),
    voucher: hasVoucher(booking) ? address('voucher.pdf') : null,
    calendar: booking.travel_date === null || isCancelled ? null : address('calendar.ics'),
  }
}
