import { sql } from 'kysely'
import { erasedWord } from '../../../kernel/scrub.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { Erased } from '../../../platform/erasure.server.ts'
import { activeStates } from '../rules/attempt.ts'
import '../tables.server.ts'
import { bankTransfer, cashOnArrival } from './manual-attempt.server.ts'

/**
 * References of bookings about whose money something is still to be decided, or is on its way. One statement. Nobody
 * closes the cash or transfer that never came for a completed booking: it keeps nobody waiting.
 */
export async function findOpenMoney(q: Queryable, bookingIds: readonly string[]): Promise<readonly string[]> {
  const neverCame = sql<boolean>`(b.booking_status = 'completed' and a.provider in (${bankTransfer}, ${cashOnArrival})
    and (b.verification is not null or not exists (select from payment_proofs p where p.booking_id = b.id)))`
  const { rows } = await sql<{ reference: string }>`
    select distinct b.booking_reference as reference from payment_attempts a join bookings b on b.id = a.booking_id
    where b.id = any (${[...bookingIds]}::uuid[]) and (a.review_reason is not null
      or (a.state = any (${[...activeStates]}::text[]) and not ${neverCame})
      or exists (select from refunds r where r.attempt_id = a.id and r.state in ('created', 'pending')))
    order by 1`.execute(q)
  return rows.map(({ reference }) => reference)
}

/**
 * Payments, refunds and the ledger keep their amounts and the provider's references; what providers sent, what was
 * handed to them and what people wrote goes. Gives back the ids of what the trail may speak of, and the files of proofs.
 */
export async function erasePayer(
  trx: Trx,
  { bookingIds, scrub }: Erased,
): Promise<{ readonly subjectIds: readonly string[]; readonly fileIds: readonly string[] }> {
  const isTheirs = sql<boolean>`booking_id = any (${[...bookingIds]}::uuid[])`
  const attempts = await trx.selectFrom('payment_attempts').select('id').where(isTheirs).execute()
  const attemptIds = attempts.map(({ id }) => id)
  const isOfTheirs = sql<boolean>`attempt_id = any (${attemptIds}::uuid[])`
  await sql`update payment_attempts set action = null,
      failure_message = case when failure_message is null then null else ${erasedWord} end
    where ${isTheirs}`.execute(trx)
  await sql`update payment_events set body = '', note = null where ${isOfTheirs}`.execute(trx)
  const refunds = await trx.selectFrom('refunds').select(['id', 'reason']).where(isOfTheirs).execute()
  for (const { id, reason } of refunds) {
    // A reason of our own is a code, which says in words what was given back; another was typed.
    const left = /^[a-z]+([_-][a-z]+)*$/.test(reason) ? scrub(reason) : erasedWord
    await trx.updateTable('refunds').set({ reason: left, failure_message: null }).where('id', '=', id).execute()
  }
  await sql`update proof_requests set reason = ${erasedWord} where ${isTheirs}`.execute(trx)
  const proofs = await trx.selectFrom('payment_proofs').select(['id', 'file_id']).where(isTheirs).execute()
  await sql`update payment_proofs set external_url = 'https://erased.invalid'
    where ${isTheirs} and external_url is not null`.execute(trx)
  return {
    subjectIds: [...attemptIds, ...refunds.map(({ id }) => id), ...proofs.map(({ id }) => id)],
    fileIds: proofs.flatMap(({ file_id }) => file_id ?? []),
  }
}
