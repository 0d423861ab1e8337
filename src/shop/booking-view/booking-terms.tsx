import type { BookingView } from '../../modules/booking/index.ts'
import { FreeUntil } from '../cancellation/free-until.tsx'
import { TermsTable } from '../cancellation/terms-table.tsx'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'

/**
 * The refund that a cancellation would bring, by the booking's own terms, while there is something to cancel. Pages
 * that use it load the areas `terms` and `bookingFacts`. `isWhole`: the page itself says how to cancel.
 */
export function BookingTerms({ booking, isWhole = false }: { booking: BookingView; isWhole?: boolean }) {
  const t = useText('bookingFacts')
  const { say } = useMoney()
  const { cancellation, booking_status: status } = booking
  if (!cancellation || (status !== 'pending' && status !== 'confirmed')) return null
  const { steps, free_until: free, today } = cancellation
  return (
    <section aria-labelledby="booking-terms" className="mt-6">
      <h3 id="booking-terms" className="mb-3">
        {t('cancellation')}
      </h3>
      <TermsTable terms={steps} startDay={booking.travel_date} />
      <FreeUntil day={free} start={booking} />
      <p className="mt-2 text-sm text-ink-2">
        {today ? `${t('refundToday', { amount: say(today.refund), percent: today.percent })} ` : ''}
        {isWhole && !booking.cancel.obstacle ? null : t(booking.cancel.obstacle ? 'toCancel' : 'toCancelOnline')}
      </p>
    </section>
  )
}
