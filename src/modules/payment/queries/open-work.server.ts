import { sql } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'

/** What waits for a person, for the dashboard. */
export async function countPaymentWork(core: Core): Promise<{ proofsToCheck: number; paymentsUnderReview: number }> {
  const { rows } = await sql<{ proofs: number; reviews: number }>`
    select
      (select count(distinct proof.booking_id)::int from payment_proofs proof
        join bookings booking on booking.id = proof.booking_id
        where booking.payment_gateway = 'bank_transfer' and booking.verification is null
          and booking.booking_status <> 'cancelled' and booking.payment_status in ('pending', 'failed')
          and not exists (select 1 from proof_requests request
            where request.booking_id = proof.booking_id and request.answered_at is null)) as proofs,
      (select count(*)::int from payment_attempts where review_reason is not null) as reviews`.execute(core.db)
  return { proofsToCheck: rows[0]?.proofs ?? 0, paymentsUnderReview: rows[0]?.reviews ?? 0 }
}
