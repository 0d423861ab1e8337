import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import {
  changingDepartures,
  closeCancelled,
  type DepartureDetail,
  lockInOrder,
  readDeparture,
} from '../../inventory/index.server.ts'
import type { departureCancellation } from '../departure-cancellation-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { departuresOfMove, endPreparedMove } from '../prepared-moves.server.ts'
import { confirmationOf, selectOpenBookings } from '../queries/departure-cancellation.server.ts'
import {
  choiceFor,
  type DepartureChoice,
  deviatesFromTerms,
  legOn,
  type MoveTarget,
} from '../rules/departure-cancellation.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'

export type DepartureCancellation = z.output<typeof departureCancellation>
export const cancelDepartureJob = 'cancel-departure'

/**
 * Closes a departure and stores the choice for each of its bookings; the job settles them (`settleCancellation`). All
 * or nothing. Refuses 'catalogue/not-found', 'inventory/not-found', 'inventory/started',
 * 'booking/departure-being-cancelled', 'booking/departure-changed' when other bookings were shown to staff,
 * 'booking/refund-not-allowed', 'booking/invalid' for choices of other bookings. Audited. Once per idempotency key.
 *
 * The bookings are locked first and the departure then, in the lock order of this room. A sale in between is found when
 * the bookings are read again, after which no sale is possible.
 */
export async function cancelDeparture(
  deps: BookingDeps,
  caller: Caller,
  { order, idempotencyKey }: { readonly order: DepartureCancellation; readonly idempotencyKey: string | null },
): Promise<{ cancellation_id: string }> {
  const { service_id: serviceId, date, time } = order
  const detail = await readDeparture(deps, { serviceId, date, time })
  await requireTargets(deps, order)
  const scope = `departure.cancel:${caller.userId}`
  const repeatable = idempotencyKey === null ? null : { scope, key: idempotencyKey, request: order }
  return changingDepartures(deps, serviceId, (trx) =>
    onceIfKeyed(trx, repeatable, () => startCancellation(trx, deps, { caller, order, detail })),
  )
}

/** Each booking is judged when it moves; here only whether its new departure can be chosen at all. */
async function requireTargets(deps: BookingDeps, order: DepartureCancellation): Promise<void> {
  const chosen = Object.entries(order.choices).map(([id, choice]) => [`choices.${id}`, choice] as const)
  for (const [path, choice] of [['choice', order.choice] as const, ...chosen])
    if (choice.kind === 'move') await requireTarget(deps, order, { path, target: choice })
}

interface Target {
  readonly path: string
  readonly target: MoveTarget
}
/** Refuses 'booking/invalid' for the cancelled departure itself, and one that is not on sale. */
export async function requireTarget(
  deps: BookingDeps,
  { service_id: serviceId, date, time }: Pick<DepartureCancellation, 'service_id' | 'date' | 'time'>,
  { path, target }: Target,
): Promise<void> {
  const isSame = target.date === date && target.time === time
  const detail = isSame
    ? null
    : await readDeparture(deps, { serviceId, date: target.date, time: target.time }).catch(unlessUnknown)
  const reason = detail?.departure.reason
  if (!detail || (reason !== null && reason !== 'full'))
    throw new Refusal('booking/invalid', {}, [{ path, message: text('errors.moveTarget') }])
}
function unlessUnknown(error: unknown): null {
  if (isRefusal(error, 'inventory/not-found')) return null
  throw error
}

export const storedChoice = (choice: DepartureChoice, caller: Caller): string =>
  JSON.stringify(choice.kind === 'move' ? { ...choice, mayRefund: mayEnter(caller.role, 'refunds') } : choice)

interface Order {
  readonly caller: Caller
  readonly order: DepartureCancellation
  readonly detail: DepartureDetail
}
async function startCancellation(
  trx: Trx,
  deps: BookingDeps,
  { caller, order, detail }: Order,
): Promise<{ cancellation_id: string }> {
  const now = deps.clock()
  const locked = detail.stored ? await lockBookingsOf(trx, detail.stored.id) : []
  const bookings = locked.filter((each) => isOpen(each) && legOn(each, detail.stored?.id ?? null) !== null)
  const { reason, note, confirm } = order
  const facts = { reason, note: note || null, bookings: bookings.length, ...countChoices(order, bookings) }
  if (detail.stored) await lockMovesTo(trx, detail.stored.id)
  const departureId = await closeCancelled(trx, deps, { caller, detail, facts })
  await refuseSecond(trx, bookings)
  const current = await selectOpenBookings(trx, departureId).execute()
  if ((await confirmationOf(trx, departureId, current)) !== confirm) throw new Refusal('booking/departure-changed')
  await endMovesTo(trx, deps, { caller, departureId, locked })
  requireKnown(order, bookings)
  requireRefundRight(caller, { order, bookings, now })
  const id = newId(now)
  await trx
    .insertInto('departure_cancellations')
    .values({
      ...{ id, departure_id: departureId, reason, note: note || null, created_at: now },
      ...{ requested_by: caller.userId ?? '', requested_by_name: caller.name },
    })
    .execute()
  if (bookings.length === 0) return { cancellation_id: id }
  const items = bookings.map(({ id: bookingId }) => ({
    cancellation_id: id,
    booking_id: bookingId,
    choice: storedChoice(choiceFor(order, bookingId), caller),
  }))
  await trx.insertInto('departure_cancellation_bookings').values(items).execute()
  await addJob(trx, cancelDepartureJob, { id }, { key: `${cancelDepartureJob}:${id}` })
  return { cancellation_id: id }
}

const isOpen = ({ booking_status: status }: BookingRecord) => status === 'pending' || status === 'confirmed'

const movesTo =
  (departureId: string) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'prepared_moves'>) =>
    or([eb('departure_id', '=', departureId), eb('return_leg_departure_id', '=', departureId)])

/** Moves that end with the departure may hold another one too: all are locked by day and time. */
async function lockMovesTo(trx: Trx, departureId: string): Promise<void> {
  const query = trx.selectFrom('prepared_moves').select(['departure_id', 'return_leg_departure_id'])
  const moves = await query.where(movesTo(departureId)).where('outcome', 'is', null).execute()
  if (moves.length > 0) await lockInOrder(trx, [departureId, ...moves.flatMap(departuresOfMove)])
}

/** The bookings with either leg on the departure, and those that are to move there, in one order. */
const lockBookingsOf = (trx: Trx, departureId: string): Promise<BookingRecord[]> =>
  trx
    .selectFrom('bookings')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('departure_id', '=', departureId),
        eb('return_leg_departure_id', '=', departureId),
        eb(
          'id',
          'in',
          selectFrom('prepared_moves').select('booking_id').where(movesTo(departureId)).where('outcome', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

type Movers = { readonly caller: Caller; readonly departureId: string; readonly locked: readonly BookingRecord[] }
/** Bookings that were to move here stay where they are. */
async function endMovesTo(trx: Trx, deps: BookingDeps, { caller, departureId, locked }: Movers): Promise<void> {
  const moves = await trx
    .selectFrom('prepared_moves')
    .selectAll()
    .where(movesTo(departureId))
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
  for (const move of moves) {
    // Prepared before the departure was closed, but after the bookings were locked.
    if (!locked.some(({ id }) => id === move.booking_id)) throw new Refusal('booking/departure-changed')
    await endPreparedMove({ trx, deps }, move, { outcome: 'departure-cancelled', actor: actorOf(caller) })
  }
}

/** How many bookings get which choice, for the audit trail. */
function countChoices(order: DepartureCancellation, bookings: readonly BookingRecord[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { id } of bookings) {
    const { kind } = choiceFor(order, id)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The bookings are locked, so a second cancellation sees the first. */
async function refuseSecond(trx: Trx, bookings: readonly BookingRecord[]): Promise<void> {
  if (bookings.length === 0) return
  const ids = bookings.map(({ id }) => id)
  const waiting = await trx
    .selectFrom('departure_cancellation_bookings')
    .select('booking_id')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (waiting) throw new Refusal('booking/departure-being-cancelled')
}

function requireKnown({ choices }: DepartureCancellation, bookings: readonly BookingRecord[]): void {
  const known = new Set(bookings.map(({ id }) => id))
  const unknown = Object.keys(choices).filter((id) => !known.has(id))
  const message = text('errors.otherDeparture')
  if (unknown.length > 0)
    throw new Refusal(
      'booking/invalid',
      {},
      unknown.map((id) => ({ path: `choices.${id}`, message })),
    )
}

type Refunding = {
  readonly order: DepartureCancellation
  readonly bookings: readonly BookingRecord[]
  readonly now: Date
}
function requireRefundRight(caller: Caller, { order, bookings, now }: Refunding): void {
  if (mayEnter(caller.role, 'refunds')) return
  if (bookings.some((booking) => deviatesFromTerms(booking, choiceFor(order, booking.id), now)))
    throw new Refusal('booking/refund-not-allowed')
}
