/** How long the places of an unpaid booking are held, and when they may be taken again (docs/rules/holds.md). */
import { addHours, addMinutes, type Instant } from '../../../kernel/dates.ts'
import type { DepartureReason } from '../../inventory/index.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { BookingStatus, PaymentStatus } from './states.ts'

/** How the customer pays; 'card' is any online provider, or no choice yet. */
export type HoldMethod = 'card' | 'transfer' | 'arrival'
export type HoldSettings = Pick<ShopSettings, 'hold_card_minutes' | 'hold_transfer_hours' | 'hold_arrival_hours'>

const manualMethods: Readonly<Record<string, HoldMethod>> = { bank_transfer: 'transfer', cash_on_arrival: 'arrival' }
export const holdMethodOf = (gateway: string | null): HoldMethod => manualMethods[gateway ?? ''] ?? 'card'

interface Holding {
  readonly now: Instant
  readonly settings: HoldSettings
  /** The hold never outlives these: the cut-off of the departure, the expiry of the booking. */
  readonly bounds: readonly (Instant | null)[]
}
/** The end of a hold that starts or is renewed now. */
export function holdEnd(method: HoldMethod, { now, settings, bounds }: Holding): Instant {
  const own =
    method === 'card'
      ? addMinutes(now, settings.hold_card_minutes)
      : addHours(now, method === 'transfer' ? settings.hold_transfer_hours : settings.hold_arrival_hours)
  return bounds.reduce<Instant>((end, bound) => (bound !== null && bound < end ? bound : end), own)
}

/** The facts of a booking that holds depend on. */
export interface HeldBooking {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly paid_minor: number
  readonly payment_checking_since: Instant | null
  readonly places: number
  readonly released_places: number
  readonly held_until: Instant | null
}
export const isUnpaid = ({ booking_status, payment_status, paid_minor }: HeldBooking): boolean =>
  booking_status === 'pending' && paid_minor === 0 && (payment_status === 'pending' || payment_status === 'failed')

/** Whether to free the places now. Not while a payment is being checked. */
export const isHoldOver = (booking: HeldBooking, now: Instant): boolean =>
  isUnpaid(booking) &&
  booking.places > 0 &&
  booking.payment_checking_since === null &&
  booking.held_until !== null &&
  booking.held_until <= now

export type HoldState = 'held' | 'released'
/** What the customer sees; null: the places are kept, or there are none to hold. */
export function holdStateOf(booking: HeldBooking): HoldState | null {
  if (!isUnpaid(booking)) return null
  if (booking.released_places > 0) return 'released'
  return booking.places > 0 && booking.held_until !== null ? 'held' : null
}

/** Free sale is never half sold. */
export const isHalfSold = ({
  capacity,
  taken,
}: {
  readonly capacity: number | null
  readonly taken: number
}): boolean => capacity !== null && taken * 2 >= capacity

/**
 * Why released places are taken again: the payment page was opened, a payment was started, money has arrived, or staff
 * decided.
 */
export type ReturnOccasion = 'page' | 'start' | 'payment' | 'staff'
interface Sold {
  readonly reason: DepartureReason | null
  readonly capacity: number | null
  readonly taken: number
}
/**
 * Whether an occasion may take places of a departure again, if enough are left. Opening the page does so only while the
 * departure is less than half sold: from then on places go to those who pay.
 */
export function mayReturn(departure: Sold, occasion: ReturnOccasion): boolean {
  const { reason } = departure
  if (reason === 'closed') return false
  if (occasion === 'staff') return true
  if (reason === 'full') return false
  if (occasion === 'payment') return reason === null || reason === 'cut_off'
  return reason === null && (occasion === 'start' || !isHalfSold(departure))
}
