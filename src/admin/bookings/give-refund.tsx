import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Button } from '../../ui/button.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const t = textOf('payment')
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/** Refunds what was paid, without cancelling the booking. One button for each payment with money left. */
export function GiveRefund({ booking, payment, onDone }: Props) {
  const mayRefund = useMayEnter('refunds')
  const [open, setOpen] = useState<string | null>(null)
  const paid = payment.attempts.filter(({ refundable }) => refundable.minor > 0)
  if (!mayRefund || paid.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {paid.map((attempt) => (
        <Button
          key={attempt.id}
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          data-do="refund"
          onClick={() => setOpen(attempt.id)}
        >
          {paid.length === 1 ? t('giveRefund') : t('giveRefundOf', { method: attempt.label })}
        </Button>
      ))}
      {paid.map((attempt) =>
        open === attempt.id ? (
          <RefundDialog
            key={attempt.id}
            attemptId={attempt.id}
            reference={booking.booking_reference}
            refundable={attempt.refundable}
            hint={t('giveRefundHint')}
            wholeHint={paid.length === 1 ? t('giveRefundWhole') : undefined}
            onClose={() => setOpen(null)}
            onDone={onDone}
          />
        ) : null,
      )}
    </div>
  )
}
