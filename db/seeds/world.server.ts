import { sql } from 'kysely'
import type { CatalogueDeps } from '../../src/modules/catalogue/index.server.ts'
import type { FilesDeps } from '../../src/modules/files/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import type { Queryable } from '../../src/platform/db/database.server.ts'

export const worlds = ['demo', 'test', 'million'] as const
export type World = (typeof worlds)[number]

export type SeedDeps = CatalogueDeps &
  FilesDeps & {
    /** The sandbox card exists, and pays some of the bookings. */
    readonly isSandbox: boolean
  }

/** The actor in the audit trail. */
export const seeder: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Setup' }

/** The same dependencies with another time. */
export const at = (deps: SeedDeps, instant: Date): SeedDeps => ({ ...deps, clock: () => instant })

/** A setting that exists while a world is being written. */
const unfinished = 'unfinished_world'

/** True without items, bookings, sliders and settings, and when an earlier seeding was interrupted. */
export async function isEmptyDatabase(q: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select exists (select from settings where setting_key = ${unfinished}) or (
      not exists (select from services) and not exists (select from bookings)
      and not exists (select from homepage_sliders) and not exists (select from settings)) as "isEmpty"`.execute(q)
  return rows[0]?.isEmpty === true
}

/** Deletes the rows of an interrupted seeding and marks a new one. */
export async function beginWorld(deps: SeedDeps): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // The ledger refuses deletes; its entries here are samples.
    await sql`alter table ledger_entries disable trigger ledger_entries_kept`.execute(trx)
    // First the tables that isEmptyDatabase reads, in its order, so that two starting nodes cannot deadlock.
    await sql`truncate settings, services, bookings, homepage_sliders, booking_counters, booking_days, files, menu_items, pages,
      contact_messages, visit_counter,
      exchange_rates, payment_gateways, bank_accounts, sandbox_card_orders, mail_templates, resources, shop_opening cascade`.execute(
      trx,
    )
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

/** Samples are never mixed with real data. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super('The database is not empty. Sample data can only be loaded into an empty database.')
    this.name = 'DatabaseNotEmpty'
  }
}
