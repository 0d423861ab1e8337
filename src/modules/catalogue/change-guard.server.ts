import type { Trx } from '../../platform/db/database.server.ts'
import type { PricedService } from '../../services/kind.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'

/** A change of an item, just before it is stored. */
export interface ItemChange {
  readonly serviceId: string
  readonly kind: LoadedKind
  /** Null: a new item. */
  readonly before: PricedService | null
  readonly after: PricedService
  /** What staff have confirmed, as the guard's refusal named it. */
  readonly confirmed: string | null
}
/** Refuses a change that other rooms cannot take. Runs in the transaction of the change. */
export type ChangeGuard = (trx: Trx, change: ItemChange) => Promise<void>

/** One guard that asks several. */
export const inTurn =
  (...guards: readonly ChangeGuard[]): ChangeGuard =>
  async (trx, change) => {
    for (const guard of guards) await guard(trx, change)
  }
