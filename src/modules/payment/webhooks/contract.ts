import * as z from 'zod'
import { id, instant, procedure } from '../../../kernel/contract.ts'

const refusedReport = z.object({
  id,
  outcome: z.enum(['rejected', 'unknown-attempt']),
  why: z.string(),
  /** The start of the body, as text. */
  excerpt: z.string(),
  at: instant,
})
/** Webhooks with a bad signature, or without a matching payment. */
export const refusedReports = z.object({
  /** Retention. */
  days: z.int(),
  /** Unsigned webhooks stored per provider and hour; more are refused without a record. */
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

export const webhookProcedures = {
  refusedReports: procedure(
    'staff:payments',
    'GET /admin/refused-payment-reports',
    'Reports of the last days that were refused or belong to no payment, by provider',
  ).output(refusedReports),
}
