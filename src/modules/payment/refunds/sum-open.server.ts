import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

export interface RefundSum {
  readonly currency: string
  readonly minor: number
}
/** Refunds of these bookings that have not been paid out yet, by currency. One statement. */
export async function sumOpenRefunds(q: Queryable, bookingIds: readonly string[]): Promise<readonly RefundSum[]> {
  if (bookingIds.length === 0) return []
  return q
    .selectFrom('refunds as refund')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'refund.attempt_id')
    .select(['refund.currency'])
    .select(({ fn, cast }) => cast<number>(fn.sum('refund.amount_minor'), 'bigint').as('minor'))
    .where(({ eb, fn, val }) => eb('attempt.booking_id', '=', fn.any(val([...bookingIds]))))
    .where('refund.state', 'in', ['created', 'pending'])
    .groupBy('refund.currency')
    .execute()
}
