import type { Trx } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { listCustomerAccounts } from '../account/index.server.ts'
import { listBookingContacts } from '../booking/index.server.ts'
import type { CustomerDeps } from './deps.server.ts'
import { lockRecords, recordAccounts, recordBookings } from './records.server.ts'
import './tables.server.ts'

const task = 'record-customers'
export const customerSchedule: Schedule = [{ task, cron: '* * * * *' }]
export const customerJobs = (deps: CustomerDeps): Jobs => ({ [task]: () => recordEverybody(deps) })

const batchSize = 500
/** Keeps a run short, so that a node can stop; the rest is a job of its own. */
const batchesPerRun = 20
/** A transaction may commit ids that are older than ids already read. Younger rows are read again by the next run. */
const settledMinutes = 10

type Source = 'bookings' | 'accounts'
type Page = { readonly after: string | null; readonly limit: number }
/** Records one page; returns what it has read. */
type Recorder = (trx: Trx, deps: CustomerDeps, page: Page) => Promise<readonly { id: string; at: Date }[]>
const recorders: Readonly<Record<Source, Recorder>> = {
  accounts: async (trx, deps, page) => {
    const { accounts, verified } = await listCustomerAccounts(deps, trx, page)
    await recordAccounts(trx, accounts)
    return verified
  },
  bookings: async (trx, _deps, page) => {
    const bookings = await listBookingContacts(trx, page)
    await recordBookings(trx, bookings)
    return bookings.map(({ id, created_at }) => ({ id, at: created_at }))
  },
}

/**
 * Creates the records of new bookings, of bookings and accounts from before an update, and of those whose event was handled
 * by a node of the previous version. Idempotent.
 */
async function recordEverybody(deps: CustomerDeps): Promise<void> {
  const isDone = (await sweep(deps, 'accounts')) && (await sweep(deps, 'bookings'))
  if (!isDone) await addJob(deps.db, task, {}, { key: task })
}

/** False when there is more to read. */
async function sweep(deps: CustomerDeps, source: Source): Promise<boolean> {
  const stored = await deps.db
    .selectFrom('customer_sweeps')
    .select('after_id')
    .where('source', '=', source)
    .executeTakeFirst()
  let after = stored?.after_id ?? null
  for (let batches = 0; batches < batchesPerRun; batches++) {
    const last = await recordBatch(deps, source, after)
    if (last === null) return true
    after = last
  }
  return false
}

/** Returns where the next batch begins; null: this was the last. One transaction. */
function recordBatch(deps: CustomerDeps, source: Source, after: string | null): Promise<string | null> {
  const settledBefore = deps.clock().getTime() - settledMinutes * 60_000
  return deps.db.transaction().execute(async (trx) => {
    // Lock before reading anything: an erasure in progress must not be undone.
    await lockRecords(trx)
    const batch = await recorders[source](trx, deps, { after, limit: batchSize })
    const settled = batch.findLast(({ at }) => at.getTime() < settledBefore)
    if (settled)
      await trx
        .insertInto('customer_sweeps')
        .values({ source, after_id: settled.id })
        .onConflict((conflict) => conflict.column('source').doUpdateSet({ after_id: settled.id }))
        .execute()
    return batch.length < batchSize ? null : (batch.at(-1)?.id ?? null)
  })
}
