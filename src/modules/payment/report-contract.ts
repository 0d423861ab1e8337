import * as z from 'zod'
import { id, instant, localDate, moneySchema, procedure } from '../../kernel/contract.ts'

const sums = z.object({ charged: moneySchema, refunded: moneySchema, fees: moneySchema, net: moneySchema })
export const ledgerDifference = z.object({
  subject: z.enum(['attempt', 'booking']),
  bookingId: id,
  booking_reference: z.string(),
  /** 'charged', 'refunded', 'paid' ...: the total that its lines do not add up to. */
  what: z.string(),
  stored: moneySchema,
  entered: moneySchema,
})
/** A payment about which its provider says something else. */
export const paymentDifference = z.object({
  attemptId: id,
  bookingId: id,
  booking_reference: z.string(),
  what: z.enum(['charged', 'refunded', 'other']),
  provider: moneySchema,
  own: moneySchema,
  why: z.string(),
})
export const providerReport = z.object({
  name: z.string(),
  label: z.string(),
  asked: z.int(),
  agreed: z.int(),
  changed: z.int(),
  unanswered: z.int(),
  refundsElsewhere: z.int(),
  differing: z.array(paymentDifference),
  /** What the ledger entered that day, one for each currency. */
  sums: z.array(sums),
})
export type ProviderReport = z.infer<typeof providerReport>
/** What the providers and the books said of one day. */
export const paymentReport = z.object({
  day: localDate,
  madeAt: instant,
  /** At most 100. */
  ledgerDifferences: z.array(ledgerDifference),
  providers: z.array(providerReport),
})
export type PaymentReport = z.infer<typeof paymentReport>
/** The books as they stand now. */
export const ledgerState = z.object({
  sums: z.array(sums),
  /** At most 100. */
  differences: z.array(ledgerDifference),
  differing: z.int(),
})
export type LedgerState = z.infer<typeof ledgerState>

export const reportProcedures = {
  reports: procedure(
    'staff:payments',
    'GET /admin/payment-reports',
    'What the providers and the books said, by day, newest first; `before` leads further back',
  )
    .input(z.strictObject({ before: localDate.optional(), limit: z.coerce.number().int().min(1).max(31).default(7) }))
    .output(z.object({ items: z.array(paymentReport), next: localDate.nullable() })),
  ledger: procedure(
    'staff:payments',
    'GET /admin/ledger',
    'What has moved in each currency, and every total that its lines do not add up to',
  )
    .input(z.strictObject({}))
    .output(ledgerState),
}
