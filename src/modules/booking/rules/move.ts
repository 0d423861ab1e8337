/** Whether a booking may move to another departure, and what happens to its price (docs/rules/moving.md). */
import type { Instant } from '../../../kernel/dates.ts'
import type { MessageString } from '../../../kernel/messages.ts'
import { formatMoney, type Money, money } from '../../../kernel/money.ts'
import { text } from '../text.ts'
import { type CancellableBooking, openFreeUntil } from './cancellation.ts'
import type { PaymentStatus } from './states.ts'

export interface MovableBooking extends CancellableBooking {
  readonly payment_status: PaymentStatus
  readonly payment_checking_since: Instant | null
  readonly departure_id: string | null
  readonly instant_confirmation: boolean
  readonly expires_at: Instant | null
}

/** How often customers may move a booking themselves. Staff may move it at any time. */
export const maxMoves = 3

export type MoveObstacle =
  | 'cancelled'
  | 'completed'
  | 'expired'
  | 'noDepartures'
  | 'checking'
  | 'refunded'
  | 'confirmedByAgency'
  | 'noTerms'
  | 'tooLate'
  | 'tooOften'

export interface MoveMoment {
  readonly now: Instant
  /** How often customers have moved the booking before. */
  readonly moves: number
}

/** It is over, or never had a departure. */
export const isNeverMoved = (obstacle: MoveObstacle | null): boolean =>
  obstacle === 'cancelled' || obstacle === 'completed' || obstacle === 'noDepartures'

/** Why nobody can move the booking now, not even staff. */
export function obstacleForAll(booking: MovableBooking, now: Instant): MoveObstacle | null {
  const { booking_status: status, expires_at } = booking
  if (status === 'cancelled' || status === 'completed') return status
  if (booking.departure_id === null) return 'noDepartures'
  if (expires_at !== null && expires_at <= now) return 'expired'
  if (booking.payment_checking_since !== null) return 'checking'
  return booking.payment_status === 'refunded' ? 'refunded' : null
}

/** Party and answers can change without a departure too. */
export const asMovable = <T extends MovableBooking & { readonly id: string }>(booking: T): T => ({
  ...booking,
  departure_id: booking.departure_id ?? booking.id,
})

/** Why the customer cannot move the booking now. Moving ends with free cancellation, by the terms it was sold under. */
export function obstacleForCustomer(booking: MovableBooking, { now, moves }: MoveMoment): MoveObstacle | null {
  const forAll = obstacleForAll(booking, now)
  if (forAll) return forAll
  // The agency confirmed this day after asking its suppliers, so it decides about another one too.
  if (booking.booking_status === 'confirmed' && !booking.instant_confirmation) return 'confirmedByAgency'
  if (!booking.cancellation_terms) return 'noTerms'
  if (openFreeUntil(booking, now) === null) return 'tooLate'
  return moves >= maxMoves ? 'tooOften' : null
}

export const obstacleText = (obstacle: MoveObstacle): MessageString =>
  text(`move.${obstacle}`, obstacle === 'tooOften' ? { max: maxMoves } : undefined)

export interface PricedBooking {
  readonly currency: string
  readonly final_minor: number
  readonly paid_minor: number
  readonly payment_status: PaymentStatus
}
/**
 * `same`: nothing to settle. `open`: not paid yet, so the amount to pay follows. `refund`: paid, and the difference is
 * refunded. `dearer`: paid, and the new departure costs more. `other`: no difference can be computed or refunded.
 */
export type Settlement = 'same' | 'open' | 'refund' | 'dearer' | 'other'

/** What a move from the booking's price to this one takes. */
export function settlementOf(booking: PricedBooking, price: Money): Settlement {
  if (price.currency !== booking.currency) return 'other'
  if (price.minor === booking.final_minor) return 'same'
  const isSettled = booking.paid_minor > 0 || booking.payment_status === 'completed'
  if (!isSettled) return 'open'
  if (price.minor > booking.final_minor) return 'dearer'
  // A full refund would mark the booking as refunded, so the agency settles a move to a free departure.
  return price.minor > 0 ? 'refund' : 'other'
}

/** What a dearer departure costs beyond the price of the booking. */
export const differenceTo = (booking: PricedBooking, price: Money): Money =>
  money(price.minor - booking.final_minor, booking.currency)

/** How the difference for a dearer departure is settled: it is paid first, or staff waive it. */
export type Difference = 'charge' | 'waive'

/** Why a departure of this price cannot be chosen; null if it can. `isOnline`: whether an amount can be paid online. */
export function priceObjection(
  booking: PricedBooking,
  price: Money,
  isOnline: (amount: Money) => boolean,
): MessageString | null {
  const settlement = settlementOf(booking, price)
  if (settlement === 'other') return text('move.otherPrice')
  if (settlement !== 'dearer') return null
  const more = differenceTo(booking, price)
  return isOnline(more) ? null : text('move.dearer', { amount: formatMoney(more, { exact: true }) })
}
