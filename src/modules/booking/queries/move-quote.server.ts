import type * as z from 'zod'
import { forAnswer } from '../../../kernel/messages.ts'
import { type Money, money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { findServiceOnSale, type ServiceOnSale } from '../../inventory/index.server.ts'
import type { ResourceState } from '../../inventory/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { BookingDeps } from '../deps.server.ts'
import { countMoves } from '../history.server.ts'
import { fullDeparture } from '../places.server.ts'
import { firstPerField } from '../rules/choice.ts'
import { dayOf } from '../rules/departure.ts'
import {
  differenceTo,
  obstacleForAll,
  obstacleForCustomer,
  obstacleText,
  priceObjection,
  settlementOf,
} from '../rules/move.ts'
import { type JudgedMove, judgeMove, type NewStart } from '../rules/move-choice.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import type { moveQuote } from '../view-contract.ts'

export interface MoveItem {
  readonly kind: LoadedKind
  readonly onSale: ServiceOnSale
}
/** The item of the booking with the departures of a day; null if it is not on sale. One statement. */
export async function findItemOf(deps: BookingDeps, booking: BookingRecord, date: string): Promise<MoveItem | null> {
  const kind = deps.kinds.find(booking.service_type)
  if (!kind) return null
  const onSale = await findServiceOnSale(deps, { kind: kind.key, idOrSlug: booking.service_id }, dayOf(date))
  return onSale && { kind, onSale: { ...onSale, resources: withoutUsesOf(booking, onSale) } }
}

/** What the booking uses now becomes free when it moves: its own units, and those of a departure that it is alone on. */
function withoutUsesOf({ id, departure_id, places }: BookingRecord, { resources }: ServiceOnSale) {
  const isOwn = (use: ResourceState['uses'][number]) =>
    use.bookingId === id || (use.bookingId === null && use.departureId === departure_id && use.taken === places)
  return resources.map((state) => ({ ...state, uses: state.uses.filter((use) => !isOwn(use)) }))
}

type At = { readonly to: NewStart; readonly settings: ShopSettings; readonly now: Date }
export function judgeMoveOf({ kind, onSale }: MoveItem, booking: BookingRecord, { to, settings, now }: At): JudgedMove {
  const clock = { now, cutOffMinutes: settings.cut_off_minutes, timeZone: settings.time_zone }
  return judgeMove(kind, onSale, { booking, to, clock })
}

interface Quoted {
  readonly to: NewStart
  readonly isStaff: boolean
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
  { to, isStaff, isOnline }: Quoted,
): Promise<z.output<typeof moveQuote>> {
  const now = deps.clock()
  const [settings, item, moves] = await Promise.all([
    readSettings(deps),
    findItemOf(deps, booking, to.date),
    countMoves(deps.db, booking.id),
  ])
  const obstacle = isStaff ? obstacleForAll(booking, now) : obstacleForCustomer(booking, { now, moves })
  if (obstacle) throw new Refusal('booking/not-movable', { reason: obstacleText(obstacle) })
  if (!item) throw new Refusal('booking/not-movable', { reason: text('move.notOnSale') })
  const judged = judgeMoveOf(item, booking, { to, settings, now })
  const settlement = settlementOf(booking, judged.price.final)
  const isKept = isStaff && settlement === 'dearer'
  const booked = money(booking.final_minor, booking.currency)
  const objection = isKept ? null : priceObjection(booking, judged.price.final, isOnline)
  const isOutside = isStaff && obstacleForCustomer(booking, { now, moves }) !== null
  return {
    old_amount: booked,
    new_amount: isKept ? booked : judged.price.final,
    departure_amount: judged.price.final,
    settlement,
    difference: settlement === 'dearer' ? differenceTo(booking, judged.price.final) : null,
    objection: objection && forAnswer(objection),
    ...{ needs_reason: isKept || isOutside, is_outside_terms: isOutside },
    errors: firstPerField(judged.errors, fullErrors(booking, judged)).map(({ path, message }) => ({
      path,
      message: forAnswer(message),
    })),
    version: booking.version,
  }
}

/** The booking's own places do not count against it. */
function fullErrors(booking: BookingRecord, { departure, places, isBusy }: JudgedMove): FieldError[] {
  if (departure && isBusy) return [fullDeparture(departure, 0)]
  const left = departure?.vacancies ?? null
  if (!departure || left === null) return []
  const own = departure.departureId === booking.departure_id ? booking.places : 0
  return places > left + own ? [fullDeparture(departure, left)] : []
}
