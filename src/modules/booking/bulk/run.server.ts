import { sql } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import type { Jobs } from '../../../platform/jobs/worker.server.ts'
import { lockBooking } from '../access.server.ts'
import { decideLocked, type IsDecidedByTransfer } from '../commands/decide-status.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { text } from '../text.ts'
import { mailBatch } from './mail.server.ts'
import { maxTries, pauseAfter, reasonToSkip } from './rules.ts'
import { runJob } from './start.server.ts'
import type { BookingRun } from './tables.server.ts'
import './tables.server.ts'

export type RunDeps = BookingDeps & { readonly isDecidedByTransfer: IsDecidedByTransfer }

export const bulkRunJobs = (deps: RunDeps): Jobs => ({ [runJob]: ({ runId }) => workOn(deps, String(runId)) })

/** The command has checked permissions, so any staff role will do. */
export const starterOf = ({ id, started_by }: BookingRun): Caller => ({
  ...anonymous(''),
  ...{ ...started_by, role: 'support', partOf: id },
})

/**
 * Takes one batch of a run, and adds a job for the next, so that other jobs can run in between. Each booking is handled
 * once, however often this is interrupted or repeated.
 */
export async function workOn(deps: RunDeps, runId: string): Promise<void> {
  const run = await deps.db.selectFrom('booking_runs').selectAll().where('id', '=', runId).executeTakeFirst()
  if (!run || run.finished_at !== null) return
  await (run.action === 'confirm' ? confirmBatch(deps, run) : mailBatch(deps, run, starterOf(run)))
  const [next] = await waitingItems(deps.db, runId, 1)
  if (!next) return finish(deps, run)
  await addJob(deps.db, runJob, { runId }, { key: `${runJob}:${runId}`, delay: pauseAfter(next.tries) })
}

const batchSize = 50
const waitingItems = (q: Queryable, runId: string, limit: number) =>
  q
    .selectFrom('booking_run_items')
    .select(['run_id', 'booking_id', 'version', 'tries'])
    .where('run_id', '=', runId)
    .where('outcome', 'is', null)
    .orderBy('tries')
    .orderBy('position')
    .limit(limit)
    .execute()
type Item = Awaited<ReturnType<typeof waitingItems>>[number]

/** Each booking in a transaction of its own. One that fails does not hold up the others. */
async function confirmBatch(deps: RunDeps, run: BookingRun): Promise<void> {
  for (const item of await waitingItems(deps.db, run.id, batchSize))
    await confirmOne(deps, run, item).catch(async (error: unknown) => {
      if (isRefusal(error)) return refuse(deps.db, item, reasonOf(error))
      deps.log.warn({ runId: run.id, bookingId: item.booking_id, err: error }, 'a booking of a bulk action has failed')
      await noteTry(deps.db, item)
    })
}

async function confirmOne(deps: RunDeps, run: BookingRun, item: Item): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await lockWaiting(trx, item))) return
    const booking = await lockBooking(trx, item.booking_id)
    const hasTransfer = await deps.isDecidedByTransfer(trx, booking)
    const reason = reasonToSkip(booking, { hasTransfer, confirmsUnpaid: run.options.confirm_unpaid ?? false })
    if (reason) return refuse(trx, item, text(`bulk.reasons.${reason}`))
    if (booking.version !== item.version) return refuse(trx, item, text('bulk.reasons.changed'))
    await decideLocked(trx, deps, { booking, step: 'confirm', caller: starterOf(run), facts: {} })
    await trx.updateTable('booking_run_items').set({ outcome: 'done' }).where(isItem(item)).execute()
  })
}

const isItem = ({ run_id, booking_id }: Item) =>
  sql<boolean>`run_id = ${run_id} and booking_id = ${booking_id} and outcome is null`
const lockWaiting = (trx: Trx, item: Item) =>
  trx.selectFrom('booking_run_items').select('booking_id').where(isItem(item)).forUpdate().executeTakeFirst()

async function refuse(q: Queryable, item: Item, reason: Text): Promise<void> {
  await q
    .updateTable('booking_run_items')
    .set({ outcome: 'refused', reason: JSON.stringify(reason) })
    .where(isItem(item))
    .execute()
}

const reasonOf = ({ code }: Refusal): Text =>
  text(code === 'booking/places-gone' ? 'bulk.reasons.places' : 'bulk.reasons.refused')

async function noteTry(q: Queryable, item: Item): Promise<void> {
  if (item.tries + 1 >= maxTries) return refuse(q, item, text('bulk.reasons.failed'))
  await q
    .updateTable('booking_run_items')
    .set({ tries: item.tries + 1 })
    .where(isItem(item))
    .execute()
}

/** Counts the outcomes once and writes the audit entry. */
async function finish(deps: RunDeps, run: BookingRun): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ done: number; refused: number; mails: number }>`
      update booking_runs set finished_at = ${deps.clock()}, done = counted.done, refused = counted.refused
      from (select count(*) filter (where outcome = 'done')::int as done,
        count(*) filter (where outcome = 'refused')::int as refused
        from booking_run_items where run_id = ${run.id}) as counted
      where id = ${run.id} and finished_at is null
      returning booking_runs.done, booking_runs.refused, booking_runs.mails`.execute(trx)
    const [counts] = rows
    if (!counts) return
    const { mails, ...outcome } = counts
    const after = { ...outcome, ...(run.action === 'message' && { mails }) }
    const entry = { action: `bookings.${run.action}-finished`, subjectType: 'booking-run', subjectId: run.id, after }
    await writeAudit(trx, starterOf(run), entry, deps.clock())
  })
}
