import { formatTime } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BookingDeps, BookingRecord } from '../booking/index.server.ts'
import { getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { calendarFile } from './calendar.server.ts'
import { findOrIssueInvoice, readSeller } from './invoices.server.ts'
import { hasVoucher } from './rules.ts'
import type { PaperDeps } from './tables.server.ts'

/** A paper as it is downloaded. */
export interface Paper {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** For whom may see the booking: the link that leads here says so. Refuses 'booking/not-found', as do the papers below. */
export async function printInvoice(deps: PaperDeps, bookingId: string): Promise<Paper> {
  const booking = await getBooking(deps, bookingId)
  const invoice = await findOrIssueInvoice(deps, booking.id)
  const bytes = await deps.press.print({
    paper: 'invoice',
    ...invoice,
    paid: money(booking.paid_minor, booking.currency),
    refunded: money(booking.refunded_minor, booking.currency),
  })
  return pdf(`Invoice ${invoice.number ?? invoice.content.reference}`, bytes)
}

/** Also refuses 'paper/no-voucher' while the booking does not stand. */
export async function printVoucher(deps: PaperDeps, bookingId: string): Promise<Paper> {
  const booking = await getBooking(deps, bookingId)
  if (!hasVoucher(booking)) throw new Refusal('paper/no-voucher')
  const agency = await readSeller(deps)
  const hasPickup = await isPickedUp(deps, booking)
  const bytes = await deps.press.print({
    paper: 'voucher',
    reference: booking.booking_reference,
    title: booking.service_title,
    leadName: booking.customer_name,
    facts: tripFacts(booking),
    notes: [
      'Please show this voucher, on paper or on your phone, with a photo ID.',
      ...(hasPickup ? ['Arrive 15 minutes before pickup.'] : []),
      'The code opens the present state of the booking.',
    ],
    agency,
    checkUrl: checkUrl(deps, booking),
    issuedAt: deps.clock(),
  })
  return pdf(`Voucher ${booking.booking_reference}`, bytes)
}

/** Also refuses 'paper/no-date' for a booking without a day. */
export async function writeCalendarFile(deps: BookingDeps, bookingId: string): Promise<Paper> {
  const booking = await getBooking(deps, bookingId)
  if (booking.travel_date === null) throw new Refusal('paper/no-date')
  const { site_title: shopName, contact_phone: phone } = await readSettings(deps)
  const url = checkUrl(deps, booking)
  const text = calendarFile(
    {
      id: `${booking.id}@${new URL(deps.baseUrl).hostname}`,
      title: booking.service_title,
      description: [`Booking ${booking.booking_reference}`, shopName, phone, url].filter(Boolean).join('\n'),
      location: booking.pickup_location,
      day: booking.travel_date,
      startsAt: booking.travel_time === null ? null : booking.starts_at,
      state: booking.booking_status,
      sequence: booking.version,
      url,
      now: deps.clock(),
    },
    shopName,
  )
  const name = `${booking.booking_reference}.ics`
  return { name, contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(text) }
}

async function getBooking(deps: BookingDeps, bookingId: string): Promise<BookingRecord> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  return booking
}

const pdf = (name: string, bytes: Buffer): Paper => ({ name: `${name}.pdf`, contentType: 'application/pdf', bytes })

/** Without a token: whoever finds the paper learns the state and the day, nothing of the customer (D7). */
const checkUrl = (deps: BookingDeps, booking: BookingRecord): string =>
  `${deps.baseUrl}/track-booking?${new URLSearchParams({ reference: booking.booking_reference })}`

async function isPickedUp(deps: BookingDeps, booking: BookingRecord): Promise<boolean> {
  const service = await getService(deps.db, deps, booking.service_id)
  return deps.kinds.find(booking.service_type)?.schedule(service).hasPickup ?? booking.pickup_location !== null
}

function tripFacts(booking: BookingRecord): { label: string; value: string }[] {
  const people = [
    [booking.adults_count, 'adult', 'adults'],
    [booking.children_count, 'child', 'children'],
    [booking.infants_count, 'infant', 'infants'],
  ] as const
  const travellers = people
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  const facts = [
    { label: 'Date', value: booking.travel_date },
    { label: 'Time', value: booking.travel_time === null ? null : formatTime(booking.travel_time) },
    { label: 'Travellers', value: travellers.join(', ') },
    { label: 'Language', value: booking.selected_language },
    { label: 'Pickup', value: booking.pickup_location },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
