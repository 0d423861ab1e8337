import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../../booking/index.server.ts'
import { toAttempt } from '../attempts/store.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { movements } from './rules.ts'

type Change<T> = { readonly before: T; readonly after: T }

/** Writes the ledger entries of a change, in its transaction. Writes nothing when no total changed. */
export async function writeLedgerEntries(
  trx: Trx,
  { attempt, booking }: { attempt: Change<AttemptRecord>; booking: Change<BookingRecord> },
  { source, at }: { source: string; at: Date },
): Promise<void> {
  const totals = (row: AttemptRecord, of: BookingRecord) => ({
    attempt: toAttempt(row),
    booking: { paidMinor: of.paid_minor, refundedMinor: of.refunded_minor },
  })
  const lines = movements(totals(attempt.before, booking.before), totals(attempt.after, booking.after))
  if (lines.length === 0) return
  const { id, version, booking_id, currency, booking_currency, exchange_rate } = attempt.after
  const common = { attempt_id: id, attempt_version: version, booking_id, currency, booking_currency, exchange_rate }
  const rows = lines.map(({ kind, amountMinor, bookingMinor }) => ({
    ...common,
    kind,
    amount_minor: amountMinor,
    booking_minor: bookingMinor,
    source,
    at,
  }))
  await trx.insertInto('ledger_entries').values(rows).execute()
}

/** The payments that paid the booking, or the difference of its moves; newest first. One statement. */
export const listPaying = (q: Queryable, bookingId: string): Promise<AttemptRecord[]> =>
  q
    .selectFrom('payment_attempts as attempt')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ledger_entries as entry')
          .select('entry.id')
          .whereRef('entry.attempt_id', '=', 'attempt.id')
          .where('entry.kind', 'in', ['charged', 'assigned'])
          .where('entry.booking_minor', '>', 0),
      ),
    )
    .orderBy('begun', 'desc')
    .execute()

/** Did this attempt pay its booking? The provider cannot tell: a second payment may come from the same one. */
export async function hasPaidBooking(q: Queryable, attemptId: string): Promise<boolean> {
  const entry = await q
    .selectFrom('ledger_entries')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('kind', 'in', ['charged', 'assigned'])
    .where('booking_minor', '>', 0)
    .executeTakeFirst()
  return entry !== undefined
}
