import { formatTime } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { say } from '../../platform/messages.server.ts'
import {
  type BookedTrip,
  type BookingDeps,
  type BookingRecord,
  bookedTrip,
  getBooking,
  issueVoucherToken,
  meetingPointOf,
  viewReturnLeg,
  viewTripFacts,
} from '../booking/index.server.ts'
import { type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { type CalendarEntry, calendarFile } from './calendar.server.ts'
import { listCreditNotes } from './credit-notes.server.ts'
import { findOrIssueInvoice, readSeller } from './invoices.server.ts'
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
  return pdf(say(text('invoice.file', { number: invoice.number ?? invoice.content.reference })), bytes)
}

/** Also refuses 'file/not-found' when the note is of another booking. */
export async function printCreditNote(deps: PrintoutDeps, bookingId: string, noteId: string): Promise<Printout> {
  const note = (await listCreditNotes(deps.db, bookingId)).find(({ id }) => id === noteId)
  if (!note) throw new Refusal('file/not-found')
  const { content, number, issuedAt } = note
  const bytes = await deps.pdfRenderer.render({ type: 'credit-note', content, number, issuedAt })
  return pdf(say(text('creditNote.file', { number })), bytes)
}

/** Also refuses 'paper/no-voucher' unless the booking is confirmed or completed. */
export async function printVoucher(deps: PrintoutDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  if (!hasVoucher(booking)) throw new Refusal('paper/no-voucher')
  const agency = await readSeller(deps)
  const [service, trip] = await Promise.all([
    getService(deps.db, deps, booking.service_id),
    bookedTrip(deps.db, booking),
  ])
  const hasPickup = isPickedUp(deps, booking, service)
  const met = { ...trip, meetingPoint: meetingPointOf(service.details, booking) }
  const bytes = await deps.pdfRenderer.render({
    type: 'voucher',
    reference: booking.booking_reference,
    title: booking.service_title,
    leadName: booking.customer_name,
    facts: [...tripFacts(booking, met), ...saidFacts(deps, booking), ...returnFacts(deps, booking)],
    notes: [say(text('voucher.show')), ...(hasPickup ? [say(text('voucher.arrive'))] : []), say(text('voucher.code'))],
    agency,
    checkUrl: `${deps.baseUrl}/voucher/${issueVoucherToken(deps, booking.id)}`,
    issuedAt: deps.clock(),
  })
  return pdf(say(text('voucher.title', { reference: booking.booking_reference })), bytes)
}

/** Also refuses 'paper/no-date' for a booking without a date. */
export async function writeCalendarFile(deps: BookingDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  if (booking.travel_date === null) throw new Refusal('paper/no-date')
  const [{ site_title: shopName, contact_phone: phone }, { returnDate }, service] = await Promise.all([
    readSettings(deps),
    bookedTrip(deps.db, booking),
    getService(deps.db, deps, booking.service_id),
  ])
  const about = [shopName, phone].filter((each) => each !== '')
  const location = booking.pickup_location || meetingPointOf(service.details, booking) || null
  const entry = calendarFile(calendarEntries(deps, booking, { returnDate, about, location }), shopName)
  const name = `${booking.booking_reference}.ics`
  return { name, contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(entry) }
}

type Called = {
  readonly returnDate: string | null
  readonly about: readonly string[]
  readonly location: string | null
}
/** The outbound leg, and the return leg of a return trip. */
function calendarEntries(
  deps: BookingDeps,
  booking: BookingRecord,
  { returnDate, about, location }: Called,
): CalendarEntry[] {
  const url = checkUrl(deps, booking)
  const reference = say(text('calendar.booking', { reference: booking.booking_reference }))
  const describe = (facts: readonly Fact[]) => [reference, ...facts.map(inLine), ...about, url].join('\n')
  const host = new URL(deps.baseUrl).hostname
  const { time_zone: zone, booking_status: state, version: sequence } = booking
  const shared = { zone, state, sequence, url, now: deps.clock() }
  const outbound = {
    ...{ ...shared, id: `${booking.id}@${host}`, title: booking.service_title },
    ...{ description: describe(saidFacts(deps, booking)), location },
    ...{ day: booking.travel_date ?? '', startsAt: booking.travel_time === null ? null : booking.starts_at },
    lastDay: returnDate,
  }
  const back = viewReturnLeg(deps, booking)
  const title = say(text('calendar.return', { title: booking.service_title }))
  const returnLeg = back && {
    ...{ ...shared, id: `${booking.id}-return@${host}`, title },
    ...{ description: describe(back.trip_facts.map(saidFact)), location: back.pickup_location },
    ...{ day: back.travel_date, startsAt: back.travel_time === null ? null : booking.return_leg_starts_at },
    lastDay: null,
  }
  return returnLeg ? [outbound, returnLeg] : [outbound]
}

const pdf = (name: string, bytes: Buffer): Printout => ({ name: `${name}.pdf`, contentType: 'application/pdf', bytes })

/** Without a token: a lost voucher reveals state and date, no customer data (D7). */
const checkUrl = (deps: BookingDeps, booking: BookingRecord): string =>
  `${deps.baseUrl}/track-booking?${new URLSearchParams({ reference: booking.booking_reference })}`

const isPickedUp = (deps: BookingDeps, booking: BookingRecord, service: CatalogueService): boolean =>
  deps.kinds.find(booking.service_type)?.schedule(service).hasPickup ?? booking.pickup_location !== null

type Fact = { label: string; value: string }
const inLine = ({ label, value }: Fact): string => `${label}: ${value}`
const saidFact = ({ label, value }: Fact): Fact => ({ label: say(label), value: say(value) })

/** What the kind says about the trip. */
const saidFacts = (deps: BookingDeps, booking: BookingRecord): Fact[] => viewTripFacts(deps, booking).map(saidFact)

/** The return leg of a return trip. */
function returnFacts(deps: BookingDeps, booking: BookingRecord): Fact[] {
  const back = viewReturnLeg(deps, booking)
  if (!back) return []
  const start = [back.travel_date, back.travel_time && formatTime(back.travel_time)].filter(Boolean).join(' ')
  const facts = [...(back.pickup_location ? [{ label: say(text('voucher.pickup')), value: back.pickup_location }] : [])]
  return [
    { label: say(text('voucher.returnLeg')), value: start },
    ...[...facts, ...back.trip_facts.map(saidFact)].map(({ label, value }) => ({
      label: say(text('voucher.returnLegFact', { label })),
      value,
    })),
  ]
}

function tripFacts(
  booking: BookingRecord,
  { returnDate, travelMode, carrier, meetingPoint }: BookedTrip & { readonly meetingPoint: string },
): { label: string; value: string }[] {
  const people = [
    [booking.adults_count, 'adults'],
    [booking.children_count, 'children'],
    [booking.infants_count, 'infants'],
  ] as const
  const travellers = people
    .filter(([count]) => count > 0)
    .map(([count, type]) => say(text(`voucher.${type}`, { count })))
  const facts = [
    { label: say(text('voucher.date')), value: booking.travel_date },
    { label: say(text('voucher.time')), value: booking.travel_time === null ? null : formatTime(booking.travel_time) },
    { label: say(text('voucher.return')), value: returnDate },
    {
      label: say(text('voucher.travelBy')),
      value: [travelMode && say(text(`voucher.modes.${travelMode}`)), carrier].filter(Boolean).join(' · '),
    },
    { label: say(text('voucher.travellers')), value: say(joined(travellers)) },
    { label: say(text('voucher.language')), value: booking.selected_language },
    { label: say(text('voucher.pickup')), value: booking.pickup_location },
    { label: say(text('voucher.meetingPoint')), value: meetingPoint },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
