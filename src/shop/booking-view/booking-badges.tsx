import { type BookingStatus, bookingTones, type PaymentStatus, paymentTones } from '../../modules/booking/index.ts'
import { Notice, StatusBadge } from '../../ui/badge.tsx'
import { useMailText } from '../intl/mail-text.ts'

/** Colour, icon and word together (C244, D176). */
export function BookingBadge({ status }: { status: BookingStatus }) {
  const t = useMailText('states')
  return <StatusBadge tone={bookingTones[status]}>{t(`booking.${status}`)}</StatusBadge>
}

type ShownPayment = {
  readonly payment_status: PaymentStatus
  readonly payment_checking: boolean
  readonly is_partly_refunded: boolean
}

export function PaymentBadge({ booking }: { booking: ShownPayment }) {
  const t = useMailText('states')
  if (booking.payment_checking) return <StatusBadge tone="info">{t('checking')}</StatusBadge>
  if (booking.is_partly_refunded) return <StatusBadge tone="neutral">{t('partlyRefunded')}</StatusBadge>
  const { payment_status: status } = booking
  return <StatusBadge tone={paymentTones[status]}>{t(`payment.${status}`)}</StatusBadge>
}

/** The customer may have paid already, so the page does not ask for payment. */
export function CheckingNotice({ booking, className }: { booking: ShownPayment; className?: string }) {
  const t = useMailText('states')
  if (!booking.payment_checking) return null
  return (
    <Notice tone="info" title={t('checkingNotice')} className={className}>
      {t('checkingText')}
    </Notice>
  )
}
