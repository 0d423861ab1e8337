import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Badge, Notice, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Amount, dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { TransferCard } from './transfer-card.tsx'
import { useAction } from './use-action.ts'

const t = textOf('transfer')
const words = textOf('booking')
const badgeTones = {
  'Awaiting transfer': 'neutral',
  'Pending Verification': 'warn',
  'Verified & Approved': 'success',
  Rejected: 'danger',
} as const
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/** How it is paid: the verification card of a bank transfer, cash on arrival, and every try. */
export function PaymentPanel({ booking, payment, onDone }: Props) {
  const badge = payment.badge
  return (
    <Panel id="payment" title={payment.isBankTransfer ? t('title') : words('payment')}>
      {badge ? (
        <p>
          <StatusBadge tone={badgeTones[badge as keyof typeof badgeTones] ?? 'neutral'}>{badge}</StatusBadge>
        </p>
      ) : null}
      {booking.verified_at ? (
        <p className="text-sm text-ink-2">
          {t('decidedBy', { name: booking.verified_by ?? '', at: dateTime(booking.verified_at) })}
        </p>
      ) : null}
      {payment.isBankTransfer ? (
        <TransferCard booking={booking} payment={payment} onDone={onDone} />
      ) : (
        <Method booking={booking} />
      )}
      {canTakeCash(booking, payment) ? <ArrivalPayment booking={booking} onDone={onDone} /> : null}
      <Attempts payment={payment} />
    </Panel>
  )
}

const canTakeCash = (booking: Booking, payment: AdminPayment): boolean =>
  booking.payment_status === 'pending' &&
  payment.attempts.some(
    (attempt) =>
      attempt.provider === 'cash_on_arrival' && ['created', 'requires_action', 'processing'].includes(attempt.state),
  )

const Method = ({ booking }: { booking: Booking }) => (
  <p>
    {booking.payment_method?.replaceAll('_', ' ') ?? words('none')}
    {booking.payment_reference ? (
      <span className="block text-sm break-all text-ink-2">{booking.payment_reference}</span>
    ) : null}
  </p>
)

function ArrivalPayment({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const record = useAction(
    () => api.payment.admin.recordArrivalPayment({ bookingId: booking.id }),
    { done: t('arrivalDone'), failed: t('arrivalFailed') },
    onDone,
  )
  return (
    <div>
      <Button loading={record.isPending} onClick={() => record.mutate(undefined)}>
        {t('arrival')}
      </Button>
    </div>
  )
}

function Attempts({ payment }: { payment: AdminPayment }) {
  const [isOpen, setOpen] = useState(false)
  if (payment.attempts.length === 0) return null
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2 font-semibold">{t('attempts')}</summary>
      <ul className="divide-y divide-line">
        {payment.attempts.map((attempt) => (
          <li key={attempt.id} className="py-2">
            <p className="flex flex-wrap items-center gap-2">
              <Badge>{attempt.state.replaceAll('_', ' ')}</Badge> {attempt.provider.replaceAll('_', ' ')}{' '}
              <Amount value={attempt.amount} />
            </p>
            <p className="text-sm break-all text-ink-2">
              {dateTime(attempt.createdAt)} {attempt.reference ?? ''}
            </p>
            {attempt.reviewReason ? <Notice tone="warn">{t('review', { reason: attempt.reviewReason })}</Notice> : null}
          </li>
        ))}
      </ul>
      {payment.refunds.length > 0 ? (
        <>
          <h4 className="mt-2 font-semibold">{t('refunds')}</h4>
          <ul className="divide-y divide-line">
            {payment.refunds.map((refund) => (
              <li key={refund.id} className="flex flex-wrap items-center gap-2 py-2">
                <Badge>{refund.state}</Badge> <Amount value={refund.amount} />{' '}
                <span className="text-ink-2">{refund.reason.replaceAll('_', ' ')}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}
