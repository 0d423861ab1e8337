import { cityOf, daysBetween, formatDateTime, formatTime, type LocalDate } from '../../kernel/dates.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { say } from '../../platform/messages.server.ts'
import type { DocumentRequirement } from '../../services/kind.ts'
import { getService } from '../catalogue/index.server.ts'
import type { BookingMailFacts, MailValues } from '../mail/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { issueBookingToken, issueReviewToken, paymentUrl } from './access.server.ts'
import { bookedTrip } from './booked-trip.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { viewHold } from './holds.server.ts'
import { documentsHref, reviewHref, trackingHref } from './hrefs.ts'
import { travellerHref } from './queries/paperwork.server.ts'
import { meetingPointOf } from './rules/meeting-point.ts'
import type { Start } from './rules/move-starts.ts'
import type { BookingRecord } from './tables.server.ts'
import { text } from './text.ts'
import type { BookingView } from './view-contract.ts'
import { viewReturnLeg, viewTripFacts } from './views.server.ts'

/** A rule of the payment room, which this room may not import. */
type IsOpenToPayment = (booking: BookingRecord, now: Date) => boolean
type Mailed = Readonly<{ booking: BookingRecord; tokenDays: number; isOpenToPayment: boolean }>

/** The values of mails about a booking; null when the booking is gone. Links open the booking for the reader. */
export async function bookingMailFacts(
  deps: BookingDeps,
  bookingId: string,
  isOpenToPayment: IsOpenToPayment,
): Promise<BookingMailFacts | null> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) return null
  const [{ token_days, time_zone }, service, trip] = await Promise.all([
    readSettings(deps),
    getService(deps.db, deps, booking.service_id),
    bookedTrip(deps.db, booking),
  ])
  const mailed = { booking, tokenDays: token_days, isOpenToPayment: isOpenToPayment(booking, deps.clock()) }
  const documents = deps.kinds.find(booking.service_type)?.documents(service, booking.application_terms) ?? []
  return {
    to: booking.customer_email,
    values: {
      ...ofTrip(deps, booking, trip.returnDate),
      meeting_point: meetingPointOf(service.details, booking),
      ...ofState(mailed),
      expires_at: keptUntil(mailed, time_zone),
      hold_notice: holdNotice(mailed, time_zone),
      ...links(deps, mailed),
      ...documentLinks(deps, mailed, documents),
    },
    bookingStatus: booking.booking_status,
    isPaymentDue: mailed.isOpenToPayment,
    missesDocuments: booking.case_stage === 'waiting_for_documents',
    mayHavePaid: booking.paid_minor > 0 || booking.payment_checking_since !== null,
  }
}

const travellersOf = (booking: BookingRecord): number =>
  booking.adults_count + booking.children_count + booking.infants_count

/** One value, so that templates edited by the agency show the return too. */
const travelDays = (from: LocalDate | null, to: LocalDate | null): string =>
  from === null ? '' : to === null ? from : say(text('mail.outAndBack', { from, to, nights: daysBetween(from, to) }))

const returnInMail = ({ date, time }: Start): string =>
  say(text('mail.returnLeg', { start: [date, time && formatTime(time)].filter(Boolean).join(' ') }))
/** The time of a trip, and the start of its return leg. */
export const timesInMail = (time: string | null, back: Start | null): string =>
  [...(time === null ? [] : [formatTime(time)]), ...(back ? [returnInMail(back)] : [])].join(' · ')

/** With drop-off, flight and return leg in one value, so that templates edited by the agency show them too. */
export function travelTime(deps: BookingDeps, booking: BookingRecord): string {
  const { travel_time: time } = booking
  const said = (facts: BookingView['trip_facts']) => facts.map(({ label, value }) => `${say(label)}: ${say(value)}`)
  const there = [...(time === null ? [] : [formatTime(time.slice(0, 5))]), ...said(viewTripFacts(deps, booking))]
  const leg = viewReturnLeg(deps, booking)
  const back = leg ? [returnInMail({ date: leg.travel_date, time: leg.travel_time }), ...said(leg.trip_facts)] : []
  return [...there, ...back].join(' · ')
}

const ofTrip = (deps: BookingDeps, booking: BookingRecord, returnDate: LocalDate | null): MailValues => ({
  customer_name: booking.customer_name,
  booking_reference: booking.booking_reference,
  service_name: booking.service_title,
  travel_date: travelDays(booking.travel_date, returnDate),
  travel_time: travelTime(deps, booking),
  traveler_count: String(travellersOf(booking)),
  total_amount: formatMoney(money(booking.final_minor, booking.currency), { exact: true }),
  customer_email: booking.customer_email,
  customer_phone: booking.customer_phone ?? '',
  applicant_name: booking.customer_name,
  application_id: booking.booking_reference,
})

const ofState = ({ booking }: Mailed): MailValues => ({
  payment_method: booking.payment_gateway?.replaceAll('_', ' ') ?? '',
  payment_status: booking.payment_status,
  booking_status: booking.booking_status,
  reason: booking.cancellation_reason ?? '',
  ...refundTerms(booking),
})

/** A booking to be paid on arrival does not expire before that. */
function keptUntil({ booking: { expires_at }, isOpenToPayment }: Mailed, zone: string): string {
  if (expires_at !== null)
    return say(text('mail.onClock', { time: formatDateTime(expires_at, zone), place: cityOf(zone) }))
  return isOpenToPayment ? say(text('mail.arrival')) : ''
}

/** The notice about places with a hold that ends. */
function holdNotice({ booking, isOpenToPayment }: Mailed, zone: string): string {
  const hold = isOpenToPayment ? viewHold(booking) : null
  if (!hold) return ''
  if (hold.state === 'released') return say(text('mail.released', { places: hold.places }))
  const until = say(text('mail.onClock', { time: formatDateTime(new Date(hold.until), zone), place: cityOf(zone) }))
  return say(text('mail.held', { places: hold.places, until }))
}

function links(deps: BookingDeps, { booking, tokenDays }: Mailed): MailValues {
  const token = issueBookingToken(deps, booking, tokenDays)
  return {
    payment_url: paymentUrl(deps, booking, tokenDays),
    tracking_url: `${deps.baseUrl}${trackingHref(booking.id, token)}`,
    review_url: `${deps.baseUrl}${reviewHref(booking.id, issueReviewToken(deps, booking.id, tokenDays))}`,
    admin_url: `${deps.baseUrl}/admin/bookings/${booking.booking_reference}`,
  }
}

/** The link to all documents and one link for each traveller. They are the same where no document is a traveller's own. */
function documentLinks(
  deps: BookingDeps,
  { booking, tokenDays }: Mailed,
  documents: readonly DocumentRequirement[],
): MailValues {
  const all = documentsHref(booking.id, issueBookingToken(deps, booking, tokenDays))
  const isPerTraveller = documents.some(({ perTraveller }) => perTraveller)
  const lines = Array.from({ length: travellersOf(booking) }, (_, position) => {
    const href = isPerTraveller ? travellerHref(deps, booking, position, tokenDays) : all
    return say(text('mail.traveller', { number: position + 1, link: `${deps.baseUrl}${href}` }))
  })
  return { documents_url: `${deps.baseUrl}${all}`, document_links: lines.join('\n') }
}

/** The refund of a cancelled booking (D93). Mails about one refund replace the amount. */
export function refundTerms(booking: BookingRecord): MailValues {
  if (booking.booking_status !== 'cancelled') return {}
  const shown = (minor: number) => formatMoney(money(minor, booking.currency), { exact: true })
  if (booking.paid_minor === 0) return { refund_terms: say(text('mail.nothingPaid')) }
  const due = booking.refund_due_minor ?? booking.paid_minor
  const paid = shown(booking.paid_minor)
  return {
    refund_amount: shown(due),
    refund_terms:
      due === 0 ? say(text('mail.noRefund', { paid })) : say(text('mail.refund', { paid, amount: shown(due) })),
  }
}
