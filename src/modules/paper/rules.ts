/** Which paper a booking has, what an invoice says, and how it is numbered. Pure. */
import { type Money, money, multiplyByRatio } from '../../kernel/money.ts'
import type { PriceLine } from '../../services/kind.ts'

/** Why a paper cannot be had; `web/refusals.ts` gives each a status and a sentence. */
export type PaperRefusal =
  /** 409: the booking is not confirmed, or cancelled: there is nothing to travel with. */
  | 'paper/no-voucher'
  /** 409: the booking has no day. */
  | 'paper/no-date'

/** What the rules look at of a booking. */
export interface PaperBooking {
  readonly booking_status: string
  readonly payment_status: string
  readonly paid_minor: number
  readonly travel_date: string | null
}

/**
 * An invoice is issued for what is sold: paid, or confirmed to be paid on arrival. Before that the same paper is a pro
 * forma invoice without a number, and a booking that was cancelled unpaid never gets one.
 */
export const isInvoiced = (booking: PaperBooking): boolean =>
  booking.paid_minor > 0 ||
  booking.payment_status === 'completed' ||
  booking.booking_status === 'confirmed' ||
  booking.booking_status === 'completed'

/** A voucher is what the traveller shows at the start: only a booking that stands has one. */
export const hasVoucher = (booking: PaperBooking): boolean =>
  booking.booking_status === 'confirmed' || booking.booking_status === 'completed'

/** 'INV-2026': numbers begin anew each year of the agency's clock. */
export const seriesOf = (prefix: string, day: string): string => `${prefix}-${day.slice(0, 4)}`
/** 'INV-2026-000042' */
export const invoiceNumber = (series: string, number: number): string => `${series}-${String(number).padStart(6, '0')}`

export interface Party {
  readonly name: string
  /** Address, e-mail, phone, tax number: one each. */
  readonly lines: readonly string[]
}
export interface InvoiceLine {
  readonly text: string
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}
/** What an invoice says. Kept as it was issued: later changes of the agency's or the booking's data do not reach it. */
export interface InvoiceContent {
  readonly reference: string
  readonly seller: Party
  readonly customer: Party
  readonly subject: string
  readonly travelDate: string | null
  readonly lines: readonly InvoiceLine[]
  readonly discount: Money
  readonly tax: Money
  /** '0.18', null where the lines carry no tax of their own. */
  readonly taxRate: string | null
  readonly total: Money
}

export interface InvoicedBooking {
  readonly booking_reference: string
  readonly service_title: string
  readonly travel_date: string | null
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

const words: Readonly<Record<string, string>> = {
  adult: 'Adult',
  child: 'Child',
  infant: 'Infant',
  person: 'Person',
  base: 'Base price',
  distance: 'Distance',
  hours: 'Time',
  fee: 'Processing fee',
}

/** The lines add up: lines - discount + tax = total (D44). Throws where the booking's amounts do not. */
export function invoiceContent(booking: InvoicedBooking, seller: Party): InvoiceContent {
  const amount = (minor: number): Money => money(minor, booking.currency)
  const lines = booking.price_lines.map((line) => ({
    text: words[line.label] ?? line.label,
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
    lines,
    discount: amount(booking.discount_minor),
    tax: amount(booking.tax_minor),
    taxRate: taxRateOf(booking),
    total: amount(booking.final_minor),
  }
}

/**
 * The rate that the tax stands for, as a decimal ('0.18'); null where no rate of up to 2 decimals of a percent gives
 * exactly this tax, such as a tax on a part of the lines.
 */
function taxRateOf(booking: InvoicedBooking): string | null {
  if (booking.tax_minor === 0) return null
  const base = booking.price_lines.find(({ label }) => label === 'base')?.total.minor ?? booking.base_minor
  const taxed = base - booking.discount_minor
  if (taxed <= 0) return null
  const rate = (Math.round((booking.tax_minor * 10_000) / taxed) / 10_000).toFixed(4)
  return multiplyByRatio(money(taxed, booking.currency), rate).minor === booking.tax_minor ? rate : null
}
