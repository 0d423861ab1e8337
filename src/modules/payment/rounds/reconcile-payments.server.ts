import { addHours } from '../../../kernel/dates.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { refreshAttempt } from '../attempts/close-attempt.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { paymentRound } from './round.server.ts'

const batchSize = 500
/** Some providers report success hours after a failure (late authorisation). */
const lateHours = 72
/** A refund that is still not sent after this time has lost its job. */
const stuckHours = 6

/**
 * The slow round: checks attempts that ended without money in the last three days and attempts with pending refunds,
 * and re-queues refunds that were never sent. Repeatable.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<number> {
  await repeatRefunds(deps)
  const round = paymentRound(deps)
  let asked = 0
  let after: AttemptRecord | undefined
  do {
    const rows = await unsettled(deps, after)
    for (const row of rows) await round.work(row, () => refreshAttempt(deps, row))
    asked += rows.length
    after = rows.length === batchSize ? rows.at(-1) : undefined
  } while (after)
  return asked
}

function unsettled(deps: PaymentDeps, after: AttemptRecord | undefined): Promise<AttemptRecord[]> {
  const rows = deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('state', 'in', ['failed', 'cancelled', 'expired']),
          where('created_at', '>=', addHours(deps.clock(), -lateHours)),
        ]),
        where('id', 'in', where.selectFrom('refunds').select('attempt_id').where('state', '=', 'pending')),
      ]),
    )
    .orderBy('id')
    .limit(batchSize)
  return (after ? rows.where('id', '>', after.id) : rows).execute()
}

/** The refund's id is the idempotency key, so a refund that went through after all is not made twice. */
async function repeatRefunds(deps: PaymentDeps): Promise<void> {
  const names = deps.providers.all.filter(({ refund }) => refund).map(({ describe }) => describe.name)
  if (names.length === 0) return
  const stuck = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'created')
    .where('provider', 'in', names)
    .where('created_at', '<', addHours(deps.clock(), -stuckHours))
    .execute()
  for (const { id } of stuck) await addJob(deps.db, 'run-refund', { refundId: id }, { key: `refund:${id}` })
  if (stuck.length > 0) deps.log.warn({ refunds: stuck.length }, 'retrying refunds that were never sent')
}
