import { type BookingStatus, bookingTones, type PaymentStatus, paymentTones } from '../../modules/booking/index.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { useText } from '../intl.tsx'

/** Colour, icon and word together (C244, D176). */
export function BookingBadge({ status }: { status: BookingStatus }) {
  const t = useText('states')
  return <StatusBadge tone={bookingTones[status]}>{t(`booking.${status}`)}</StatusBadge>
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const t = useText('states')
  return <StatusBadge tone={paymentTones[status]}>{t(`payment.${status}`)}</StatusBadge>
}
