import { type Money, money } from '../../../kernel/money.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { type BookingRecord, findPreparedMove, isMoveOpen, type PreparedMove } from '../../booking/index.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { isOpenBooking, isPayable } from './rules/booking-effect.ts'
import { bookingFacts } from './store.server.ts'

/** What is to be paid for a booking now: its price, or the difference of its prepared move. */
export interface Due {
  readonly amount: Money
  readonly isPayable: boolean
  readonly move: PreparedMove | null
}

/** At most one statement; none for unpaid bookings. */
export async function readDue(q: Queryable, booking: BookingRecord, now: Date): Promise<Due> {
  const move = await findPreparedMove(q, booking)
  const price = money(booking.final_minor, booking.currency)
  if (!move) return { amount: price, isPayable: isPayable(bookingFacts(booking, now)), move }
  const isOver = booking.booking_status === 'cancelled' || booking.booking_status === 'completed'
  const amount = money(move.difference_minor, booking.currency)
  return { amount, isPayable: !isOver && move.held_until > now, move }
}

/** True while this attempt may still be paid: the booking is unpaid, or its move is open. */
export async function isAwaited(
  q: Queryable,
  { booking, attempt }: { readonly booking: BookingRecord; readonly attempt: Pick<AttemptRecord, 'move_id'> },
  now: Date,
): Promise<boolean> {
  if (attempt.move_id === null) return isOpenBooking(bookingFacts(booking, now))
  return booking.booking_status !== 'cancelled' && isMoveOpen(q, attempt.move_id)
}
