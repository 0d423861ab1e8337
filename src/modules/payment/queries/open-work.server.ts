import { sql } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import { readSettings } from '../../settings/index.server.ts'

export type PaymentWork = {
  readonly proofsToCheck: number
  /** Of those, longer without a decision than customers are told (A179). */
  readonly proofsOverdue: number
  readonly paymentsUnderReview: number
}
const hourMs = 60 * 60_000

/** What waits for a person, for the dashboard. A proof waits since it came, or since the last one was answered with a request. */
export async function countPaymentWork(core: Core): Promise<PaymentWork> {
  const { transfer_verification_hours: promised } = await readSettings(core)
  const due = new Date(core.clock().getTime() - promised * hourMs)
  const { rows } = await sql<{ proofs: number; overdue: number; reviews: number }>`
    with waiting as (
      select proof.booking_id, min(proof.created_at) filter (where not exists (select 1 from proof_requests request
          where request.booking_id = proof.booking_id and request.asked_at >= proof.created_at)) as since
        from payment_proofs proof join bookings booking on booking.id = proof.booking_id
        where booking.payment_gateway = 'bank_transfer' and booking.verification is null
          and booking.booking_status <> 'cancelled' and booking.payment_status in ('pending', 'failed')
          and not exists (select 1 from proof_requests request
            where request.booking_id = proof.booking_id and request.answered_at is null)
        group by proof.booking_id)
    select (select count(*)::int from waiting) as proofs,
      (select count(*)::int from waiting where since < ${due}) as overdue,
      (select count(*)::int from payment_attempts where review_reason is not null) as reviews`.execute(core.db)
  const { proofs = 0, overdue = 0, reviews = 0 } = rows[0] ?? {}
  return { proofsToCheck: proofs, proofsOverdue: overdue, paymentsUnderReview: reviews }
}
