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

/** True while nothing is on sale, nothing was booked and nobody has an account. */
export async function isEmptyDatabase(q: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from services) and not exists (select from bookings)
      and not exists (select from homepage_sliders) and not exists (select from settings) as "isEmpty"`.execute(q)
  return rows[0]?.isEmpty === true
}

/** A world is only put into an empty database: nobody's data is mixed with samples. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super('The database is not empty: a world is only put into an empty one.')
    this.name = 'DatabaseNotEmpty'
  }
}
