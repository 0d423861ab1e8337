import type * as z from 'zod'
import { forAnswer } from '../../../kernel/messages.ts'
import { type Money, money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { hasDepartures } from '../../../services/shared/party.ts'
import { findServiceOnSale, type ServiceOnSale } from '../../inventory/index.server.ts'
import { byStart, type DepartureRange, type ResourceState } from '../../inventory/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { BookingDeps } from '../deps.server.ts'
import { countMoves } from '../history.server.ts'
import { departureOf, fullDeparture } from '../places.server.ts'
import type { Change, ChangeRequest, WantedChange } from '../rules/change.ts'
import { firstPerField } from '../rules/choice.ts'
import {
  asMovable,
  differenceTo,
  obstacleForAll,
  obstacleForCustomer,
  obstacleText,
  priceObjection,
  settlementOf,
} from '../rules/move.ts'
import { type JudgedMove, judgeMove } from '../rules/move-choice.ts'
import { atLeg, daysOfMove, isSameStart, legMoves, type MoveStarts } from '../rules/move-starts.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import type { moveQuote } from '../view-contract.ts'
import { wantedChange } from './wanted-change.server.ts'

export interface MoveItem {
  readonly kind: LoadedKind
  readonly onSale: ServiceOnSale
  /** The days that were read; null without departures. */
  readonly days: DepartureRange | null
}
/** The item of the booking with the departures of the days of a move; null if it is not on sale. One statement. */
export async function findItemOf(
  deps: BookingDeps,
  booking: BookingRecord,
  starts: MoveStarts,
): Promise<MoveItem | null> {
  const kind = deps.kinds.find(booking.service_type)
  if (!kind) return null
  const days = daysRead(kind, booking, starts)
  const onSale = await findServiceOnSale(deps, { kind: kind.key, idOrSlug: booking.service_id }, days)
  if (!onSale) return null
  const resources = withoutUsesOf(booking, onSale, staying(booking, starts))
  return { kind, days, onSale: { ...onSale, resources } }
}

export const daysRead = (kind: LoadedKind, booking: BookingRecord, starts: MoveStarts): DepartureRange | null =>
  hasDepartures(kind) ? daysOfMove(booking, starts) : null

/** The departures of the legs that stay, unless another leg on them moves. */
function staying(booking: BookingRecord, starts: MoveStarts): ReadonlySet<string> {
  const moves = legMoves(booking, starts)
  const idsOf = (isStaying: boolean) =>
    moves.flatMap((move) => (isSameStart(move) === isStaying ? (departureOf(booking, move.leg) ?? []) : []))
  const moving = idsOf(false)
  return new Set(idsOf(true).filter((id) => !moving.includes(id)))
}

/** What the booking uses now becomes free when it moves: its own units, and those of a departure that it is alone on. */
function withoutUsesOf(
  { id, departure_id, places }: BookingRecord,
  { resources }: ServiceOnSale,
  stays: ReadonlySet<string>,
) {
  const isOwn = (use: ResourceState['uses'][number]) =>
    !stays.has(use.departureId ?? '') &&
    (use.bookingId === id || (use.bookingId === null && use.departureId === departure_id && use.taken === places))
  return resources.map((state) => ({ ...state, uses: state.uses.filter((use) => !isOwn(use)) }))
}

interface At {
  readonly starts: MoveStarts
  readonly settings: ShopSettings
  readonly now: Date
  /** Left out where party and answers stay. */
  readonly change?: Change | undefined
}
export function judgeMoveOf(
  { kind, onSale }: MoveItem,
  booking: BookingRecord,
  { starts, settings, now, change }: At,
): JudgedMove {
  const clock = { now, cutOffMinutes: settings.cut_off_minutes, timeZone: settings.time_zone }
  return judgeMove(kind, onSale, { booking, starts, clock, change })
}

interface Quoted {
  readonly to: MoveStarts
  readonly isStaff: boolean
  /** Party and answers, by staff. */
  readonly change?: ChangeRequest | undefined
  /** Staff take places that a departure does not have. */
  readonly isOverbooking?: boolean
  /** Whether customers can pay an amount online. */
  readonly isOnline: (amount: Money) => boolean
}
/**
 * The price of a booking on another departure, and what is wrong with it; `isStaff` may move outside the terms. Writes
 * nothing and takes no place. Refuses 'booking/not-movable'.
 */
export async function quoteMove(
  deps: BookingDeps,
  booking: BookingRecord,
  { to, isStaff, isOnline, change, isOverbooking = false }: Quoted,
): Promise<z.output<typeof moveQuote>> {
  const now = deps.clock()
  const [settings, item, moves] = await Promise.all([
    readSettings(deps),
    findItemOf(deps, booking, to),
    countMoves(deps.db, booking.id),
  ])
  const movable = change ? asMovable(booking) : booking
  const obstacle = isStaff ? obstacleForAll(movable, now) : obstacleForCustomer(movable, { now, moves })
  if (obstacle) throw new Refusal('booking/not-movable', { reason: obstacleText(obstacle) })
  if (!item) throw new Refusal('booking/not-movable', { reason: text('move.notOnSale') })
  const { kind, onSale } = item
  const wanted =
    change && (await wantedChange(deps.db, { booking, kind, service: onSale.service, starts: to, now }, change))
  const judged = judgeMoveOf(item, booking, { starts: to, settings, now, change: changeOf(wanted) })
  const settlement = settlementOf(booking, judged.price.final)
  const isKept = isStaff && settlement === 'dearer'
  const booked = money(booking.final_minor, booking.currency)
  const objection = isKept ? null : priceObjection(booking, judged.price.final, isOnline)
  const isOutside = isStaff && obstacleForCustomer(movable, { now, moves }) !== null
  return {
    old_amount: booked,
    new_amount: isKept ? booked : judged.price.final,
    departure_amount: judged.price.final,
    settlement,
    difference: settlement === 'dearer' ? differenceTo(booking, judged.price.final) : null,
    objection: objection && forAnswer(objection),
    ...{ needs_reason: isKept || isOutside, is_outside_terms: isOutside },
    errors: forAnswers(wanted?.errors ?? [], judged.errors, fullErrors(booking, judged, isOverbooking)),
    version: booking.version,
  }
}

const forAnswers = (...lists: readonly (readonly FieldError[])[]) =>
  firstPerField(...lists).map(({ path, message }) => ({ path, message: forAnswer(message) }))

/** Null where nothing but the start differs. */
export const changeOf = (wanted: WantedChange | null | undefined): Change | undefined =>
  wanted && (wanted.values.length > 0 || wanted.errors.length > 0) ? wanted.change : undefined

/** The places of the booking's own legs that move do not count against it. */
function fullErrors(booking: BookingRecord, { legs, places }: JudgedMove, isOverbooking: boolean): FieldError[] {
  const moved = legs.filter(({ isMoved }) => isMoved)
  return moved.flatMap(({ leg, departure, isBusy }) => {
    if (!departure) return []
    if (isBusy) return [atLeg(leg, fullDeparture(departure, 0))]
    if (isOverbooking) return []
    const left = departure.vacancies
    const isThere = (id: string | null) => id !== null && id === departure.departureId
    const own = moved.filter((each) => isThere(departureOf(booking, each.leg))).length * booking.places
    const needed = moved.filter((each) => each.departure && byStart(each.departure, departure) === 0).length * places
    return left !== null && needed > left + own ? [atLeg(leg, fullDeparture(departure, left))] : []
  })
}
