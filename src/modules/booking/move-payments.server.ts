import type { Money } from '../../kernel/money.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Actor } from './history.server.ts'
import type { BookingRecord } from './tables.server.ts'

export type MoveSettled = { readonly refund: Money | null }

/** What the payment room does for a booking that moves. This room may not import it. */
export interface MovePayments {
  /** True while a payment of the booking needs a decision: a proof, a review, a dispute. */
  readonly isUndecided: (q: Queryable, booking: BookingRecord) => Promise<boolean>
  /**
   * Makes payments fit the new price: refunds what was paid above it, and replaces an open manual payment. 'open': a
   * provider's page must be closed first. 'impossible': what was paid cannot be refunded in part. Both bookings are
   * locked in this transaction.
   */
  readonly settle: (
    trx: Trx,
    moved: { readonly before: BookingRecord; readonly after: BookingRecord },
    actor: Actor,
  ) => Promise<MoveSettled | 'open' | 'impossible'>
  /** True while a payment of the booking is open. */
  readonly hasOpen: (q: Queryable, bookingId: string) => Promise<boolean>
  /** Which amounts customers can pay online now. Not in a transaction. */
  readonly readOnline: () => Promise<(amount: Money) => boolean>
  /** Closes the open payment with its provider. Not in a transaction. */
  readonly closeOpen: (bookingId: string) => Promise<void>
}
