import * as z from 'zod'
import { id, instant, line, procedure, text } from '../../kernel/contract.ts'
import { adminBookingView, createInput } from '../booking/contract.ts'

/** The signed address under which the customer pays. */
export const paymentLink = z.object({
  url: z.string(),
  /** From then on the address opens nothing. */
  opensUntil: instant,
  /** Unpaid, the booking is given up then; null: it waits, as with payment on arrival. */
  payBefore: instant.nullable(),
})
export type PaymentLink = z.infer<typeof paymentLink>

/** As a customer asks, without price and without documents: those follow by the customer's own link. */
const saleInput = createInput.omit({ documents: true }).extend({
  /** For staff only. */
  admin_notes: text(10_000).nullish(),
  /** A manual method that is set up at once; left out: the customer chooses on the payment page. */
  payment_method: line(40).nullish(),
})
export const sale = z.object({
  booking: adminBookingView,
  /** Null where nothing is to be paid. */
  link: paymentLink.nullable(),
  /** The method that has been set up; null: the customer chooses. */
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
