import { type Selectable, sql } from 'kysely'
import { forAnswer } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../../platform/retention.server.ts'
import type { RefusedBooking, RunView } from './contract.ts'
import type { BookingRun } from './tables.server.ts'
import './tables.server.ts'

const keptSince = ({ clock }: Pick<Core, 'clock'>) => daysBefore(clock(), keptDays.booking_runs)

/** Runs with what they have done so far. Only those under way are counted. */
const selectRuns = (q: Queryable) =>
  q
    .selectFrom('booking_runs as run')
    .selectAll()
    .select((eb) => {
      const count = (outcome: 'done' | 'refused') =>
        eb.fn.coalesce(
          `run.${outcome}`,
          eb
            .selectFrom('booking_run_items as item')
            .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('count'))
            .whereRef('item.run_id', '=', 'run.id')
            .where('item.outcome', '=', outcome),
        )
      return [count('done').as('done_now'), count('refused').as('refused_now')]
    })

type Counted = Selectable<BookingRun> & { readonly done_now: number | null; readonly refused_now: number | null }
const viewRun = (run: Counted): RunView => ({
  ...{ id: run.id, action: run.action, subject: run.options.subject ?? null, by: run.started_by.name },
  ...{ at: run.created_at.toISOString(), finished_at: run.finished_at?.toISOString() ?? null, mails: run.mails },
  counts: { total: run.total, done: run.done_now ?? 0, refused: run.refused_now ?? 0 },
})

/** One statement. Refuses 'booking/no-run', also after 30 days. */
export async function readRun(core: Pick<Core, 'db' | 'clock'>, runId: string): Promise<RunView> {
  const run = await selectRuns(core.db).where('run.id', '=', runId).executeTakeFirst()
  if (!run || run.created_at < keptSince(core)) throw new Refusal('booking/no-run')
  return viewRun(run)
}

const maxRecent = 20
/** Of the last 30 days, the newest first. One statement. */
export async function listRuns(core: Pick<Core, 'db' | 'clock'>): Promise<{ items: RunView[] }> {
  const runs = await selectRuns(core.db)
    .where('run.created_at', '>=', keptSince(core))
    .orderBy('run.created_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(maxRecent)
    .execute()
  return { items: runs.map(viewRun) }
}

/** In the order of the selection. Two statements. Refuses 'booking/no-run'. */
export async function listRefused(
  core: Pick<Core, 'db' | 'clock'>,
  { runId, page, limit }: { readonly runId: string; readonly page: number; readonly limit: number },
): Promise<{ items: RefusedBooking[]; total: number }> {
  const { counts } = await readRun(core, runId)
  const rows = await core.db
    .selectFrom('booking_run_items as item')
    .innerJoin('bookings as booking', 'booking.id', 'item.booking_id')
    .select(['booking.id', 'booking.booking_reference', 'booking.customer_name', 'item.reason'])
    .where('item.run_id', '=', runId)
    .where('item.outcome', '=', 'refused')
    .orderBy('item.position')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    items: rows.map(({ reason, ...row }) => ({ ...row, reason: forAnswer(reason ?? '') })),
    total: counts.refused,
  }
}

/** Few at a time: each has up to 5,000 rows. */
export async function forgetRuns(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await deleteOld(core, { table: 'booking_runs', isOld: sql`created_at < ${keptSince(core)}`, rows: 5 })
}
