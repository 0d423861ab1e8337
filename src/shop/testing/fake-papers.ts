import type { BookingView } from '../../modules/booking/index.ts'

/** What a booking can download. A refunded one has a credit note. */
export function papersOf({ id, booking_status: state, payment_status: payment }: BookingView) {
  const address = (name: string) => `/api/papers/${id}/${name}?link=signed`
  const amount = { minor: 5_000, currency: 'USD' }
  const note = { id: 'n1', number: 'CN-2026-000042', amount, href: address('credit-notes/n1') }
  return {
    invoice: address('invoice.pdf'),
    voucher: state === 'confirmed' ? address('voucher.pdf') : null,
    calendar: address('calendar.ics'),
    credit_notes: payment === 'refunded' ? [note] : [],
  }
}
