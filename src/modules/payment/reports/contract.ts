import * as z from 'zod'
import { chosenDay, id, instant, localDate, moneySchema, procedure } from '../../../kernel/contract.ts'

const sums = z.object({ charged: moneySchema, refunded: moneySchema, fees: moneySchema, net: moneySchema })
export const ledgerDifference = z.object({
  subject: z.enum(['attempt', 'booking']),
  bookingId: id,
  booking_reference: z.string(),
  /** The total: 'charged', 'refunded', 'paid' ... */
  what: z.string(),
  stored: moneySchema,
  entered: moneySchema,
})
/** A payment where the provider and the shop disagree. */
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
  /** Ledger sums of that day by currency. */
  sums: z.array(sums),
})
export type ProviderReport = z.infer<typeof providerReport>
/** The report of one day. */
export const paymentReport = z.object({
  day: localDate,
  madeAt: instant,
  /** At most 100. */
  ledgerDifferences: z.array(ledgerDifference),
  providers: z.array(providerReport),
})
export type PaymentReport = z.infer<typeof paymentReport>
/** The current ledger. */
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
    'Daily payment reports, newest first; `before` continues the list',
  )
    .input(z.strictObject({ before: chosenDay.optional(), limit: z.coerce.number().int().min(1).max(31).default(7) }))
    .output(z.object({ items: z.array(paymentReport), next: localDate.nullable() })),
  ledger: procedure(
    'staff:payments',
    'GET /admin/ledger',
    'Sums by currency, and every total that differs from its ledger entries',
  )
    .input(z.strictObject({}))
    .output(ledgerState),
}
