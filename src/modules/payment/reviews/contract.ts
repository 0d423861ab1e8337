import * as z from 'zod'
import { id, instant, moneySchema, pageInput, procedure, text } from '../../../kernel/contract.ts'
import { adminPayment, attemptStates } from '../attempts/contract.ts'

const reportedEvent = z.object({ id, outcome: z.string(), note: z.string().nullable(), at: instant })
/** A payment that staff must review. */
export const paymentReview = z.object({
  attemptId: id,
  bookingId: id,
  booking_reference: z.string(),
  customer_name: z.string(),
  provider: z.string(),
  label: z.string(),
  state: z.enum(attemptStates),
  reason: z.string(),
  since: instant,
  amount: moneySchema,
  captured: moneySchema,
  refunded: moneySchema,
  /** The amount that can still be refunded. */
  refundable: moneySchema,
  reference: z.string().nullable(),
  canCheck: z.boolean(),
  /** Mismatching events, newest first, at most 5. */
  events: z.array(reportedEvent),
})
export type PaymentReview = z.infer<typeof paymentReview>

export const reviewProcedures = {
  reviews: procedure(
    'staff:payments',
    'GET /admin/payment-reviews',
    'Payments that a person has to look at, oldest first',
  )
    .input(z.strictObject(pageInput))
    .output(z.object({ items: z.array(paymentReview), total: z.int(), nextCursor: z.string().nullable() })),
  closeReview: procedure(
    'staff:payments',
    'POST /admin/payment-attempts/{attemptId}/review',
    'A person has looked at what did not match',
    { idempotent: true },
  )
    .input(z.strictObject({ attemptId: id, note: text(1000) }))
    .output(adminPayment),
}
