import type { LocalDate } from '../../kernel/dates.ts'
import { isUnpaid } from '../../modules/booking/index.ts'
import type { Booking } from './panel.tsx'

type Trip = Pick<Booking, 'return_date' | 'return_leg' | 'travel_date'>
type Asked = Trip & Pick<Booking, 'awaits_agency' | 'final_amount' | 'payment_status'>

/** The last day of the trip; null for a service without a day. */
export const lastDay = ({ travel_date, return_date, return_leg }: Trip): string | null =>
  [travel_date, return_date, return_leg?.travel_date ?? null].reduce((last, day) =>
    last === null || (day !== null && day > last) ? day : last,
  )

/**
 * What staff should know before the step: the booking is not paid, or its trip is not over. A cash booking that awaits
 * the agency is unpaid by design.
 */
export function questionBefore(
  step: 'confirm' | 'complete',
  booking: Asked,
  today: LocalDate,
): 'unpaid' | 'early' | null {
  if (step === 'complete') return (lastDay(booking) ?? '') > today ? 'early' : null
  return isUnpaid({ ...booking, final_minor: booking.final_amount.minor }) ? 'unpaid' : null
}
