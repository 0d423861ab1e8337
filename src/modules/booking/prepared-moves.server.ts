/**
 * Prepared moves: a paid booking that is to move to a dearer departure holds the new places while the difference is paid
 * (docs/rules/moving.md). `booking` is always locked in the caller's transaction; a booking has one open move at most.
 */
import { sql } from 'kysely'
import { addDays, instantAt } from '../../kernel/dates.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { lockForSale } from '../catalogue/index.server.ts'
import { freePlaces, handOverUses, readSoldDeparture } from '../inventory/index.server.ts'
import type { Departure } from '../inventory/index.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { type Actor, systemActor, writeHistory } from './history.server.ts'
import { type HoldWork, saleEnd } from './holds.server.ts'
import { exchangeSeats, freeOutbound } from './places.server.ts'
import { type HoldMethod, type HoldSettings, holdEnd, mayReturn } from './rules/hold.ts'
import type { BookingRecord, MoveChange, PreparedMove, PreparedMoveOutcome } from './tables.server.ts'
import './events.ts'

/** The open one. Only paid bookings have one, so there is no statement for others. */
export async function findPreparedMove(q: Queryable, booking: BookingRecord): Promise<PreparedMove | null> {
  const { payment_status: status } = booking
  if (status === 'pending' || status === 'failed') return null
  const query = q.selectFrom('prepared_moves').selectAll().where('booking_id', '=', booking.id)
  return (await query.where('outcome', 'is', null).executeTakeFirst()) ?? null
}

/** One statement. */
export const isMoveOpen = async (q: Queryable, moveId: string): Promise<boolean> => {
  const query = q.selectFrom('prepared_moves').select('id').where('id', '=', moveId).where('outcome', 'is', null)
  return (await query.executeTakeFirst()) !== undefined
}

type Start = Pick<MoveChange, 'time_zone' | 'starts_at'>
interface Holding {
  readonly method: HoldMethod
  readonly settings: HoldSettings
  readonly now: Date
}
/** Never beyond the end of sale of the new departure, nor the start of the old one. */
export function moveHeldUntil(
  booking: Pick<BookingRecord, 'starts_at' | 'time_zone' | 'travel_date'>,
  { start, departure }: { readonly start: Start; readonly departure: Departure },
  { method, settings, now }: Holding,
): Date {
  const { starts_at, time_zone, travel_date } = booking
  const oldStart = starts_at ?? (travel_date === null ? null : instantAt(time_zone, addDays(travel_date, 1), '00:00'))
  return holdEnd(method, { now, settings, bounds: [saleEnd(start, departure), oldStart] })
}

/** The customer starts to pay: the places are held at least as long as for a card from now on. */
export async function extendPreparedMove(
  { trx, deps }: HoldWork,
  booking: BookingRecord,
  move: PreparedMove,
): Promise<void> {
  const departure = (await readSoldDeparture(trx, deps, move.departure_id))?.departure
  if (!departure) return
  const holding = { method: 'card', settings: await readSettingsIn(trx, deps), now: deps.clock() } as const
  const until = moveHeldUntil(booking, { start: move.change, departure }, holding)
  if (until > move.held_until)
    await trx.updateTable('prepared_moves').set({ held_until: until }).where('id', '=', move.id).execute()
}

interface Ending {
  readonly outcome: Exclude<PreparedMoveOutcome, 'completed'>
  readonly actor: Actor
}
/** Frees the new places; the booking stays as it is. The open payment of the move is closed by the caller. */
export async function endPreparedMove(
  { trx, deps: { clock } }: { readonly trx: Trx; readonly deps: Pick<Core, 'clock'> },
  move: PreparedMove,
  { outcome, actor }: Ending,
): Promise<void> {
  const now = clock()
  const { id: moveId, booking_id: bookingId, departure_id: departureId, places } = move
  await close(trx, moveId, { outcome, now })
  const booking = { id: bookingId, leg: 'prepared' } as const
  if (places > 0) await freePlaces(trx, { departureId, places, booking }, now)
  const { travel_date, travel_time } = move.change
  const to = [travel_date, travel_time].filter(Boolean).join(' ')
  await writeHistory(trx, bookingId, { event: 'move-ended', actor, data: { to, outcome } }, now)
  if (outcome === 'unpaid' || outcome === 'departure-cancelled')
    await emitEvent(trx, 'booking.move-ended', { bookingId, moveId }, now)
}

const close = (trx: Trx, id: string, { outcome, now }: { outcome: PreparedMoveOutcome; now: Date }) =>
  trx.updateTable('prepared_moves').set({ outcome, places: 0, done_at: now }).where('id', '=', id).execute()

/** Whether the booking is still as the move found it. */
const isUnchanged = (booking: BookingRecord, move: PreparedMove): boolean =>
  (booking.booking_status === 'pending' || booking.booking_status === 'confirmed') &&
  booking.payment_status === 'completed' &&
  booking.departure_id === move.from_departure_id &&
  booking.final_minor === move.from_minor

export type Completion =
  | { readonly kind: 'completed'; readonly booking: BookingRecord }
  /** No places are left, or the booking has changed: the money is late. */
  | { readonly kind: 'gone' }
  /** It was completed before: the difference is paid twice. */
  | { readonly kind: 'paid-before' }

/**
 * The difference is paid: the booking moves, in the transaction of the payment. A move that ended unpaid takes the places
 * again, by the rules of holds.
 */
export async function completePreparedMove(
  work: HoldWork,
  { booking, moveId }: { readonly booking: BookingRecord; readonly moveId: string },
): Promise<Completion> {
  const { trx, deps } = work
  const move = await trx
    .selectFrom('prepared_moves')
    .selectAll()
    .where('id', '=', moveId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (move.outcome === 'completed') return { kind: 'paid-before' }
  const isOpen = move.outcome === null
  if (!isUnchanged(booking, move)) {
    if (isOpen) await endPreparedMove(work, move, { outcome: 'booking-changed', actor: systemActor })
    return { kind: 'gone' }
  }
  const now = deps.clock()
  // The booking takes the places over; only the old ones are freed.
  if (isOpen) {
    await freeOutbound(trx, booking, now)
    await handOverUses(trx, booking.id)
  } else if (!(await takeAgain(work, booking, move))) return { kind: 'gone' }
  await close(trx, move.id, { outcome: 'completed', now })
  return { kind: 'completed', booking: await moveTo(trx, { booking, move, now }) }
}

/**
 * For money that is late. False if the move ended in another way, the departure is closed or full, another move is open,
 * or the old start has passed.
 */
async function takeAgain({ trx, deps }: HoldWork, booking: BookingRecord, move: PreparedMove): Promise<boolean> {
  if (move.outcome !== 'unpaid' || (await findPreparedMove(trx, booking))) return false
  await lockForSale(trx, booking.service_id)
  const sold = await readSoldDeparture(trx, deps, move.departure_id)
  const departure = sold?.departure
  if (!departure || !mayReturn(departure, 'payment')) return false
  const [now, settings] = [deps.clock(), await readSettingsIn(trx, deps)]
  // A hold that could still begin now.
  if (moveHeldUntil(booking, { start: move.change, departure }, { method: 'card', settings, now }) <= now) return false
  const { places, travel_time: time } = move.change
  const { schedule } = sold
  const seating = { serviceId: booking.service_id, departure, places, schedule, booking: { id: booking.id, time } }
  await sql`savepoint seats`.execute(trx)
  try {
    await exchangeSeats(trx, { held: booking, seating }, now)
    return true
  } catch (error) {
    if (!isRefusal(error, 'booking/slot-full')) throw error
    await sql`rollback to savepoint seats`.execute(trx)
    return false
  }
}

type Moving = { readonly booking: BookingRecord; readonly move: PreparedMove; readonly now: Date }
async function moveTo(trx: Trx, { booking, move, now }: Moving): Promise<BookingRecord> {
  const { price_lines, ...change } = move.change
  const moved = await trx
    .updateTable('bookings')
    .set({ ...change, price_lines: JSON.stringify(price_lines), departure_id: move.departure_id, released_places: 0 })
    .set({ updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const start = ({ travel_date, travel_time }: BookingRecord) => [travel_date, travel_time].filter(Boolean).join(' ')
  const prices = { priceBeforeMinor: booking.final_minor, priceAfterMinor: moved.final_minor }
  const data = { movedFrom: start(booking), movedTo: start(moved), ...prices }
  const actor = { ...move.actor }
  await writeHistory(trx, booking.id, { event: 'booking-moved', actor, data }, now)
  const paid = { minor: move.difference_minor, currency: booking.currency }
  const old = { oldDate: booking.travel_date ?? '', oldTime: booking.travel_time }
  await emitEvent(trx, 'booking.moved', { bookingId: booking.id, ...old, refund: null, paid }, now)
  return moved
}

export interface EndedMove {
  readonly id: string
  readonly bookingId: string
}
/** Open moves whose hold is over, the longest first. One statement. */
export const listEndedMoves = (q: Queryable, now: Date, limit: number): Promise<readonly EndedMove[]> =>
  q
    .selectFrom('prepared_moves')
    .select(['id', 'booking_id as bookingId'])
    .where('outcome', 'is', null)
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Ends a move that was not paid in time. False while its payment is being checked. */
export async function endUnpaidMove(trx: Trx, deps: Pick<Core, 'clock'>, booking: BookingRecord): Promise<boolean> {
  const move = await findPreparedMove(trx, booking)
  if (!move || move.held_until > deps.clock() || booking.payment_checking_since !== null) return false
  await endPreparedMove({ trx, deps }, move, { outcome: 'unpaid', actor: systemActor })
  return true
}
