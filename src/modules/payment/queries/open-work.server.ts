import { sql } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import { proofsAreLateSince, waitingForDecision } from './waiting-proofs.server.ts'

export type PaymentWork = {
  readonly proofsToCheck: number
  /** Of those, longer without a decision than customers are told (A179). */
  readonly proofsOverdue: number
  readonly paymentsUnderReview: number
}

/** What waits for a person, for the dashboard. */
export async function countPaymentWork(core: Core): Promise<PaymentWork> {
  const due = await proofsAreLateSince(core)
  const { rows } = await sql<{ proofs: number; overdue: number; reviews: number }>`
    with waiting as (${waitingForDecision})
    select (select count(*)::int from waiting) as proofs,
      (select count(*)::int from waiting where since < ${due}) as overdue,
      (select count(*)::int from payment_attempts where review_reason is not null) as reviews`.execute(core.db)
  const { proofs = 0, overdue = 0, reviews = 0 } = rows[0] ?? {}
  return { proofsToCheck: proofs, proofsOverdue: overdue, paymentsUnderReview: reviews }
}
