import { Check, CheckCheck, Clock, CreditCard, type LucideIcon, X } from 'lucide-react'
import { formatMoney, type Money } from '../kernel/money.ts'
import { adminPaymentLabel, type BookingStatus, bookingTones, type PaymentStatus } from '../modules/booking/index.ts'
import { findKind } from '../services/index.ts'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { officeLanguage } from './language.ts'
import { hasText, say, textOf } from './text.ts'
import { formatTime } from './written.ts'

const t = textOf('statuses')

const bookingIcons: Readonly<Record<BookingStatus, LucideIcon>> = {
  pending: Clock,
  confirmed: Check,
  cancelled: X,
  completed: CheckCheck,
}
/** Completed is highlighted, failed is red, the rest is secondary (A040). */
const paymentTone = (status: PaymentStatus) =>
  status === 'completed' ? 'success' : status === 'failed' ? 'danger' : 'neutral'

export const bookingStatusName = (status: BookingStatus): string => t(status)
export const paymentStatusName = (status: PaymentStatus): string =>
  officeLanguage === 'en' && adminPaymentLabel(status) !== status ? adminPaymentLabel(status) : t(status)

/** Status by colour, icon and word. `stamp` is for the booking's own dialog; rows use the plain form. */
export function BookingBadge({ status, stamp }: { status: BookingStatus; stamp?: boolean }) {
  const Shape = stamp ? StatusBadge : Badge
  const Icon = bookingIcons[status]
  return (
    <Shape tone={bookingTones[status]} icon={<Icon aria-hidden="true" />}>
      {bookingStatusName(status)}
    </Shape>
  )
}
type ShownPayment = { readonly payment_status: PaymentStatus; readonly is_partly_refunded: boolean }

export function PaymentBadge({ booking, stamp }: { booking: ShownPayment; stamp?: boolean }) {
  const Shape = stamp ? StatusBadge : Badge
  const { payment_status: status, is_partly_refunded: isPartly } = booking
  return (
    // The card icon and the hidden word distinguish a pending payment from a pending booking.
    <Shape tone={isPartly ? 'neutral' : paymentTone(status)} icon={<CreditCard aria-hidden="true" />}>
      <span className="sr-only">{t('payment')} </span>
      {isPartly ? t('partlyRefunded') : paymentStatusName(status)}
    </Shape>
  )
}

/** Exact, in its own currency: the back office never rounds booked amounts. */
export const Amount = ({ value }: { value: Money }) => (
  <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
    {formatMoney(value, { exact: true })}
  </bdi>
)
export const kindName = (key: string): string => say(findKind(key)?.labels.singular ?? key)
/** '2027-02-06', or '2027-02-06 – 2027-02-16' for a group with a return date; '' without a date. */
export const travelDays = ({ travel_date, return_date }: { travel_date: string | null; return_date: string | null }) =>
  [travel_date, return_date].filter(Boolean).join(' – ')
export const clockTime = (time: string | null): string | null => (time ? formatTime(time) : null)
const codes = textOf('codes')
/** A code of the server, such as 'bank_transfer', in words; one that has no words here is spelt out in English. */
export const inWords = (name: string): string => {
  if (hasText('codes', name)) return codes(name)
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An email address that wraps before its @. */
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

/** 'Visa' is 'visa' within a sentence; names of several words keep their capitals. */
export const nameInSentence = (label: string): string => (/^\S+$/.test(label) ? label.toLowerCase() : label)
