import { addHours } from '../../../kernel/dates.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { refreshAttempt } from './close-attempt.server.ts'
import { paymentRound } from './payment-round.server.ts'

const atOnce = 500
/** Some suppliers turn a failed payment into a paid one after hours (late authorisation). */
const lateHours = 72
/** A refund that was not given to its provider by then has lost its job, or that has given up. */
const stuckHours = 6

/**
 * The slow round: attempts that ended without money in the last three days are asked about again, and so are refunds
 * under way; refunds that were never given to their provider are tried again. Safe to repeat.
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
    after = rows.length === atOnce ? rows.at(-1) : undefined
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
    .limit(atOnce)
  return (after ? rows.where('id', '>', after.id) : rows).execute()
}

/** Under the refund's own key, so that one which went through after all is not given twice. */
async function repeatRefunds(deps: PaymentDeps): Promise<void> {
  const givers = deps.providers.all.filter(({ refund }) => refund).map(({ describe }) => describe.name)
  if (givers.length === 0) return
  const stuck = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'created')
    .where('provider', 'in', givers)
    .where('created_at', '<', addHours(deps.clock(), -stuckHours))
    .execute()
  for (const { id } of stuck) await addJob(deps.db, 'run-refund', { refundId: id }, { key: `refund:${id}` })
  if (stuck.length > 0) deps.log.warn({ refunds: stuck.length }, 'refunds that were not given are tried again')
}
