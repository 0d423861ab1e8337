import { Banknote, Clock, Mail, MapPin, Route } from 'lucide-react'
import type { BookingView } from '../../modules/booking/index.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { useMoney } from '../money/use-money.ts'
import { isPaidOnArrival, outcomeOf } from './confirmation-head.tsx'

type Waiting = 'next.waitAgency' | 'next.waitArrival' | 'next.waitChecking' | 'next.wait'
function waitingFor(booking: BookingView): Waiting {
  if (booking.payment_checking) return 'next.waitChecking'
  if (booking.awaits_agency) return 'next.waitAgency'
  return isPaidOnArrival(booking) ? 'next.waitArrival' : 'next.wait'
}

/** The head of the page promises the email, or asks to save the address, already. */
const isSaidAbove = (booking: BookingView, sendsMail: boolean): boolean => {
  const outcome = outcomeOf(booking)
  return outcome === 'confirmed' || (sendsMail && ['checking', 'paid', 'agency', 'proof'].includes(outcome))
}

export function NextSteps({ booking }: { booking: BookingView }) {
  const t = useMailText('confirmation')
  const { say } = useMoney()
  const { sendsMail } = useChrome()
  const isOver = booking.booking_status === 'cancelled' || booking.booking_status === 'completed'
  if (isOver) return null
  const isOnArrival = isPaidOnArrival(booking)
  const isSettled = booking.booking_status === 'confirmed' || booking.payment_status === 'completed'
  const steps = [
    ...(isSaidAbove(booking, sendsMail)
      ? []
      : [{ key: 'mail', Icon: Mail, text: t('next.mail', { email: booking.customer_email }) }]),
    ...(isSettled ? [] : [{ key: 'wait', Icon: Clock, text: t(waitingFor(booking)) }]),
    ...(isOnArrival
      ? [{ key: 'arrival', Icon: Banknote, text: t('next.arrival', { price: say(booking.final_amount) }) }]
      : []),
    ...(booking.has_pickup ? [{ key: 'pickup', Icon: MapPin, text: t('next.pickup') }] : []),
    { key: 'track', Icon: Route, text: t('next.track') },
  ]
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-3 text-xl">
        {t('next.title')}
      </h2>
      <ul className="ticks">
        {steps.map(({ key, Icon, text }) => (
          <li key={key}>
            <Icon aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
