import type { BookingView } from '../../modules/booking/index.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/loading-indicator.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useMailText } from '../intl/mail-text.ts'

type Outcome =
  | 'confirmed'
  | 'completed'
  | 'cancelled'
  | 'checking'
  | 'paid'
  | 'refunded'
  | 'arrival'
  | 'agency'
  | 'proof'
  | 'failed'
  | 'unpaid'

/** Shows the stored state, whatever the address says (C229). */
export function outcomeOf(booking: BookingView): Outcome {
  if (booking.booking_status === 'cancelled') return 'cancelled'
  if (booking.payment_status === 'refunded') return 'refunded'
  if (booking.booking_status === 'completed') return 'completed'
  if (booking.payment_checking) return 'checking'
  if (booking.booking_status === 'confirmed') return 'confirmed'
  if (booking.payment_status === 'completed') return 'paid'
  if (booking.awaits_agency) return 'agency'
  if (booking.payment_method === 'cash_on_arrival') return 'arrival'
  if (booking.payment_status === 'failed') return 'failed'
  return booking.timeline.some(({ event }) => event === 'proof-uploaded') ? 'proof' : 'unpaid'
}

/** Booked, and to be paid in cash on arrival. */
export const isPaidOnArrival = (booking: BookingView): boolean =>
  !booking.awaits_agency &&
  booking.payment_method === 'cash_on_arrival' &&
  booking.payment_status === 'pending' &&
  !booking.payment_checking &&
  ['pending', 'confirmed'].includes(booking.booking_status)

const good: readonly Outcome[] = ['confirmed', 'completed', 'paid', 'arrival']
const bad: readonly Outcome[] = ['cancelled', 'failed']

export function ConfirmationHead({ booking, isChecking }: { booking: BookingView; isChecking: boolean }) {
  const t = useMailText('confirmation')
  const outcome = outcomeOf(booking)
  const tone = good.includes(outcome) ? 'text-success' : bad.includes(outcome) ? 'text-danger' : 'text-gold-ink'
  return (
    <header className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-5">
      <LogoMark className={joinClasses('size-12 flex-none sm:size-16', tone)} />
      <div className="min-w-0 flex-1" role="status">
        <h1>{t(`outcome.${outcome}.title`)}</h1>
        <p className="mt-1 wrap-anywhere text-ink-2">
          {isChecking && outcome !== 'checking' ? (
            <span className="inline-flex items-center gap-2">
              <Spinner /> {t('checking')}
            </span>
          ) : (
            t(`outcome.${outcome}.text`, { email: booking.customer_email })
          )}
        </p>
      </div>
    </header>
  )
}
