import { anonymous, type Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { type BookingMailFacts, type MailDeps, queueMail } from '../../mail/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { keepPlaces } from '../holds.server.ts'
import { departureMail, type FindWaitingProofs, keptMailValues } from '../queries/departure-cancellation.server.ts'
import { type DepartureChoice, type DepartureOutcome, wantedRefund } from '../rules/departure-cancellation.ts'
import { stateAfter } from '../rules/states.ts'
import type { BookingRecord, DepartureCancellationRecord } from '../tables.server.ts'
import { decideLocked, refundFacts } from './decide-status.server.ts'

export type SettlingDeps = BookingDeps & MailDeps & { readonly findWaitingProofs: FindWaitingProofs }

/**
 * The job: settles each booking of a cancelled departure in a transaction of its own, so that a crash loses and repeats
 * nothing. Bookings that fail do not hold up the others; the job then throws and is retried for them.
 */
export async function settleCancellation(deps: SettlingDeps, cancellationId: string): Promise<void> {
  const cancellation = await deps.db
    .selectFrom('departure_cancellations')
    .selectAll()
    .where('id', '=', cancellationId)
    .executeTakeFirst()
  if (!cancellation) return
  const waiting = await deps.db
    .selectFrom('departure_cancellation_bookings')
    .select('booking_id')
    .where('cancellation_id', '=', cancellationId)
    .where('outcome', 'is', null)
    .orderBy('booking_id')
    .execute()
  const failures: unknown[] = []
  for (const { booking_id: bookingId } of waiting)
    await settleBooking(deps, cancellation, bookingId).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} bookings of a cancelled departure are not settled`)
}

async function settleBooking(
  deps: SettlingDeps,
  cancellation: DepartureCancellationRecord,
  bookingId: string,
): Promise<void> {
  // Read before the transaction: a transaction must never wait for a second connection.
  const facts = await deps.bookingMailFacts(bookingId)
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const item = await trx
      .selectFrom('departure_cancellation_bookings')
      .select('choice')
      .where('cancellation_id', '=', cancellation.id)
      .where('booking_id', '=', bookingId)
      .where('outcome', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!item) return
    const outcome = await settleLocked(trx, deps, { booking, cancellation, facts, choice: item.choice })
    await trx
      .updateTable('departure_cancellation_bookings')
      .set({ outcome, done_at: deps.clock() })
      .where('cancellation_id', '=', cancellation.id)
      .where('booking_id', '=', bookingId)
      .execute()
  })
}

interface Settling {
  readonly booking: BookingRecord
  readonly cancellation: DepartureCancellationRecord
  readonly facts: BookingMailFacts | null
  readonly choice: DepartureChoice
}
async function settleLocked(trx: Trx, deps: SettlingDeps, settling: Settling): Promise<DepartureOutcome> {
  const { booking, cancellation, choice } = settling
  // It may have ended or moved to another departure since.
  const isHere = booking.departure_id === cancellation.departure_id
  if (!isHere || stateAfter(booking.booking_status, 'cancel') === null) return 'closed'
  const wanted = wantedRefund(booking, choice, cancellation.reason)
  const waits = await deps.findWaitingProofs(trx, [booking.id])
  if (!wanted || waits.has(booking.id)) {
    await keepBooking(trx, deps, settling)
    return wanted ? 'by_hand' : 'kept'
  }
  // The terms count as of the decision, however late the job runs.
  const { refundDueMinor, data } = refundFacts(booking, wanted, cancellation.created_at)
  const facts = { reason: cancellation.reason, refundDueMinor, ...(data && { data }) }
  await decideLocked(trx, deps, { booking, step: 'cancel', caller: callerOf(cancellation), facts })
  return 'cancelled'
}

/** Keeps the places too. The customer is notified once per departure, however often it is cancelled. */
async function keepBooking(trx: Trx, deps: SettlingDeps, { booking, cancellation, facts }: Settling): Promise<void> {
  const { id: bookingId } = booking
  const { departure_id: departureId, reason } = cancellation
  const actor = actorOf(callerOf(cancellation))
  await keepPlaces(trx, booking)
  await writeHistory(trx, bookingId, { event: 'departure-cancelled', actor, data: { reason } }, deps.clock())
  if (!facts) return
  await queueMail(trx, deps, {
    ...{ template: departureMail, to: facts.to, bookingId },
    values: { ...facts.values, ...keptMailValues(cancellation) },
    dedupeKey: `departure-kept:${departureId}:${bookingId}`,
  })
}

/** The command has checked permissions, so any staff role will do. */
const callerOf = ({ requested_by: userId, requested_by_name: name }: DepartureCancellationRecord): Caller => ({
  ...anonymous(''),
  ...{ userId, name, role: 'support' },
})
