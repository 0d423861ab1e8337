import { type RawBuilder, sql } from 'kysely'
import type { Database } from './db/database.server.ts'
import type { Tables } from './db/tables.server.ts'

/** Days that rows are kept, where no setting decides. The reasons are in docs/rules/retention.md. */
export const keptDays = {
  rate_limits: 1,
  idempotency_keys: 7,
  /** Delivered to every subscriber; others `undelivered_events`. */
  events: 1,
  undelivered_events: 30,
  failed_jobs: 30,
  /** Reports of providers that were accepted; refused ones have their own bounds. */
  payment_events: 1_095,
  conversion_visits: 7,
  /** Files that were never imported. */
  catalogue_uploads: 7,
  price_changes: 30,
  booking_runs: 30,
  sign_in_links: 1,
  unsent_links: 1,
  /** After the departure. */
  waiting_entries: 14,
  /** In the trash. */
  canned_replies: 30,
} as const

const dayMilliseconds = 86_400_000
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMilliseconds)
export const yearsBefore = (now: Date, years: number): Date => {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}

const maxBatches = 500

/**
 * Deletes the rows for which `isOld` is true, at most `rows` in a transaction, so that nothing waits long for it and a
 * replica keeps up. Rows that somebody else has locked are left to the next run, and so is what is left after 500 batches.
 * Each batch is two statements. Returns how many rows were deleted.
 */
export async function deleteOld(
  { db }: { readonly db: Database },
  {
    table,
    isOld,
    rows = 1_000,
  }: { readonly table: keyof Tables; readonly isOld: RawBuilder<boolean>; readonly rows?: number },
): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const gone = await db.transaction().execute(async (trx) => {
      // Tables that are append only let go of old rows in transactions that say so.
      await sql`select set_config('safar.purging', 'on', true)`.execute(trx)
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${isOld} limit ${rows} for update skip locked))`.execute(trx)
      return Number(numAffectedRows ?? 0)
    })
    deleted += gone
    if (gone < rows) break
  }
  return deleted
}
