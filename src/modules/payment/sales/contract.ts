import * as z from 'zod'
import { id, instant, line, procedure, text } from '../../../kernel/contract.ts'
import { knownLanguages } from '../../../kernel/language.ts'
import { adminBookingView, createInput } from '../../booking/contract.ts'

export const paymentLink = z.object({
  url: z.string(),
  /** The link expires then. */
  opensUntil: instant,
  /** An unpaid booking expires then; null: it does not expire. */
  payBefore: instant.nullable(),
})
export type PaymentLink = z.infer<typeof paymentLink>

/** The customer's request without price and documents. The customer adds documents later by a link. */
const saleInput = createInput.omit({ documents: true }).extend({
  /** For staff only. */
  admin_notes: text(10_000).nullish(),
  /** Sells places that the departure does not have; needs the permission 'overbooking'. */
  overbooking_reason: line(500).nullish(),
  /** A manual method to set up at once; omitted: the customer chooses. */
  payment_method: line(40).nullish(),
  /** Of emails and documents to the customer; omitted: the shop's default. */
  language: z.enum(knownLanguages).nullish(),
})
export const sale = z.object({
  booking: adminBookingView,
  /** Null when nothing is due. */
  link: paymentLink.nullable(),
  /** Null: the customer chooses. */
  payment_method: z.string().nullable(),
})
export type Sale = z.infer<typeof sale>

export const saleProcedures = {
  sell: procedure(
    'staff:bookings',
    'POST /admin/bookings',
    'Books for a customer, such as by phone, and gives the link to pay with; the price is worked out here',
    { idempotent: true },
  )
    .input(saleInput)
    .output(sale),
  manualMethods: procedure(
    'staff:bookings',
    'GET /admin/manual-payment-methods',
    'The ways to pay that staff can settle with a customer: transfer, on arrival',
  ).output(z.array(z.object({ name: z.string(), label: z.string() }))),
  link: procedure(
    'staff:bookings',
    'POST /admin/bookings/{bookingId}/payment-link',
    'A signed link to the payment page, for the customer of an unpaid booking',
  )
    .input(z.strictObject({ bookingId: id }))
    .output(paymentLink),
}
