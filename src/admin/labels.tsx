import { Ban, Check, Clock, type LucideIcon, Undo2, X } from 'lucide-react'
import { formatDateTime, formatTime } from '../kernel/dates.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { kinds } from '../services/index.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { textOf } from './text.ts'

const t = textOf('statuses')
type Tone = 'neutral' | 'info' | 'success' | 'warn' | 'danger'
type Look = { tone: Tone; icon: LucideIcon }

const bookingLooks: Readonly<Record<string, Look>> = {
  confirmed: { tone: 'success', icon: Check },
  pending: { tone: 'warn', icon: Clock },
  cancelled: { tone: 'danger', icon: X },
  completed: { tone: 'info', icon: Check },
}
const paymentLooks: Readonly<Record<string, Look>> = {
  completed: { tone: 'success', icon: Check },
  pending: { tone: 'warn', icon: Clock },
  failed: { tone: 'danger', icon: Ban },
}
/** D176: what is refunded is grey. */
const otherPayment: Look = { tone: 'neutral', icon: Undo2 }

const known = ['pending', 'confirmed', 'cancelled', 'completed', 'failed']
/** Payment states beyond pending, completed and failed are shown in upper case (A139). */
export const statusName = (status: string): string =>
  known.includes(status) ? t(status) : status.replaceAll('_', ' ').toUpperCase()

export function BookingBadge({ status }: { status: string }) {
  const { tone, icon: Icon } = bookingLooks[status] ?? otherPayment
  return (
    <StatusBadge tone={tone} icon={<Icon aria-hidden="true" />}>
      {statusName(status)}
    </StatusBadge>
  )
}
export function PaymentBadge({ status }: { status: string }) {
  const { tone, icon: Icon } = paymentLooks[status] ?? otherPayment
  return (
    <StatusBadge tone={tone} icon={<Icon aria-hidden="true" />}>
      {statusName(status)}
    </StatusBadge>
  )
}

/** Exact, in its own currency: what is booked is never rounded in the back office. */
export const Amount = ({ value }: { value: Money }) => (
  <bdi className="tabular-nums">{formatMoney(value, { exact: true })}</bdi>
)
export const kindName = (key: string): string => kinds.find((kind) => kind.key === key)?.labels.singular ?? key
export const dateTime = (iso: string): string => formatDateTime(new Date(iso))
export const clockTime = (time: string | null): string | null => (time ? formatTime(time) : null)
