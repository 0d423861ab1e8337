import { isDeepStrictEqual } from 'node:util'
import type { Updateable } from 'kysely'
import { dateIn } from '../../../kernel/dates.ts'
import type { MessageString } from '../../../kernel/messages.ts'
import { type Money, money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import { lockWith } from '../../inventory/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import { getBooking, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, countMoves, systemActor } from '../history.server.ts'
import { renewHold } from '../holds.server.ts'
import { onCurrentItem, requireCurrentItem } from '../left-behind.server.ts'
import type { MovePayments } from '../move-payments.server.ts'
import { departureColumns, departuresOf, exchangeSeats } from '../places.server.ts'
import { departuresOfMove, endPreparedMove, findPreparedMove } from '../prepared-moves.server.ts'
import { changeOf, daysRead, findItemOf, judgeMoveOf, type MoveItem } from '../queries/move-quote.server.ts'
import { wantedChange } from '../queries/wanted-change.server.ts'
import type { ChangeRequest } from '../rules/change.ts'
import { firstPerField } from '../rules/choice.ts'
import {
  asMovable,
  type Difference,
  type MoveObstacle,
  obstacleForAll,
  obstacleForCustomer,
  obstacleText,
  priceObjection,
  type Settlement,
  settlementOf,
} from '../rules/move.ts'
import type { JudgedMove } from '../rules/move-choice.ts'
import { type MoveStarts, noReturnLeg } from '../rules/move-starts.ts'
import type { BookingRecord, PreparedMove } from '../tables.server.ts'
import { text } from '../text.ts'
import { limitLegs, mustAgencyDecide, originKeys } from '../unpaid-places.server.ts'
import { confirmBooking } from './change-state.server.ts'
import { closingPayment, PaymentIsOpen } from './closing-payment.server.ts'
import {
  endsReturn,
  type MovingLeg,
  type MovingLegs,
  overbookingFact,
  prepareMove,
  seatsOf,
  startsOf,
} from './prepare-move.server.ts'
import { recordMove } from './record-move.server.ts'
import { changeColumns, refuseSubmitted, storedChange } from './wanted-change.server.ts'
import '../events.ts'

export interface MoveRequest extends MoveStarts {
  readonly bookingId: string
  /** The price that the customer saw: if it has changed, nothing moves. */
  readonly expected_amount?: Money | undefined
  /** Refused if the booking has changed since that version. */
  readonly version?: number | undefined
  readonly idempotencyKey?: string | null
  /** Party and answers, by staff. */
  readonly change?: ChangeRequest | undefined
}
/** A move by staff, who may move outside the terms. */
export interface MoveByStaff {
  readonly reason: string
  /** How a paid booking moves to a dearer departure; by default at no extra charge. */
  readonly difference?: Difference | undefined
  /** Without it, staff refund a difference only where the customer could move the booking too. */
  readonly mayRefund?: boolean
  /** Why the old departure does not take place; customers read it. */
  readonly cancellation?: string
  /** The customer gets no mail. */
  readonly isSilent?: boolean
  /** Takes places that a departure does not have. A closed departure stays closed. */
  readonly overbookingReason?: string | null
  /** Changes an application that was submitted. */
  readonly isConfirmed?: boolean
}
export type MoveDeps = BookingDeps & { readonly payments: MovePayments; readonly byStaff?: MoveByStaff }

/**
 * Moves a booking to another departure, either leg or both, in one transaction, once per idempotency key: takes and frees places, prices it
 * anew and settles the difference. A paid booking moves to a dearer departure once the difference is paid: until then
 * the move is prepared, and the booking stays as it is. An earlier prepared move ends. Does not check who is asking.
 * Refuses 'booking/not-movable', 'booking/invalid', 'booking/refund-not-allowed', 'booking/price-changed', 'booking/slot-full', 'booking/too-many-unpaid', 'booking/changed', 'booking/item-changed',
 * 'booking/reason-required', 'payment/still-processing', 'idempotency/other-request'; then nothing has changed.
 */
export async function moveBooking(
  deps: MoveDeps,
  caller: Caller,
  { bookingId, idempotencyKey = null, ...request }: MoveRequest,
): Promise<BookingRecord> {
  const scope = `booking.move:${bookingId}`
  const repeatable = idempotencyKey === null ? null : { scope, key: idempotencyKey, request }
  await runMove({ deps, caller }, { bookingId, requestFor: () => request }, (trx, run) =>
    onceIfKeyed(trx, repeatable, async () => {
      await run(await lockBooking(trx, bookingId))
      return true
    }),
  )
  return getBooking(deps.db, bookingId)
}

/**
 * For moves that are part of another change: `within` gets the transaction and the move, which it runs with the locked
 * booking. It runs again when a payment had to be closed first, or the item was saved meanwhile.
 */
export async function runMove(
  { deps, caller }: Pick<MoveWork, 'deps' | 'caller'>,
  { bookingId, requestFor }: { readonly bookingId: string; readonly requestFor: (booking: BookingRecord) => Request },
  within: (trx: Trx, run: (booking: BookingRecord) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const [settings, isOnline] = [await readSettings(deps), await deps.payments.readOnline()]
  await closingPayment(deps.payments, bookingId, () =>
    onCurrentItem(async () => {
      const before = await getBooking(deps.db, bookingId)
      const item = await findItemOf(deps, before, requestFor(before))
      return deps.db.transaction().execute((trx) =>
        within(trx, (booking) => {
          const request = requestFor(booking)
          // The booking has moved meanwhile, so departures of other days are needed.
          if (item && !isDeepStrictEqual(daysRead(item.kind, booking, request), item.days))
            throw new Refusal('booking/item-changed')
          return move({ trx, deps, caller, settings, isOnline }, { booking, item }, request)
        }),
      )
    }),
  )
}

type MoveWork = {
  readonly trx: Trx
  readonly deps: MoveDeps
  readonly caller: Caller
  readonly settings: ShopSettings
  readonly isOnline: (amount: Money) => boolean
}
type Moving = { readonly booking: BookingRecord; readonly item: MoveItem | null }
type Request = Omit<MoveRequest, 'bookingId' | 'idempotencyKey'>

async function move(work: MoveWork, { booking, item }: Moving, request: Request): Promise<void> {
  const { trx, deps, caller, settings } = work
  const now = deps.clock()
  if (request.version !== undefined && request.version !== booking.version) throw new Refusal('booking/changed')
  const obstacle = await findObstacle(work, request.change ? asMovable(booking) : booking)
  if (await deps.payments.isUndecided(trx, booking)) throw notMovable(obstacleText('checking'))
  if (!item) throw notMovable(text('move.notOnSale'))
  const earlier = await findEarlier(work, booking)
  const wanted = await findWanted(work, { booking, item }, request)
  const judged = judgeMoveOf(item, booking, { starts: request, settings, now, change: changeOf(wanted) })
  const legs = judged.legs.flatMap((leg) =>
    leg.isMoved && leg.departure ? [{ ...leg, departure: leg.departure }] : [],
  )
  const errors = firstPerField(wanted?.errors ?? [], judged.errors)
  const movesNothing = judged.legs.length > 0 && legs.length === 0
  if (errors.length > 0 || (movesNothing && !changeOf(wanted))) throw new Refusal('booking/invalid', {}, errors)
  const stored = wanted && changeOf(wanted) ? storedChange(wanted) : undefined
  const planned = planOf(work, { booking, judged, obstacle }, request)
  const origin_keys = await limitPlaces(work, { booking, places: judged.places }, legs)
  await requireCurrentItem(trx, item.onSale.service)
  if (earlier) await endEarlier(work, { booking, earlier }, legs)
  if (planned.isPrepared) return prepareMove(work, { booking, judged, legs, stored })
  const changed = stored ? changeColumns(booking, stored) : {}
  const { moved, facts } = await moveLegs(
    work,
    { booking, judged, legs },
    { now, ...planned.price, ...origin_keys, ...changed },
  )
  const after = await renewHold({ trx, deps }, moved)
  const settled = await deps.payments.settle(trx, { before: booking, after }, actorOf(caller))
  if (settled === 'open') throw new PaymentIsOpen()
  if (settled === 'impossible') throw notMovable(text('move.notRefundable'))
  await recordMove(work, { before: booking, after, refund: settled.refund, stored, facts })
  const becameFree = after.payment_status === 'completed' && booking.payment_status !== 'completed'
  if (becameFree && after.instant_confirmation && after.booking_status === 'pending')
    await confirmBooking(trx, deps, after, systemActor)
}

type MovedColumns = Updateable<Tables['bookings']> & { readonly now: Date }
async function moveLegs(
  { trx, deps }: MoveWork,
  { booking, judged, legs }: MovingLegs,
  { now, ...columns }: MovedColumns,
) {
  const { places, schedule } = judged
  const isForStaff = deps.byStaff !== undefined
  const isEnded = endsReturn(booking, judged)
  const staff = { isForStaff, mayOverbook: Boolean(deps.byStaff?.overbookingReason), endsReturn: isEnded }
  const exchanged = { held: booking, serviceId: booking.service_id, legs: seatsOf(legs), places, schedule, ...staff }
  const taken = await exchangeSeats(trx, exchanged, now)
  const moved = await trx
    .updateTable('bookings')
    .set({ ...startsOf(judged), ...departureColumns(taken.ids) })
    .set(isEnded ? { ...noReturnLeg, return_leg_departure_id: null } : {})
    .set({ places, released_places: 0, ...columns })
    .set({ updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { moved, facts: overbookingFact(deps, taken) }
}

/** The payment of an earlier prepared move is closed first, and may turn out to be made. */
async function findEarlier({ trx, deps }: MoveWork, booking: BookingRecord): Promise<PreparedMove | null> {
  const earlier = await findPreparedMove(trx, booking)
  if (earlier && (await deps.payments.hasOpen(trx, booking.id))) throw new PaymentIsOpen()
  return earlier
}

/** A prepared move ends with the next one. Locks its departures, the old and the new ones in their order. */
async function endEarlier(
  { trx, deps, caller }: MoveWork,
  { booking, earlier }: { readonly booking: BookingRecord; readonly earlier: PreparedMove },
  legs: readonly MovingLeg[],
): Promise<void> {
  const to = legs.map(({ departure: { date, time } }) => ({ date, time }))
  const ids = [...departuresOf(booking), ...departuresOfMove(earlier)]
  await lockWith(trx, { serviceId: booking.service_id, ids, to }, deps.clock())
  await endPreparedMove({ trx, deps }, earlier, { outcome: 'replaced', actor: actorOf(caller) })
}

async function findWanted({ trx, deps }: MoveWork, { booking, item }: Selling, { change, ...starts }: Request) {
  if (!change) return null
  if (!deps.byStaff?.isConfirmed) await refuseSubmitted(trx, booking.id)
  const { kind, onSale } = item
  return wantedChange(trx, { booking, kind, service: onSale.service, starts, now: deps.clock() }, change)
}
type Selling = { readonly booking: BookingRecord; readonly item: MoveItem }

const notMovable = (reason: MessageString) => new Refusal('booking/not-movable', { reason })

/** Why the customer could not move it, so staff need a reason. Refuses bookings that nobody can move. */
async function findObstacle({ trx, deps }: MoveWork, booking: BookingRecord): Promise<MoveObstacle | null> {
  const now = deps.clock()
  const forAll = obstacleForAll(booking, now)
  if (forAll) throw notMovable(obstacleText(forAll))
  const obstacle = obstacleForCustomer(booking, { now, moves: await countMoves(trx, booking.id) })
  if (obstacle && !deps.byStaff) throw notMovable(obstacleText(obstacle))
  return obstacle
}

type Judged = { readonly booking: BookingRecord; readonly judged: JudgedMove; readonly obstacle: MoveObstacle | null }
type Plan = { readonly price: Updateable<Tables['bookings']>; readonly isPrepared: boolean }

/**
 * What happens to the price. The difference for a dearer departure is paid first, unless staff waive it. Refuses
 * 'booking/price-changed', 'booking/reason-required' and 'booking/not-movable'.
 */
function planOf(
  { deps: { byStaff }, isOnline }: MoveWork,
  { booking, judged, obstacle }: Judged,
  request: Request,
): Plan {
  const { final } = judged.price
  const settlement = settlementOf(booking, final)
  const isDearer = settlement === 'dearer'
  const isKept = isDearer && byStaff !== undefined && byStaff.difference !== 'charge'
  // Staff can also record a difference that is paid another way.
  const objection = isDearer && byStaff ? null : priceObjection(booking, final, isOnline)
  if (objection) throw notMovable(objection)
  const { expected_amount: expected } = request
  const due = isKept ? money(booking.final_minor, booking.currency) : final
  if (expected && (expected.minor !== due.minor || expected.currency !== due.currency))
    throw new Refusal('booking/price-changed', { minor: due.minor, currency: due.currency })
  if (byStaff && obstacle && settlement === 'refund' && !byStaff.mayRefund)
    throw new Refusal('booking/refund-not-allowed')
  if (byStaff && (obstacle || isKept) && !byStaff.reason.trim())
    throw new Refusal('booking/reason-required', {}, [{ path: 'reason', message: text('errors.reason') }])
  return { price: isKept ? {} : priceColumns(judged, settlement), isPrepared: isDearer && !isKept }
}

function priceColumns({ price }: JudgedMove, settlement: Settlement): Updateable<Tables['bookings']> {
  const isFree = settlement === 'open' && price.final.minor === 0
  return {
    price_lines: JSON.stringify(price.lines),
    base_minor: price.base.minor,
    discount_minor: price.discount.minor,
    tax_minor: price.tax.minor,
    total_minor: price.total.minor,
    final_minor: price.final.minor,
    ...(isFree && { payment_status: 'completed', expires_at: null, held_until: null, awaits_agency: false }),
  }
}

/**
 * The limits of unpaid places also apply to the new departure. Returns the keys of the visitor to store with it.
 * Locks the keys, so it comes before places are taken.
 */
async function limitPlaces(
  { trx, deps, caller, settings }: MoveWork,
  { booking, places }: Pick<BookingRecord, 'places'> & { readonly booking: BookingRecord },
  legs: readonly MovingLeg[],
): Promise<Pick<BookingRecord, 'origin_keys'> | null> {
  const limited = legs.filter(({ departure }) => departure.capacity !== null)
  if (deps.byStaff || booking.paid_minor > 0 || limited.length === 0) return null
  const { customer_email: email, customer_phone: phone, service_id: serviceId } = booking
  const keys = booking.origin_keys ?? originKeys(deps, { address: caller.address, email, phone })
  const total = booking.return_leg_departure_id === null ? places : 2 * places
  const today = dateIn(booking.time_zone, deps.clock())
  const wanted = { keys, serviceId, places, today, movingId: booking.id, total }
  const departures = limited.map(({ departure }) => departure)
  await limitLegs({ trx, limits: settings }, wanted, departures)
  const isCash = booking.payment_gateway === 'cash_on_arrival' && !booking.awaits_agency
  const departure_id = legs.find(({ leg }) => leg === 'outbound')?.departure.departureId ?? booking.departure_id
  const asNew = { ...booking, places, booking_status: 'pending', origin_keys: keys, departure_id } as const
  if (isCash && (await mustAgencyDecide({ trx, deps }, asNew, actorOf(caller))))
    throw notMovable(text('move.cashLimit'))
  return { origin_keys: keys }
}
