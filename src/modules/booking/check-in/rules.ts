/** Who may be marked as arrived, and when (docs/rules/check-in.md). Pure. */
import { addHours, dateIn, type Instant } from '../../../kernel/dates.ts'
import type { BookingStatus, PaymentStatus } from '../rules/states.ts'
import { peopleIn } from '../rules/travellers.ts'

export interface CheckedBooking {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly final_minor: number
  readonly paid_minor: number
  readonly travel_date: string | null
  readonly time_zone: string
  readonly departure_id: string | null
  /** Freed when the hold of an unpaid booking ended. */
  readonly released_places: number
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
}

/** How long a mark may wait on a device without a connection. */
export const maxWaitHours = 72

/** The amount due, in minor units. */
export const dueOf = ({ payment_status: payment, final_minor: final, paid_minor: paid }: CheckedBooking): number =>
  payment === 'completed' || payment === 'refunded' ? 0 : Math.max(final - paid, 0)

export const despiteReasons = ['unpaid', 'unconfirmed'] as const
/** Staff must confirm before checking these in. */
export type Despite = (typeof despiteReasons)[number]
export function despiteOf(booking: CheckedBooking): Despite | null {
  if (dueOf(booking) > 0) return 'unpaid'
  return booking.booking_status === 'pending' ? 'unconfirmed' : null
}

export const voucherStates = [
  'open',
  'unpaid',
  'unconfirmed',
  'released',
  'cancelled',
  'other_day',
  'not_needed',
] as const
/** 'released': unpaid, and its places went back on sale. 'not_needed': nothing departs, such as a visa. */
export type VoucherState = (typeof voucherStates)[number]

/** The validity of a voucher at `now`. A cancelled booking is 'cancelled' on every day. */
export function voucherState(booking: CheckedBooking, now: Instant): VoucherState {
  if (booking.booking_status === 'cancelled') return 'cancelled'
  if (booking.departure_id === null) return 'not_needed'
  if (!isToday(booking, now)) return 'other_day'
  return booking.released_places > 0 ? 'released' : (despiteOf(booking) ?? 'open')
}

/** On the clock of the service. */
export const isToday = ({ travel_date, time_zone }: Pick<CheckedBooking, 'travel_date' | 'time_zone'>, now: Instant) =>
  travel_date !== null && travel_date === dateIn(time_zone, now)

/**
 * When the person arrived: by the device's clock, unless it is ahead or the mark has waited too long.
 */
export const arrivedAt = (madeAt: Instant, now: Instant): Instant =>
  madeAt <= now && madeAt >= addHours(now, -maxWaitHours) ? madeAt : now

export interface Mark {
  readonly position: number
  readonly madeAt: Instant
  /** Staff confirmed that they check it in although it is unpaid or unconfirmed. */
  readonly isConfirmed: boolean
}
export const markRefusals = ['unknown', 'cancelled', 'other_day', 'released', 'unpaid', 'unconfirmed'] as const
export type MarkRefusal = (typeof markRefusals)[number]

/**
 * Why a mark is not accepted; null: it is. A mark that waited on a device counts for the day it was made, because
 * the connection may come back after midnight.
 */
export function judgeMark(booking: CheckedBooking, mark: Mark, now: Instant): MarkRefusal | null {
  if (booking.departure_id === null || mark.position >= peopleIn(booking)) return 'unknown'
  if (booking.booking_status === 'cancelled') return 'cancelled'
  if (!isToday(booking, now) && !isToday(booking, arrivedAt(mark.madeAt, now))) return 'other_day'
  if (booking.released_places > 0) return 'released'
  return mark.isConfirmed ? null : despiteOf(booking)
}
