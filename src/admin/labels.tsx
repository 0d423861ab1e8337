import { Check, CheckCheck, Clock, CreditCard, type LucideIcon, X } from 'lucide-react'
import { formatDateTime, formatTime } from '../kernel/dates.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { adminPaymentLabel, type BookingStatus, bookingTones, type PaymentStatus } from '../modules/booking/index.ts'
import { findKind } from '../services/index.ts'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { textOf } from './text.ts'

const t = textOf('statuses')

const bookingIcons: Readonly<Record<BookingStatus, LucideIcon>> = {
  pending: Clock,
  confirmed: Check,
  cancelled: X,
  completed: CheckCheck,
}
/** Completed is highlighted, failed is red, everything else is secondary (A040). */
const paymentTone = (status: PaymentStatus) =>
  status === 'completed' ? 'success' : status === 'failed' ? 'danger' : 'neutral'

export const bookingStatusName = (status: BookingStatus): string => t(status)
const paymentStatusName = (status: PaymentStatus): string =>
  adminPaymentLabel(status) === status ? t(status) : adminPaymentLabel(status)

/** Colour, icon and word together; `stamp` in a booking's own dialog, plain in rows of many. */
export function BookingBadge({ status, stamp }: { status: BookingStatus; stamp?: boolean }) {
  const Shape = stamp ? StatusBadge : Badge
  const Icon = bookingIcons[status]
  return (
    <Shape tone={bookingTones[status]} icon={<Icon aria-hidden="true" />}>
      {bookingStatusName(status)}
    </Shape>
  )
}
export function PaymentBadge({ status, stamp }: { status: PaymentStatus; stamp?: boolean }) {
  const Shape = stamp ? StatusBadge : Badge
  return (
    // The card, and the word for who only hears it, tell a pending payment from a pending booking beside it.
    <Shape tone={paymentTone(status)} icon={<CreditCard aria-hidden="true" />}>
      <span className="sr-only">{t('payment')} </span>
      {paymentStatusName(status)}
    </Shape>
  )
}

/** Exact, in its own currency: what is booked is never rounded in the back office. */
export const Amount = ({ value }: { value: Money }) => (
  <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
    {formatMoney(value, { exact: true })}
  </bdi>
)
export const kindName = (key: string): string => findKind(key)?.labels.singular ?? key
export const dateTime = (iso: string): string => formatDateTime(new Date(iso))
export const clockTime = (time: string | null): string | null => (time ? formatTime(time) : null)
/** 'bank_transfer' and 'refund-unclear' as words. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An e-mail address that breaks before its @ rather than anywhere. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  )
}
