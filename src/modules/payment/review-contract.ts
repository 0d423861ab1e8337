import * as z from 'zod'
import { id, instant, moneySchema, pageInput, procedure } from '../../kernel/contract.ts'

export const attemptStates = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'partially_refunded',
  'refunded',
] as const

/** What came of asking a provider about one attempt. */
export const attemptCheck = z.object({
  attemptId: id,
  label: z.string(),
  /** 'unreachable': no answer, so nothing is known. 'by-hand': there is nobody to ask. */
  outcome: z.enum(['changed', 'unchanged', 'mismatch', 'unreachable', 'by-hand']),
  before: z.enum(attemptStates),
  after: z.enum(attemptStates),
})
export type AttemptCheck = z.infer<typeof attemptCheck>

const reportedEvent = z.object({ id, outcome: z.string(), note: z.string().nullable(), at: instant })
/** A payment that a person has to look at. */
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
  /** What may still be given back. */
  refundable: moneySchema,
  reference: z.string().nullable(),
  canCheck: z.boolean(),
  /** Reports that did not match, newest first, at most 5. */
  events: z.array(reportedEvent),
})
export type PaymentReview = z.infer<typeof paymentReview>

/** A booking whose bank transfer somebody has to decide. */
export const waitingProof = z.object({
  bookingId: id,
  booking_reference: z.string(),
  customer_name: z.string(),
  service_title: z.string(),
  amount: moneySchema,
  proofs: z.int(),
  since: instant,
  /** Has waited longer than customers are told. */
  isLate: z.boolean(),
})
export type WaitingProof = z.infer<typeof waitingProof>

const refusedReport = z.object({
  id,
  outcome: z.enum(['rejected', 'unknown-attempt']),
  why: z.string(),
  /** The first characters of what was sent, as text. */
  excerpt: z.string(),
  at: instant,
})
/** Reports that changed nothing because they are not signed, or because no payment belongs to them. */
export const refusedReports = z.object({
  /** How long they are kept. */
  days: z.int(),
  /** So many unsigned ones of a provider are kept in an hour; the rest is only refused. */
  keptAnHour: z.int(),
  providers: z.array(
    z.object({
      provider: z.string(),
      label: z.string(),
      total: z.int(),
      /** Newest first, at most 20. */
      reports: z.array(refusedReport),
    }),
  ),
})
export type RefusedReports = z.infer<typeof refusedReports>

export const reviewProcedures = {
  reviews: procedure(
    'staff:payments',
    'GET /admin/payment-reviews',
    'Payments that a person has to look at, oldest first',
  )
    .input(z.strictObject(pageInput))
    .output(z.object({ items: z.array(paymentReview), total: z.int(), nextCursor: z.string().nullable() })),
  waitingProofs: procedure(
    'staff:payments',
    'GET /admin/waiting-proofs',
    'Bookings whose proof of a bank transfer waits for a decision, the longest waiting first',
  )
    .input(z.strictObject(pageInput))
    .output(z.object({ items: z.array(waitingProof), total: z.int(), nextCursor: z.string().nullable() })),
  refusedReports: procedure(
    'staff:payments',
    'GET /admin/refused-payment-reports',
    'Reports of the last days that were refused or belong to no payment, by provider',
  ).output(refusedReports),
}
