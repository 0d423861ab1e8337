import { daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { dayText, instantText, joined, startText, type Text, timeText } from '../../kernel/messages.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { placeText } from '../../kernel/text.ts'
import type { DocumentRequirement } from '../../services/kind.ts'
import { type CatalogueService, getServiceInLanguage, type Shown } from '../catalogue/index.server.ts'
import type { BookingMailFacts, MailValues } from '../mail/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { addressFor, type ShopSettings } from '../settings/index.ts'
import { issueBookingToken, issueReviewToken, paymentUrl } from './access.server.ts'
import { bookedTrip } from './booked-trip.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { viewHold } from './holds.server.ts'
import { documentsHref, reviewHref, trackingHref } from './hrefs.ts'
import { travellerHref } from './queries/paperwork.server.ts'
import { meetingPointOf } from './rules/meeting-point.ts'
import type { Start } from './rules/move-starts.ts'
import { shownTitle } from './rules/shown-title.ts'
import type { BookingRecord } from './tables.server.ts'
import { text } from './text.ts'
import type { BookingView } from './view-contract.ts'
import { viewReturnLeg, viewTripFacts } from './views.server.ts'

/** A rule of the payment room, which this room may not import. */
type IsOpenToPayment = (booking: BookingRecord, now: Date) => boolean
type Mailed = Readonly<{ booking: BookingRecord; settings: ShopSettings; isOpenToPayment: boolean }>

/** The values of mails about a booking; null when the booking is gone. Links open the booking for the reader. */
export async function bookingMailFacts(
  deps: BookingDeps,
  bookingId: string,
  isOpenToPayment: IsOpenToPayment,
): Promise<BookingMailFacts | null> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) return null
  const [settings, { service, shown }, trip] = await Promise.all([
    readSettings(deps),
    getServiceInLanguage(deps, booking.service_id, booking.language),
    bookedTrip(deps.db, booking),
  ])
  const { time_zone } = settings
  const mailed = { booking, settings, isOpenToPayment: isOpenToPayment(booking, deps.clock()) }
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
    translated: translatedFacts(booking, service, shown),
    language: booking.language,
    bookingStatus: booking.booking_status,
    isPaid: booking.payment_status === 'completed',
    isPaymentDue: mailed.isOpenToPayment,
    missesDocuments: booking.case_stage === 'waiting_for_documents',
    mayHavePaid: booking.paid_minor > 0 || booking.payment_checking_since !== null,
  }
}

const translatedFacts = (
  booking: BookingRecord,
  service: CatalogueService,
  shown: Shown,
): BookingMailFacts['translated'] =>
  booking.language === null
    ? {}
    : {
        [booking.language]: {
          service_name: shownTitle(booking, service, shown),
          meeting_point: meetingPointOf(shown.details, booking),
        },
      }

const travellersOf = (booking: BookingRecord): number =>
  booking.adults_count + booking.children_count + booking.infants_count

const dayNoteOf = ({ kinds }: BookingDeps, { service_type, travel_date: day }: BookingRecord): Text | undefined =>
  day === null ? undefined : kinds.find(service_type)?.dayNote?.(day)

/** One value, so that templates edited by the agency show the Hijri date and the return too. */
export function travelDays(deps: BookingDeps, booking: BookingRecord, back: LocalDate | null): Text {
  const { travel_date: day } = booking
  if (day === null) return ''
  const note = dayNoteOf(deps, booking)
  const from = note === undefined ? dayText(day) : text('mail.notedDay', { day: dayText(day), note })
  return back === null ? from : text('mail.outAndBack', { from, to: dayText(back), nights: daysBetween(day, back) })
}

const returnInMail = ({ date, time }: Start): Text => text('mail.returnLeg', { start: startText(date, time) })
/** The time of a trip, and the start of its return leg. */
export const timesInMail = (time: string | null, back: Start | null): Text =>
  joined([...(time === null ? [] : [timeText(time)]), ...(back ? [returnInMail(back)] : [])], 'dots')

/** With drop-off, flight and return leg in one value, so that templates edited by the agency show them too. */
export function travelTime(deps: BookingDeps, booking: BookingRecord): Text {
  const { travel_time: time } = booking
  const factLines = (facts: BookingView['trip_facts']) =>
    facts.map(({ label, value }) => text('mail.fact', { label, value }))
  const note = dayNoteOf(deps, booking)
  const facts = viewTripFacts(deps, booking).filter(({ value }) => value !== note)
  const there = [...(time === null ? [] : [timeText(time)]), ...factLines(facts)]
  const leg = viewReturnLeg(deps, booking)
  const back = leg ? [returnInMail({ date: leg.travel_date, time: leg.travel_time }), ...factLines(leg.trip_facts)] : []
  return joined([...there, ...back], 'dots')
}

const ofTrip = (deps: BookingDeps, booking: BookingRecord, returnDate: LocalDate | null): MailValues => ({
  customer_name: booking.customer_name,
  booking_reference: booking.booking_reference,
  service_name: booking.service_title,
  travel_date: travelDays(deps, booking, returnDate),
  travel_time: travelTime(deps, booking),
  traveler_count: String(travellersOf(booking)),
  total_amount: formatMoney(money(booking.final_minor, booking.currency), { exact: true }),
  customer_email: booking.customer_email,
  customer_phone: booking.customer_phone ?? '',
  applicant_name: booking.customer_name,
  application_id: booking.booking_reference,
})

const methods = new Map<string, Text>([
  ['bank_transfer', text('mail.method.bank_transfer')],
  ['cash_on_arrival', text('mail.method.cash_on_arrival')],
])
/** Others are names. */
const methodInMail = (gateway: string | null): Text => methods.get(gateway ?? '') ?? gateway?.replaceAll('_', ' ') ?? ''

const ofState = ({ booking }: Mailed): MailValues => ({
  payment_method: methodInMail(booking.payment_gateway),
  payment_status: text(`mail.payment.${booking.payment_status}`),
  booking_status: text(`mail.booking.${booking.booking_status}`),
  reason: booking.cancellation_reason ?? '',
  ...refundTerms(booking),
})

/** A booking to be paid on arrival does not expire before that. */
function keptUntil({ booking: { expires_at }, isOpenToPayment }: Mailed, zone: string): Text {
  if (expires_at !== null) return text('mail.onClock', { time: instantText(expires_at, zone), place: placeText(zone) })
  return isOpenToPayment ? text('mail.arrival') : ''
}

/** The notice about places with a hold that ends. */
function holdNotice({ booking, isOpenToPayment }: Mailed, zone: string): Text {
  const hold = isOpenToPayment ? viewHold(booking) : null
  if (!hold) return ''
  if (hold.state === 'released') return text('mail.released', { places: hold.places })
  const until = text('mail.onClock', { time: instantText(new Date(hold.until), zone), place: placeText(zone) })
  return text('mail.held', { places: hold.places, until })
}

/** An address in the language of the customer. */
const urlOf = (deps: BookingDeps, { booking, settings }: Pick<Mailed, 'booking' | 'settings'>, href: string): string =>
  `${deps.baseUrl}${addressFor(settings, booking.language, href)}`

function links(deps: BookingDeps, mailed: Mailed): MailValues {
  const { booking, settings } = mailed
  const { token_days: days } = settings
  const token = issueBookingToken(deps, booking, days)
  return {
    payment_url: paymentUrl(deps, booking, settings),
    tracking_url: urlOf(deps, mailed, trackingHref(booking.id, token)),
    review_url: urlOf(deps, mailed, reviewHref(booking.id, issueReviewToken(deps, booking.id, days))),
    admin_url: `${deps.baseUrl}/admin/bookings/${booking.booking_reference}`,
  }
}

/** The link to all documents and one link for each traveller. They are the same where no document is a traveller's own. */
function documentLinks(deps: BookingDeps, mailed: Mailed, documents: readonly DocumentRequirement[]): MailValues {
  const { booking, settings } = mailed
  const { token_days: tokenDays } = settings
  const all = documentsHref(booking.id, issueBookingToken(deps, booking, tokenDays))
  const isPerTraveller = documents.some(({ perTraveller }) => perTraveller)
  const lines = Array.from({ length: travellersOf(booking) }, (_, position) => {
    const href = isPerTraveller ? travellerHref(deps, booking, position, tokenDays) : all
    return text('mail.traveller', { number: position + 1, link: urlOf(deps, mailed, href) })
  })
  return { documents_url: urlOf(deps, mailed, all), document_links: joined(lines, 'lines') }
}

/** The refund of a cancelled booking (D93). Mails about one refund replace the amount. */
export function refundTerms(booking: BookingRecord): MailValues {
  if (booking.booking_status !== 'cancelled') return {}
  const shown = (minor: number) => formatMoney(money(minor, booking.currency), { exact: true })
  if (booking.paid_minor === 0) return { refund_terms: text('mail.nothingPaid') }
  const due = booking.refund_due_minor ?? booking.paid_minor
  const paid = shown(booking.paid_minor)
  return {
    refund_amount: shown(due),
    refund_terms: due === 0 ? text('mail.noRefund', { paid }) : text('mail.refund', { paid, amount: shown(due) }),
  }
}
