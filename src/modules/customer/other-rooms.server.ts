import type { Caller } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { PersonPrintout } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'

/** What other rooms have about a customer. Wired by the app. */
export interface OtherRooms {
  readonly countTasks: (q: Queryable, customerId: string) => Promise<number>
  /** Gives tasks of one record to another: these, or all. Returns their ids. */
  readonly moveTasks: (trx: Trx, move: { from: string; into: string; ids?: readonly string[] }) => Promise<string[]>
  /** Messages of these addresses to the agency. */
  readonly countMessages: (q: Queryable, emails: readonly string[]) => Promise<number>
  /** Saved items of an account. */
  readonly countWishes: (q: Queryable, userId: string) => Promise<number>
  /** What was issued for bookings, with links for this caller. */
  readonly listPrintouts: (
    deps: CustomerDeps,
    caller: Caller,
    bookingIds: readonly string[],
  ) => Promise<PersonPrintout[]>
}
