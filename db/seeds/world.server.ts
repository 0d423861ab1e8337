import { sql } from 'kysely'
import type { CatalogueDeps } from '../../src/modules/catalogue/index.server.ts'
import type { FilesDeps } from '../../src/modules/files/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import type { Queryable } from '../../src/platform/db/database.server.ts'

export const worlds = ['demo', 'test', 'million'] as const
export type World = (typeof worlds)[number]

export type SeedDeps = CatalogueDeps &
  FilesDeps & {
    /** The sandbox card exists, and some of the bookings were paid with it. */
    readonly isSandbox: boolean
  }

/** Whom the audit names for what a world starts with. */
export const seeder: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Setup' }

/** The same world, at another moment: what is written then carries that time. */
export const at = (deps: SeedDeps, instant: Date): SeedDeps => ({ ...deps, clock: () => instant })

/** Kept among the settings while a world is being put in: what is there then is nobody's yet. */
const unfinished = 'unfinished_world'

/** True while nothing is on sale, booked or set, and where putting in a world was cut short. */
export async function isEmptyDatabase(q: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select exists (select from settings where setting_key = ${unfinished}) or (
      not exists (select from services) and not exists (select from bookings)
      and not exists (select from homepage_sliders) and not exists (select from settings)) as "isEmpty"`.execute(q)
  return rows[0]?.isEmpty === true
}

/** Removes what a world that was cut short left behind, and notes that the next one has begun. */
export async function beginWorld(deps: SeedDeps): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Nothing of a world that was cut short was anybody's money.
    await sql`alter table ledger_entries disable trigger ledger_entries_kept`.execute(trx)
    // First those that isEmptyDatabase reads, in its order: two nodes that start together never wait for each other.
    await sql`truncate settings, services, bookings, homepage_sliders, booking_counters, booking_days, files, menu_items, pages,
      contact_messages, visit_counter,
      exchange_rates, payment_gateways, bank_accounts, sandbox_card_orders, mail_templates cascade`.execute(trx)
    await sql`alter table ledger_entries enable trigger ledger_entries_kept`.execute(trx)
    await trx
      .insertInto('settings')
      .values({ setting_key: unfinished, setting_value: 'true', updated_at: deps.clock() })
      .execute()
  })
}
export async function finishWorld(q: Queryable): Promise<void> {
  await q.deleteFrom('settings').where('setting_key', '=', unfinished).execute()
}

/** A world is only put into an empty database: nobody's data is mixed with samples. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super('The database is not empty: a world is only put into an empty one.')
    this.name = 'DatabaseNotEmpty'
  }
}
