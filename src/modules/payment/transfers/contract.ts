import * as z from 'zod'
import { id, instant, line, moneySchema, pageInput, procedure, text } from '../../../kernel/contract.ts'
import { adminBookingView } from '../../booking/contract.ts'
import { adminPayment } from '../attempts/contract.ts'

/** A booking with a bank transfer to decide. */
export const waitingProof = z.object({
  bookingId: id,
  booking_reference: z.string(),
  customer_name: z.string(),
  service_title: z.string(),
  amount: moneySchema,
  proofs: z.int(),
  since: instant,
  /** Waiting longer than the time promised to customers. */
  isLate: z.boolean(),
})
export type WaitingProof = z.infer<typeof waitingProof>

export const transferProcedures = {
  decide: procedure(
    'staff:payments',
    'POST /admin/bookings/{bookingId}/verification',
    'Approves or rejects a bank transfer, once',
    { idempotent: true },
  )
    .input(
      z.strictObject({
        bookingId: id,
        decision: z.enum(['approved', 'rejected']),
        admin_notes: text(10_000).optional(),
        /** For an approval: all that has arrived; by default the amount due. Less pays nothing and goes under review. */
        received_amount: moneySchema.optional(),
      }),
    )
    .output(z.object({ booking: adminBookingView, payment: adminPayment })),
  askForProof: procedure(
    'staff:payments',
    'POST /admin/bookings/{bookingId}/proof-requests',
    'Asks the customer for a new proof, with a reason',
    { idempotent: true },
  )
    .input(z.strictObject({ bookingId: id, reason: text(1000) }))
    .output(adminPayment),
  setProofUrl: procedure(
    'staff:payments',
    'PUT /admin/bookings/{bookingId}/proof-url',
    'A further version of the proof, by http(s) address',
    { idempotent: true },
  )
    .input(z.strictObject({ bookingId: id, url: line(2000) }))
    .output(adminPayment),
  waitingProofs: procedure(
    'staff:payments',
    'GET /admin/waiting-proofs',
    'Bookings whose proof of a bank transfer waits for a decision, the longest waiting first',
  )
    .input(
      z.strictObject({
        ...pageInput,
        /** Only those that wait longer than customers were promised. */
        waiting: z.literal('late').optional(),
      }),
    )
    .output(z.object({ items: z.array(waitingProof), total: z.int(), nextCursor: z.string().nullable() })),
}
