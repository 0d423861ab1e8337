import { withoutIsolates } from '../../kernel/direction.ts'
import { languageOf } from '../../kernel/language-offer.ts'
import { dayText, joined, type Say, startText, type Text, timeText } from '../../kernel/messages.ts'
import { money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { say, sayIn } from '../../platform/messages.server.ts'
import {
  type BookedTrip,
  type BookingDeps,
  type BookingRecord,
  bookedTrip,
  getBooking,
  issueVoucherToken,
  meetingPointOf,
  shownTitle,
  viewReturnLeg,
  viewTripFacts,
} from '../booking/index.server.ts'
import { type CatalogueService, getServiceInLanguage } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { addressFor, languagesOf, type ShopSettings, siteNameIn } from '../settings/index.ts'
import { type CalendarEntry, calendarFile } from './calendar.server.ts'
import { listCreditNotes } from './credit-notes.server.ts'
import { findOrIssueInvoice, sellerOf } from './invoices.server.ts'
import { balanceDue, changeSince, hasVoucher } from './rules.ts'
import type { PrintoutDeps } from './tables.server.ts'
import { text } from './text.ts'

export interface Printout {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** Not checked here: the link proves access. Refuses 'booking/not-found', like the printouts below. */
export async function printInvoice(deps: PrintoutDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  const invoice = await findOrIssueInvoice(deps, booking.id)
  const bytes = await deps.pdfRenderer.render({
    type: 'invoice',
    ...invoice,
    paid: money(booking.paid_minor, booking.currency),
    due: money(balanceDue(booking.final_minor, booking), booking.currency),
    changed: changeSince(invoice.content, booking),
    isCancelled: booking.booking_status === 'cancelled',
    refunded: money(booking.refunded_minor, booking.currency),
  })
  const name = text('invoice.file', { number: invoice.number ?? invoice.content.reference })
  return pdf(say(name, invoice.content.language), bytes)
}

/** Also refuses 'file/not-found' when the note is of another booking. */
export async function printCreditNote(deps: PrintoutDeps, bookingId: string, noteId: string): Promise<Printout> {
  const note = (await listCreditNotes(deps.db, bookingId)).find(({ id }) => id === noteId)
  if (!note) throw new Refusal('file/not-found')
  const { content, number, issuedAt } = note
  const bytes = await deps.pdfRenderer.render({ type: 'credit-note', content, number, issuedAt })
  return pdf(say(text('creditNote.file', { number }), content.language), bytes)
}

/** Also refuses 'paper/no-voucher' unless the booking is confirmed or completed. */
export async function printVoucher(deps: PrintoutDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  if (!hasVoucher(booking)) throw new Refusal('paper/no-voucher')
  const [settings, { service, shown }, trip] = await Promise.all([
    readSettings(deps),
    getServiceInLanguage(deps, booking.service_id, booking.language),
    bookedTrip(deps.db, booking),
  ])
  const language = languageOf(booking.language, languagesOf(settings))
  const say = sayIn(language)
  const hasPickup = isPickedUp(deps, booking, service)
  const met = { ...trip, meetingPoint: meetingPointOf(shown.details, booking) }
  const bytes = await deps.pdfRenderer.render({
    type: 'voucher',
    reference: booking.booking_reference,
    title: shownTitle(booking, service, shown),
    leadName: booking.customer_name,
    facts: [...tripFacts(booking, met), ...viewTripFacts(deps, booking), ...returnFacts(deps, booking)].map(
      factIn(say),
    ),
    notes: [say(text('voucher.show')), ...(hasPickup ? [say(text('voucher.arrive'))] : []), say(text('voucher.code'))],
    agency: sellerOf(settings, language),
    language,
    checkUrl: `${deps.baseUrl}/voucher/${issueVoucherToken(deps, booking.id)}`,
    issuedAt: deps.clock(),
  })
  return pdf(say(text('voucher.title', { reference: booking.booking_reference })), bytes)
}

/** Also refuses 'paper/no-date' for a booking without a date. */
export async function writeCalendarFile(deps: BookingDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  if (booking.travel_date === null) throw new Refusal('paper/no-date')
  const [settings, { returnDate }, { service, shown }] = await Promise.all([
    readSettings(deps),
    bookedTrip(deps.db, booking),
    getServiceInLanguage(deps, booking.service_id, booking.language),
  ])
  const shopName = siteNameIn(settings, languageOf(booking.language, languagesOf(settings)))
  const about = [shopName, settings.contact_phone].filter((each) => each !== '')
  const location = booking.pickup_location || meetingPointOf(shown.details, booking) || null
  const entry = calendarFile(
    calendarEntries(deps, booking, {
      title: shownTitle(booking, service, shown),
      returnDate,
      about,
      location,
      settings,
    }),
    shopName,
  )
  const name = `${booking.booking_reference}.ics`
  return { name, contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(entry) }
}

type Called = {
  readonly title: string
  readonly returnDate: string | null
  readonly about: readonly string[]
  readonly location: string | null
  readonly settings: ShopSettings
}
/** The outbound leg, and the return leg of a return trip. */
function calendarEntries(
  deps: BookingDeps,
  booking: BookingRecord,
  { title, returnDate, about, location, settings }: Called,
): CalendarEntry[] {
  const say = sayIn(languageOf(booking.language, languagesOf(settings)))
  const url = `${deps.baseUrl}${addressFor(settings, booking.language, checkPath(booking))}`
  const reference = say(text('calendar.booking', { reference: booking.booking_reference }))
  const describe = (facts: readonly Fact[]) =>
    [reference, ...facts.map(factIn(say)).map(inLine), ...about, url].join('\n')
  const host = new URL(deps.baseUrl).hostname
  const { time_zone: zone, booking_status: state, version: sequence } = booking
  const shared = { zone, state, sequence, url, now: deps.clock() }
  const outbound = {
    ...{ ...shared, id: `${booking.id}@${host}`, title },
    ...{ description: describe(viewTripFacts(deps, booking)), location },
    ...{ day: booking.travel_date ?? '', startsAt: booking.travel_time === null ? null : booking.starts_at },
    lastDay: returnDate,
  }
  const back = viewReturnLeg(deps, booking)
  const returnLeg = back && {
    ...{ ...shared, id: `${booking.id}-return@${host}`, title: say(text('calendar.return', { title })) },
    ...{ description: describe(back.trip_facts), location: back.pickup_location },
    ...{ day: back.travel_date, startsAt: back.travel_time === null ? null : booking.return_leg_starts_at },
    lastDay: null,
  }
  return returnLeg ? [outbound, returnLeg] : [outbound]
}

const pdf = (name: string, bytes: Buffer): Printout => ({
  name: `${withoutIsolates(name)}.pdf`,
  contentType: 'application/pdf',
  bytes,
})

/** Without a token: a lost voucher reveals state and date, no customer data (D7). */
const checkPath = (booking: BookingRecord): string =>
  `/track-booking?${new URLSearchParams({ reference: booking.booking_reference })}`

const isPickedUp = (deps: BookingDeps, booking: BookingRecord, service: CatalogueService): boolean =>
  deps.kinds.find(booking.service_type)?.schedule(service).hasPickup ?? booking.pickup_location !== null

type Fact = { readonly label: Text; readonly value: Text }
type FactText = { label: string; value: string }
const inLine = ({ label, value }: FactText): string => `${label}: ${value}`
const factIn =
  (say: Say) =>
  ({ label, value }: Fact): FactText => ({ label: say(label), value: say(value) })

/** The return leg of a return trip. */
function returnFacts(deps: BookingDeps, booking: BookingRecord): Fact[] {
  const back = viewReturnLeg(deps, booking)
  if (!back) return []
  const facts: Fact[] = [
    ...(back.pickup_location ? [{ label: text('voucher.pickup'), value: back.pickup_location }] : []),
  ]
  return [
    { label: text('voucher.returnLeg'), value: startText(back.travel_date, back.travel_time) },
    ...[...facts, ...back.trip_facts].map(({ label, value }) => ({
      label: text('voucher.returnLegFact', { label }),
      value,
    })),
  ]
}

function tripFacts(
  booking: BookingRecord,
  { returnDate, travelMode, carrier, meetingPoint }: BookedTrip & { readonly meetingPoint: string },
): Fact[] {
  const people = [
    [booking.adults_count, 'adults'],
    [booking.children_count, 'children'],
    [booking.infants_count, 'infants'],
  ] as const
  const travellers = people.filter(([count]) => count > 0).map(([count, type]) => text(`voucher.${type}`, { count }))
  const facts = [
    { label: text('voucher.date'), value: booking.travel_date && dayText(booking.travel_date) },
    { label: text('voucher.time'), value: booking.travel_time && timeText(booking.travel_time) },
    { label: text('voucher.return'), value: returnDate && dayText(returnDate) },
    {
      label: text('voucher.travelBy'),
      value: joined(
        [...(travelMode ? [text(`voucher.modes.${travelMode}`)] : []), ...(carrier ? [carrier] : [])],
        'dots',
      ),
    },
    { label: text('voucher.travellers'), value: joined(travellers) },
    { label: text('voucher.language'), value: booking.selected_language },
    { label: text('voucher.pickup'), value: booking.pickup_location },
    { label: text('voucher.meetingPoint'), value: meetingPoint },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
