import { erasedWord } from '../../kernel/scrub.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { bookingsForPayment } from '../booking/index.server.ts'
import { activeStates } from './attempts/rules/attempt.ts'
import { bankTransfer, cashOnArrival } from './manual-methods.ts'
import './tables.server.ts'

/**
 * References of bookings with a payment under review, an open attempt or an open refund. One statement. Cash or a
 * transfer that never came for a completed booking does not count: nobody closes it.
 */
export async function findOpenMoney(q: Queryable, bookingIds: readonly string[]): Promise<readonly string[]> {
  if (bookingIds.length === 0) return []
  const rows = await q
    .selectFrom('payment_attempts as attempt')
    .innerJoin(bookingsForPayment(q).as('booking'), 'booking.id', 'attempt.booking_id')
    .select('booking.booking_reference')
    .distinct()
    .where('booking.id', 'in', bookingIds)
    .where(({ eb, and, or, not, exists, selectFrom }) => {
      const hasProof = exists(
        selectFrom('payment_proofs as proof').select('proof.id').whereRef('proof.booking_id', '=', 'booking.id'),
      )
      const neverCame = and([
        eb('booking.booking_status', '=', 'completed'),
        eb('attempt.provider', 'in', [bankTransfer, cashOnArrival]),
        or([eb('booking.verification', 'is not', null), not(hasProof)]),
      ])
      const hasOpenRefund = exists(
        selectFrom('refunds as refund')
          .select('refund.id')
          .whereRef('refund.attempt_id', '=', 'attempt.id')
          .where('refund.state', 'in', ['created', 'pending']),
      )
      return or([
        eb('attempt.review_reason', 'is not', null),
        and([eb('attempt.state', 'in', activeStates), not(neverCame)]),
        hasOpenRefund,
      ])
    })
    .orderBy('booking.booking_reference')
    .execute()
  return rows.map((row) => row.booking_reference)
}

/**
 * Removes the payer from payments, refunds and proofs: what providers sent, what they received and what people wrote.
 * Amounts and the providers' references stay. Returns the ids that audit entries may name, and the files of proofs.
 */
export async function erasePayer(
  trx: Trx,
  { bookingIds, scrub }: Erased,
): Promise<{ readonly subjectIds: readonly string[]; readonly fileIds: readonly string[] }> {
  if (bookingIds.length === 0) return { subjectIds: [], fileIds: [] }
  const attemptIds = await eraseAttempts(trx, bookingIds)
  const refundIds = attemptIds.length === 0 ? [] : await eraseRefunds(trx, attemptIds, scrub)
  await trx.updateTable('proof_requests').set({ reason: erasedWord }).where('booking_id', 'in', bookingIds).execute()
  const proofs = await trx
    .selectFrom('payment_proofs')
    .select(['id', 'file_id'])
    .where('booking_id', 'in', bookingIds)
    .execute()
  await trx
    .updateTable('payment_proofs')
    .set({ external_url: 'https://erased.invalid' })
    .where('booking_id', 'in', bookingIds)
    .where('external_url', 'is not', null)
    .execute()
  return {
    subjectIds: [...attemptIds, ...refundIds, ...proofs.map(({ id }) => id)],
    fileIds: proofs.flatMap(({ file_id }) => file_id ?? []),
  }
}

async function eraseAttempts(trx: Trx, bookingIds: readonly string[]): Promise<readonly string[]> {
  const attempts = await trx
    .updateTable('payment_attempts')
    .set(({ eb }) => ({
      action: null,
      failure_message: eb.case().when('failure_message', 'is not', null).then(erasedWord).else(null).end(),
    }))
    .where('booking_id', 'in', bookingIds)
    .returning('id')
    .execute()
  const ids = attempts.map(({ id }) => id)
  if (ids.length > 0)
    await trx
      .updateTable('payment_events')
      .set({ body: Buffer.alloc(0), note: null })
      .where('attempt_id', 'in', ids)
      .execute()
  return ids
}

async function eraseRefunds(trx: Trx, attemptIds: readonly string[], scrub: Erased['scrub']): Promise<string[]> {
  const refunds = await trx
    .selectFrom('refunds')
    .select(['id', 'reason'])
    .where('attempt_id', 'in', attemptIds)
    .execute()
  for (const { id, reason } of refunds) {
    // The shop's own reasons are codes and stay; staff may have typed a name into any other.
    const isCode = /^[a-z]+([_-][a-z]+)*$/.test(reason)
    const change = { reason: isCode ? String(scrub(reason)) : erasedWord, failure_message: null }
    await trx.updateTable('refunds').set(change).where('id', '=', id).execute()
  }
  return refunds.map(({ id }) => id)
}
