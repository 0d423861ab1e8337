import { sql } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { type BookingMailFacts, type MailDeps, queueMail } from '../../mail/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { keepPlaces } from '../holds.server.ts'
import type { MovePayments } from '../move-payments.server.ts'
import {
  departureMail,
  type FindWaitingProofs,
  keptMailValues,
  startOnDeparture,
} from '../queries/departure-cancellation.server.ts'
import {
  type DepartureChoice,
  type DepartureOutcome,
  legOn,
  type MoveTarget,
  startsTo,
  wantedRefund,
} from '../rules/departure-cancellation.ts'
import { stateAfter } from '../rules/states.ts'
import type { BookingRecord, DepartureCancellationRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { cancelDepartureJob } from './cancel-departure.server.ts'
import { decideLocked, refundFacts } from './decide-status.server.ts'
import { runMove } from './move-booking.server.ts'

export type SettlingDeps = BookingDeps &
  MailDeps & { readonly findWaitingProofs: FindWaitingProofs; readonly movePayments: MovePayments }

/**
 * The job: settles each booking of a cancelled departure in a transaction of its own, so that a crash loses and repeats
 * nothing. Bookings that fail do not hold up the others; the job then throws and is retried for them. A booking that
 * cannot move, or fails again and again, is stuck: staff decide about it, and later cancellations do not wait for it.
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
    await settleBooking(deps, cancellation, bookingId).catch(async (error: unknown) => {
      deps.log.warn({ bookingId, err: error }, 'a booking of a cancelled departure is not settled')
      if (await isLastTry(deps, cancellationId))
        await setStuck(deps, { cancellation, bookingId }, text('move.notSettled'))
      else failures.push(error)
    })
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} bookings of a cancelled departure are not settled`)
}

const maxTries = 5
async function isLastTry(deps: SettlingDeps, cancellationId: string): Promise<boolean> {
  const key = `${cancelDepartureJob}:${cancellationId}`
  const { rows } = await sql<{
    attempts: number
  }>`select attempts from graphile_worker.jobs where key = ${key}`.execute(deps.db)
  return (rows[0]?.attempts ?? 0) >= maxTries
}

async function settleBooking(
  deps: SettlingDeps,
  cancellation: DepartureCancellationRecord,
  bookingId: string,
): Promise<void> {
  const item = await deps.db
    .selectFrom('departure_cancellation_bookings')
    .select('choice')
    .where('cancellation_id', '=', cancellation.id)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (item?.choice.kind === 'move') return settleByMove(deps, { cancellation, bookingId }, item.choice)
  // Read before the transaction: a transaction must never wait for a second connection.
  const facts = await deps.bookingMailFacts(bookingId)
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const waiting = await lockWaiting(trx, { cancellation, bookingId })
    if (!waiting) return
    const outcome = await settleLocked(trx, deps, { booking, cancellation, facts, choice: waiting.choice })
    await close(trx, deps, { cancellation, bookingId, outcome })
  })
}

type Item = { readonly cancellation: DepartureCancellationRecord; readonly bookingId: string }
const lockWaiting = (trx: Trx, { cancellation, bookingId }: Item) =>
  trx
    .selectFrom('departure_cancellation_bookings')
    .select('choice')
    .where('cancellation_id', '=', cancellation.id)
    .where('booking_id', '=', bookingId)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst()

type Closing = Item & { readonly outcome: DepartureOutcome; readonly problem?: Text }
const close = (
  trx: Trx,
  { clock }: Pick<BookingDeps, 'clock'>,
  { cancellation, bookingId, outcome, problem }: Closing,
) =>
  trx
    .updateTable('departure_cancellation_bookings')
    .set({ outcome, problem: problem ?? null, done_at: clock() })
    .where('cancellation_id', '=', cancellation.id)
    .where('booking_id', '=', bookingId)
    .execute()

/** Moves the booking at no extra charge, in one transaction with its outcome. One that cannot move is stuck. */
async function settleByMove(deps: SettlingDeps, item: Item, target: MoveTarget): Promise<void> {
  const { cancellation, bookingId } = item
  const { reason } = cancellation
  const byStaff = { reason, mayRefund: target.mayRefund ?? false, cancellation: reason }
  const moving = { deps: { ...deps, payments: deps.movePayments, byStaff }, caller: callerOf(cancellation) }
  const requestFor = (booking: BookingRecord) => startsTo(booking, cancellation.departure_id, target)
  const facts = await deps.bookingMailFacts(bookingId)
  try {
    await runMove(moving, { bookingId, requestFor }, async (trx, run) => {
      const booking = await lockBooking(trx, bookingId)
      if (!(await lockWaiting(trx, item))) return
      const outcome = await moveOutcome(trx, deps, { booking, cancellation })
      if (outcome === 'moved') await run(booking)
      if (outcome === 'by_hand') await keepBooking(trx, deps, { booking, cancellation, facts })
      await close(trx, deps, { ...item, outcome })
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await setStuck(deps, item, problemOf(error))
  }
}

type Here = Pick<Settling, 'booking' | 'cancellation'>
async function moveOutcome(
  trx: Trx,
  deps: SettlingDeps,
  { booking, cancellation }: Here,
): Promise<'moved' | 'by_hand' | 'closed'> {
  const leg = legOn(booking, cancellation.departure_id)
  if (leg === null || stateAfter(booking.booking_status, 'cancel') === null) return 'closed'
  return (await deps.findWaitingProofs(trx, [booking.id])).has(booking.id) ? 'by_hand' : 'moved'
}

/** The sentence for staff. */
function problemOf({ facts, errors }: Refusal): Text {
  if (typeof facts.reason === 'string') return facts.reason
  return errors[0]?.message ?? text('move.notSettled')
}

/** Keeps the booking and its places; staff see the reason and decide again. */
async function setStuck(deps: SettlingDeps, item: Item, problem: Text): Promise<void> {
  const facts = await deps.bookingMailFacts(item.bookingId)
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, item.bookingId)
    if (!(await lockWaiting(trx, item))) return
    await keepBooking(trx, deps, { booking, cancellation: item.cancellation, facts })
    await close(trx, deps, { ...item, outcome: 'stuck', problem })
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
  const leg = legOn(booking, cancellation.departure_id)
  if (leg === null || stateAfter(booking.booking_status, 'cancel') === null) return 'closed'
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
async function keepBooking(
  trx: Trx,
  deps: SettlingDeps,
  { booking, cancellation, facts }: Omit<Settling, 'choice'>,
): Promise<void> {
  const { id: bookingId } = booking
  const { departure_id: departureId, reason } = cancellation
  const actor = actorOf(callerOf(cancellation))
  await keepPlaces(trx, booking)
  await writeHistory(trx, bookingId, { event: 'departure-cancelled', actor, data: { reason } }, deps.clock())
  if (!facts) return
  await queueMail(trx, deps, {
    ...{ template: departureMail, to: facts.to, language: facts.language, bookingId },
    values: { ...facts.values, ...keptMailValues(cancellation), ...startOnDeparture(booking, departureId) },
    dedupeKey: `departure-kept:${departureId}:${bookingId}`,
  })
}

/** The command has checked permissions, so any staff role will do. */
const callerOf = (of: DepartureCancellationRecord): Caller => ({
  ...anonymous(''),
  ...{ userId: of.requested_by, name: of.requested_by_name, role: 'support', partOf: of.departure_id },
})
