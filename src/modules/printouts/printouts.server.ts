import { formatTime } from '../../kernel/dates.ts'
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
} from '../booking/index.server.ts'
import { getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { calendarFile } from './calendar.server.ts'
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

/** Also refuses 'paper/no-voucher' unless the booking is confirmed or completed. */
export async function printVoucher(deps: PrintoutDeps, bookingId: string): Promise<Printout> {
  const booking = await getBooking(deps.db, bookingId)
  if (!hasVoucher(booking)) throw new Refusal('paper/no-voucher')
  const agency = await readSeller(deps)
  const [hasPickup, trip] = await Promise.all([isPickedUp(deps, booking), bookedTrip(deps.db, booking)])
  const bytes = await deps.pdfRenderer.render({
    type: 'voucher',
    reference: booking.booking_reference,
    title: booking.service_title,
    leadName: booking.customer_name,
    facts: tripFacts(booking, trip),
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
  const [{ site_title: shopName, contact_phone: phone }, { returnDate }] = await Promise.all([
    readSettings(deps),
    bookedTrip(deps.db, booking),
  ])
  const url = checkUrl(deps, booking)
  const entry = calendarFile(
    {
      id: `${booking.id}@${new URL(deps.baseUrl).hostname}`,
      title: booking.service_title,
      description: [say(text('calendar.booking', { reference: booking.booking_reference })), shopName, phone, url]
        .filter(Boolean)
        .join('\n'),
      location: booking.pickup_location,
      day: booking.travel_date,
      startsAt: booking.travel_time === null ? null : booking.starts_at,
      lastDay: returnDate,
      zone: booking.time_zone,
      state: booking.booking_status,
      sequence: booking.version,
      url,
      now: deps.clock(),
    },
    shopName,
  )
  const name = `${booking.booking_reference}.ics`
  return { name, contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(entry) }
}

const pdf = (name: string, bytes: Buffer): Printout => ({ name: `${name}.pdf`, contentType: 'application/pdf', bytes })

/** Without a token: a lost voucher reveals state and date, no customer data (D7). */
const checkUrl = (deps: BookingDeps, booking: BookingRecord): string =>
  `${deps.baseUrl}/track-booking?${new URLSearchParams({ reference: booking.booking_reference })}`

async function isPickedUp(deps: BookingDeps, booking: BookingRecord): Promise<boolean> {
  const service = await getService(deps.db, deps, booking.service_id)
  return deps.kinds.find(booking.service_type)?.schedule(service).hasPickup ?? booking.pickup_location !== null
}

function tripFacts(
  booking: BookingRecord,
  { returnDate, travelMode, carrier }: BookedTrip,
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
    { label: say(text('voucher.travellers')), value: travellers.join(', ') },
    { label: say(text('voucher.language')), value: booking.selected_language },
    { label: say(text('voucher.pickup')), value: booking.pickup_location },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
