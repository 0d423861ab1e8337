/**
 * Prepared moves: a paid booking that is to move to a dearer departure holds the new places while the difference is paid
 * (docs/rules/moving.md). `booking` is always locked in the caller's transaction; a booking has one open move at most.
 */
import { sql } from 'kysely'
import { addDays, instantAt, type LocalTime } from '../../kernel/dates.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import type { Leg } from '../../services/trip.ts'
import { lockForSale } from '../catalogue/index.server.ts'
import {
  freePlaces,
  handOverUses,
  lockInOrder,
  readSoldDeparture,
  type SoldDeparture,
} from '../inventory/index.server.ts'
import type { Departure } from '../inventory/index.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { changeColumns, recordChange, reseatPeople } from './commands/wanted-change.server.ts'
import { type Actor, systemActor, writeHistory } from './history.server.ts'
import { type HoldWork, saleEnd } from './holds.server.ts'
import {
  departureColumns,
  departureOf,
  departuresOf,
  exchangeSeats,
  freeLeg,
  freePreparedLegs,
} from './places.server.ts'
import { type HoldMethod, type HoldSettings, holdEnd, mayReturn } from './rules/hold.ts'
import { changeInWords, oldStarts, startsInWords } from './rules/move-starts.ts'
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

/** The new departures of a move. */
export const departuresOfMove = (move: Pick<PreparedMove, 'departure_id' | 'return_leg_departure_id'>): string[] =>
  [move.departure_id, move.return_leg_departure_id].flatMap((id) => id ?? [])

type NewLeg = { readonly leg: Leg; readonly departure: Departure }
interface Holding {
  readonly method: HoldMethod
  readonly settings: HoldSettings
  readonly now: Date
}
type Starts = Pick<
  BookingRecord,
  'starts_at' | 'travel_date' | 'return_leg_starts_at' | 'return_leg_date' | 'time_zone'
>
/** Never beyond the end of sale of a new departure, nor the start of an old one. */
export function moveHeldUntil(
  booking: Starts,
  { change, legs }: { readonly change: MoveChange; readonly legs: readonly NewLeg[] },
  { method, settings, now }: Holding,
): Date {
  const { time_zone: zone } = booking
  const bounds = legs.flatMap(({ leg, departure }) => {
    const isReturn = leg === 'return'
    const startsAt = isReturn ? (change.return_leg_starts_at ?? null) : change.starts_at
    const oldDate = isReturn ? booking.return_leg_date : booking.travel_date
    const oldStart = isReturn ? booking.return_leg_starts_at : booking.starts_at
    const endOfDay = oldDate === null ? null : instantAt(zone, addDays(oldDate, 1), '00:00')
    return [saleEnd({ time_zone: change.time_zone, starts_at: startsAt }, departure), oldStart ?? endOfDay]
  })
  const { starts_at, travel_date } = booking
  // Nothing moves: until the booking begins.
  const begins =
    legs.length > 0 || travel_date === null ? [] : [starts_at ?? instantAt(zone, addDays(travel_date, 1), '00:00')]
  return holdEnd(method, { now, settings, bounds: [...bounds, ...begins] })
}

interface SoldLegs {
  readonly legs: readonly (NewLeg & { readonly time: LocalTime | null })[]
  readonly schedule: SoldDeparture['schedule']
}
/** Null if a departure of the move no longer exists. One statement for each. */
async function findLegs({ trx, deps }: HoldWork, move: PreparedMove): Promise<SoldLegs | null> {
  const legs: SoldLegs['legs'][number][] = []
  let schedule: SoldDeparture['schedule'] | null = null
  for (const leg of ['outbound', 'return'] as const) {
    const id = leg === 'outbound' ? move.departure_id : move.return_leg_departure_id
    if (id === null) continue
    const sold = await readSoldDeparture(trx, deps, id)
    if (!sold?.departure) return null
    const time = leg === 'outbound' ? move.change.travel_time : (move.change.return_leg_time ?? null)
    legs.push({ leg, departure: sold.departure, time })
    schedule = sold.schedule
  }
  return schedule && { legs, schedule }
}

/** The customer starts to pay: the places are held at least as long as for a card from now on. */
export async function extendPreparedMove(
  { trx, deps }: HoldWork,
  booking: BookingRecord,
  move: PreparedMove,
): Promise<void> {
  const sold = await findLegs({ trx, deps }, move)
  if (!sold) return
  const holding = { method: 'card', settings: await readSettingsIn(trx, deps), now: deps.clock() } as const
  const until = moveHeldUntil(booking, { change: move.change, legs: sold.legs }, holding)
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
  const { id: moveId, booking_id: bookingId } = move
  await close(trx, moveId, { outcome, now })
  await freePreparedLegs(trx, move, now)
  const to = changeInWords(move.change)
  await writeHistory(trx, bookingId, { event: 'move-ended', actor, data: { to, outcome } }, now)
  const isTold = !move.change.is_silent
  if (isTold && (outcome === 'unpaid' || outcome === 'departure-cancelled'))
    await emitEvent(trx, 'booking.move-ended', { bookingId, moveId }, now)
}

/** Ends the open move of a booking that was refunded in full; money for it is late. */
export async function endMoveOfRefunded(
  work: { readonly trx: Trx; readonly deps: Pick<Core, 'clock'> },
  booking: BookingRecord,
  actor: Actor,
): Promise<void> {
  const move = await findPreparedMove(work.trx, booking)
  if (move) await endPreparedMove(work, move, { outcome: 'booking-changed', actor })
}

const close = (trx: Trx, id: string, { outcome, now }: { outcome: PreparedMoveOutcome; now: Date }) =>
  trx.updateTable('prepared_moves').set({ outcome, places: 0, done_at: now }).where('id', '=', id).execute()

/** Whether the booking is still as the move found it. */
const isUnchanged = (booking: BookingRecord, move: PreparedMove): boolean =>
  (booking.booking_status === 'pending' || booking.booking_status === 'confirmed') &&
  booking.payment_status === 'completed' &&
  booking.departure_id === move.from_departure_id &&
  booking.return_leg_departure_id === move.from_return_leg_departure_id &&
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
    await freeOldLegs(trx, { booking, move, now })
    await handOverUses(trx, booking.id)
  } else if (!(await takeAgain(work, booking, move))) return { kind: 'gone' }
  await close(trx, move.id, { outcome: 'completed', now })
  return { kind: 'completed', booking: await moveTo(work, { booking, move, now }) }
}

/**
 * For money that is late. False if the move ended in another way, the departure is closed or full, another move is open,
 * or the old start has passed.
 */
async function takeAgain({ trx, deps }: HoldWork, booking: BookingRecord, move: PreparedMove): Promise<boolean> {
  if (move.outcome !== 'unpaid' || (await findPreparedMove(trx, booking))) return false
  await lockForSale(trx, booking.service_id)
  const endsReturn = endsReturnLeg(booking, move)
  if (departuresOfMove(move).length === 0) {
    if (!(await isInTime({ trx, deps }, booking, { move, legs: [] }))) return false
    if (endsReturn) await freeLeg(trx, { held: booking, leg: 'return' }, deps.clock())
    return true
  }
  const sold = await findLegs({ trx, deps }, move)
  if (!sold?.legs.every(({ departure }) => mayReturn(departure, 'payment'))) return false
  const now = deps.clock()
  const { legs, schedule } = sold
  if (!(await isInTime({ trx, deps }, booking, { move, legs }))) return false
  const { places } = move.change
  const exchanged = { held: booking, serviceId: booking.service_id, legs, places, schedule, endsReturn }
  await sql`savepoint seats`.execute(trx)
  try {
    await exchangeSeats(trx, exchanged, now)
    return true
  } catch (error) {
    if (!isRefusal(error, 'booking/slot-full')) throw error
    await sql`rollback to savepoint seats`.execute(trx)
    return false
  }
}

const endsReturnLeg = ({ return_leg_date }: BookingRecord, { change }: PreparedMove): boolean =>
  return_leg_date !== null && change.return_leg_date === null

type Held = { readonly move: PreparedMove; readonly legs: SoldLegs['legs'] }
/** Whether a hold could still begin now. */
async function isInTime({ trx, deps }: HoldWork, booking: BookingRecord, { move, legs }: Held): Promise<boolean> {
  const [now, settings] = [deps.clock(), await readSettingsIn(trx, deps)]
  return moveHeldUntil(booking, { change: move.change, legs }, { method: 'card', settings, now }) > now
}

type Moving = { readonly booking: BookingRecord; readonly move: PreparedMove; readonly now: Date }
/** The legs that move; locked in their order first. */
async function freeOldLegs(trx: Trx, { booking, move, now }: Moving): Promise<void> {
  const legs = [
    ...(move.departure_id === null ? [] : ['outbound' as const]),
    ...(move.return_leg_departure_id !== null || endsReturnLeg(booking, move) ? ['return' as const] : []),
  ]
  if (legs.length > 1) await lockInOrder(trx, departuresOf(booking))
  for (const leg of legs) {
    const departureId = departureOf(booking, leg)
    if (departureId === null || departureId !== (leg === 'outbound' ? move.departure_id : move.return_leg_departure_id))
      await freeLeg(trx, { held: booking, leg }, now)
    else await freeSurplus(trx, { departureId, places: booking.places + move.places - move.change.places }, now)
  }
}
/** On a departure that stays, what the party does not need. */
async function freeSurplus(trx: Trx, held: { departureId: string; places: number }, now: Date): Promise<void> {
  if (held.places > 0) await freePlaces(trx, { ...held, booking: null }, now)
}

const newDepartures = ({ departure_id, return_leg_departure_id }: PreparedMove) => ({
  ...(departure_id !== null && { outbound: departure_id }),
  ...(return_leg_departure_id !== null && { return: return_leg_departure_id }),
})

async function moveTo(work: HoldWork, { booking, move, now }: Moving): Promise<BookingRecord> {
  const { trx } = work
  const { price_lines, changed, is_silent: isSilent = false, ...change } = move.change
  const moved = await trx
    .updateTable('bookings')
    .set({ ...change, price_lines: JSON.stringify(price_lines), released_places: 0 })
    .set(endsReturnLeg(booking, move) ? { return_leg_departure_id: null } : {})
    .set({ ...departureColumns(newDepartures(move)), ...(changed && changeColumns(booking, changed)) })
    .set({ updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const prices = { priceBeforeMinor: booking.final_minor, priceAfterMinor: moved.final_minor }
  const actor = { ...move.actor }
  const paid = { minor: move.difference_minor, currency: booking.currency }
  if (changed) {
    const all = { before: booking, after: moved, stored: changed }
    const names = await reseatPeople(work, all, actor)
    await recordChange(work, { ...all, actor, names, isSilent, refund: null, paid })
    return moved
  }
  const silent = isSilent && { customer: 'not-told' }
  const data = { movedFrom: startsInWords(booking), movedTo: startsInWords(moved), ...prices, ...silent }
  await writeHistory(trx, booking.id, { event: 'booking-moved', actor, data }, now)
  const old = oldStarts(booking)
  if (!isSilent) await emitEvent(trx, 'booking.moved', { bookingId: booking.id, ...old, refund: null, paid }, now)
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
