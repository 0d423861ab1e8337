/** Which printouts a booking has, the content of an invoice, its numbering. Pure. */

import type { Language } from '../../kernel/language.ts'
import type { MessageString, Text } from '../../kernel/messages.ts'
import { type Money, money, multiplyByRatio } from '../../kernel/money.ts'
import type { PriceLine } from '../../services/kind.ts'
import { text } from './text.ts'

/** `web/refusals.ts` maps each to a status and a message. */
export type PrintoutRefusal =
  /** 409: the booking is not confirmed. */
  | 'paper/no-voucher'
  /** 409: the booking has no date. */
  | 'paper/no-date'

export interface PrintableBooking {
  readonly booking_status: string
  readonly payment_status: string
  readonly paid_minor: number
  readonly travel_date: string | null
}

/**
 * An invoice is issued for a sale: paid, or confirmed for payment on arrival. Before that it is a pro forma invoice
 * without a number. A booking that was cancelled unpaid never gets an invoice.
 */
export const isInvoiced = (booking: PrintableBooking): boolean =>
  booking.paid_minor > 0 ||
  booking.payment_status === 'completed' ||
  booking.booking_status === 'confirmed' ||
  booking.booking_status === 'completed'

/**
 * The confirmation was withdrawn after the invoice was issued: until the booking is sold again the customer gets a pro
 * forma invoice, and then the same number.
 */
export const isWithheld = (booking: PrintableBooking): boolean =>
  booking.booking_status === 'pending' && !isInvoiced(booking)

/** What is still to be paid, in minor units. Nothing for a cancelled booking. */
export const balanceDue = (
  totalMinor: number,
  booking: Pick<PrintableBooking, 'booking_status' | 'paid_minor'>,
): number => (booking.booking_status === 'cancelled' ? 0 : Math.max(0, totalMinor - booking.paid_minor))

/** Only confirmed and completed bookings have a voucher. */
export const hasVoucher = (booking: Pick<PrintableBooking, 'booking_status'>): boolean =>
  booking.booking_status === 'confirmed' || booking.booking_status === 'completed'

/** 'INV-2026': the series restarts each year, in agency time. */
export const seriesOf = (prefix: string, day: string): string => `${prefix}-${day.slice(0, 4)}`
/** 'INV-2026-000042' */
export const invoiceNumber = (series: string, number: number): string => `${series}-${String(number).padStart(6, '0')}`

export interface Party {
  readonly name: string
  /** One line each: address, email, phone, tax number. */
  readonly lines: readonly string[]
}
export interface InvoiceLine {
  readonly text: string
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}
/** The content is stored when the invoice is issued; later changes do not affect it. */
export interface InvoiceContent {
  /** What it is written in; older ones are English. */
  readonly language?: Language
  readonly reference: string
  /** The day of issue on the agency's clock; invoices issued before it was kept have none. */
  readonly issuedOn?: string
  readonly seller: Party
  readonly customer: Party
  readonly subject: string
  readonly travelDate: string | null
  /** Of a group departure; invoices issued before it was kept have none. */
  readonly returnDate?: string | null
  /** Of a return trip. */
  readonly returnLegDate?: string
  readonly lines: readonly InvoiceLine[]
  readonly discount: Money
  readonly tax: Money
  /** '0.18'; null where the tax is not a percentage of all lines. */
  readonly taxRate: string | null
  readonly total: Money
}

export interface InvoicedBooking {
  readonly booking_reference: string
  readonly service_title: string
  readonly travel_date: string | null
  /** Null: one way. */
  readonly return_leg_date?: string | null
  readonly customer_name: string
  readonly customer_email: string
  readonly customer_phone: string | null
  readonly currency: string
  readonly price_lines: readonly PriceLine[]
  readonly base_minor: number
  readonly discount_minor: number
  readonly tax_minor: number
  readonly final_minor: number
}

const lineTexts: Readonly<Record<string, MessageString>> = {
  adult: text('invoice.lines.adult'),
  child: text('invoice.lines.child'),
  infant: text('invoice.lines.infant'),
  person: text('invoice.lines.person'),
  base: text('invoice.lines.base'),
  distance: text('invoice.lines.distance'),
  hours: text('invoice.lines.hours'),
  bothWays: text('invoice.lines.bothWays'),
  outboundLeg: text('invoice.lines.outboundLeg'),
  returnLeg: text('invoice.lines.returnLeg'),
  fee: text('invoice.lines.fee'),
}

/** Invariant: lines - discount + tax = total (D44). Throws otherwise. */
export function invoiceContent(
  booking: InvoicedBooking,
  seller: Party,
  returnDate: string | null = null,
): InvoiceContent {
  const amount = (minor: number): Money => money(minor, booking.currency)
  const lines = booking.price_lines.map((line) => ({
    text: lineTexts[line.label] ?? line.label,
    quantity: line.quantity,
    unit: line.unit,
    total: line.total,
  }))
  const sum = lines.reduce((all, line) => all + line.total.minor, 0)
  if (sum !== booking.base_minor || sum - booking.discount_minor + booking.tax_minor !== booking.final_minor)
    throw new RangeError(`The amounts of ${booking.booking_reference} do not add up`)
  return {
    reference: booking.booking_reference,
    seller,
    customer: {
      name: booking.customer_name,
      lines: [booking.customer_email, ...(booking.customer_phone ? [booking.customer_phone] : [])],
    },
    subject: booking.service_title,
    travelDate: booking.travel_date,
    ...(returnDate && { returnDate }),
    ...(booking.return_leg_date && { returnLegDate: booking.return_leg_date }),
    lines,
    discount: amount(booking.discount_minor),
    tax: amount(booking.tax_minor),
    taxRate: taxRateOf(booking),
    total: amount(booking.final_minor),
  }
}

/** The tax rate as a decimal ('0.18'); null if no rate with two decimals of a percent gives exactly this tax. */
function taxRateOf(booking: InvoicedBooking): string | null {
  if (booking.tax_minor === 0) return null
  const base = booking.price_lines.find(({ label }) => label === 'base')?.total.minor ?? booking.base_minor
  const taxed = base - booking.discount_minor
  if (taxed <= 0) return null
  const rate = (Math.round((booking.tax_minor * 10_000) / taxed) / 10_000).toFixed(4)
  return multiplyByRatio(money(taxed, booking.currency), rate).minor === booking.tax_minor ? rate : null
}

/** A booking that was moved after its invoice was issued: the invoice stays, and a note says what holds now. */
export function changeSince(
  content: Pick<InvoiceContent, 'travelDate' | 'returnLegDate' | 'total'>,
  booking: Pick<InvoicedBooking, 'travel_date' | 'return_leg_date' | 'final_minor' | 'currency'>,
): ChangedBooking | null {
  const { travel_date: travelDate, return_leg_date: back, final_minor, currency } = booking
  if (travelDate === null) return null
  const isSameDay = content.travelDate === travelDate && (content.returnLegDate ?? null) === (back ?? null)
  if (isSameDay && content.total.minor === final_minor) return null
  return { travelDate, ...(back && { returnLegDate: back }), total: money(final_minor, currency) }
}
export interface ChangedBooking {
  readonly travelDate: string
  readonly returnLegDate?: string
  readonly total: Money
}

/** The days of a trip in one line; '' without a day. A group's return ends one trip, a return leg is another. */
export function tripDays({ travelDate, returnDate, returnLegDate }: TripDays): Text {
  const trip = [travelDate, returnDate].filter(Boolean).join(' – ')
  return returnLegDate ? text('invoice.withReturn', { date: trip, back: returnLegDate }) : trip
}
type TripDays = Pick<InvoiceContent, 'travelDate' | 'returnDate' | 'returnLegDate'>
