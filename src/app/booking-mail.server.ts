import { formatDateTime, formatTime } from '../kernel/dates.ts'
import { formatMoney, money } from '../kernel/money.ts'
import {
  type BookingDeps,
  type BookingRecord,
  issueBookingToken,
  issueReviewToken,
  paymentUrl,
  travellerHref,
} from '../modules/booking/index.server.ts'
import { documentsHref, reviewHref, trackingHref } from '../modules/booking/index.ts'
import { getService } from '../modules/catalogue/index.server.ts'
import type { BookingMailFacts, MailValues } from '../modules/mail/index.server.ts'
import { isOpenToPayment } from '../modules/payment/index.server.ts'
import { readSettings } from '../modules/settings/index.server.ts'
import type { DocumentRequirement } from '../services/kind.ts'

/** What mails about a booking say of it; null when it is gone. Links open this booking to the reader of the mail. */
export async function bookingMailFacts(deps: BookingDeps, bookingId: string): Promise<BookingMailFacts | null> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) return null
  const [{ token_days }, service] = await Promise.all([
    readSettings(deps),
    getService(deps.db, deps, booking.service_id),
  ])
  const papers = deps.kinds.find(booking.service_type)?.documents(service) ?? []
  const values = { ...mailValues(deps, booking, token_days), ...paperLinks(deps, booking, token_days, papers) }
  return {
    to: booking.customer_email,
    values,
    bookingStatus: booking.booking_status,
    isPaymentDue: isOpenToPayment(booking, deps.clock()),
  }
}

/** The way to all papers, and one for each traveller; where papers are the booking's and nobody's own, the same way. */
function paperLinks(
  deps: BookingDeps,
  booking: BookingRecord,
  tokenDays: number,
  papers: readonly DocumentRequirement[],
): MailValues {
  const all = documentsHref(booking.id, issueBookingToken(deps, booking, tokenDays))
  const isTheirOwn = papers.some(({ perTraveller }) => perTraveller)
  const people = booking.adults_count + booking.children_count + booking.infants_count
  const links = Array.from({ length: people }, (_, place) => {
    const href = isTheirOwn ? travellerHref(deps, booking, place, tokenDays) : all
    return `Traveller ${place + 1}: ${deps.baseUrl}${href}`
  })
  return { documents_url: `${deps.baseUrl}${all}`, document_links: links.join('\n') }
}

/** Where payment on arrival was agreed, an unpaid booking is kept until then. */
function keptUntil(booking: BookingRecord, now: Date): string {
  if (booking.expires_at !== null) return formatDateTime(booking.expires_at)
  return isOpenToPayment(booking, now) ? 'your arrival' : ''
}

function mailValues(deps: BookingDeps, booking: BookingRecord, tokenDays: number): MailValues {
  const token = issueBookingToken(deps, booking, tokenDays)
  const people = booking.adults_count + booking.children_count + booking.infants_count
  return {
    customer_name: booking.customer_name,
    booking_reference: booking.booking_reference,
    service_name: booking.service_title,
    travel_date: booking.travel_date ?? '',
    travel_time: booking.travel_time === null ? '' : formatTime(booking.travel_time.slice(0, 5)),
    traveler_count: String(people),
    total_amount: formatMoney(money(booking.final_minor, booking.currency), { exact: true }),
    customer_email: booking.customer_email,
    customer_phone: booking.customer_phone ?? '',
    applicant_name: booking.customer_name,
    application_id: booking.booking_reference,
    payment_method: booking.payment_gateway?.replaceAll('_', ' ') ?? '',
    payment_status: booking.payment_status,
    booking_status: booking.booking_status,
    payment_url: paymentUrl(deps, booking, tokenDays),
    tracking_url: `${deps.baseUrl}${trackingHref(booking.id, token)}`,
    review_url: `${deps.baseUrl}${reviewHref(booking.id, issueReviewToken(deps, booking.id, tokenDays))}`,
    admin_url: `${deps.baseUrl}/admin/bookings?booking=${booking.id}`,
    expires_at: keptUntil(booking, deps.clock()),
    reason: booking.cancellation_reason ?? '',
    ...refundValues(booking),
  }
}

/** What a mail about a cancellation says of the money (D93); mails about a refund name that refund's own amount. */
function refundValues(booking: BookingRecord): MailValues {
  if (booking.booking_status !== 'cancelled') return {}
  const shown = (minor: number) => formatMoney(money(minor, booking.currency), { exact: true })
  if (booking.paid_minor === 0) return { refund_terms: 'Nothing had been paid, so there is nothing to give back.' }
  const due = booking.refund_due_minor ?? booking.paid_minor
  const paid = shown(booking.paid_minor)
  return {
    refund_amount: shown(due),
    refund_terms:
      due === 0
        ? `Of the ${paid} that you paid nothing goes back.`
        : `Of the ${paid} that you paid, ${shown(due)} goes back to you.`,
  }
}
