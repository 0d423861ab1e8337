import { useState } from 'react'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import type { PaymentReview } from '../../modules/payment/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { useFirstWrong } from '../lists/use-first-wrong.ts'
import { textOf } from '../text.ts'

const t = textOf('reviews')
const words = textOf('payment')

type Props = { review: PaymentReview; onClose: () => void; onDone: () => void }

export function RefundDialog({ review, onClose, onDone }: Props) {
  const { refundable, attemptId, booking_reference: reference } = review
  const { currency } = refundable
  const [amount, setAmount] = useState(formatAmount(refundable))
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const minor = parseAmount(amount, currency)?.minor ?? 0
  const isWrong = minor <= 0 || minor > refundable.minor
  const isMissing = reason.trim() === ''
  const refund = useAction(
    () => api.payment.admin.refund({ attemptId, amountMinor: minor, reason: reason.trim() }),
    { done: t('refundStarted'), failed: t('refundFailed') },
    onDone,
    onClose,
  )
  const firstWrong = useFirstWrong<HTMLDivElement>(refund.fault)
  const send = () => {
    if (!isWrong && !isMissing) return refund.run()
    setRefused(true)
    firstWrong.show()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('refundTitle', { reference })}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words('back')}
          </Button>
          <Button variant="danger" loading={refund.isPending} onClick={send}>
            {t('refund')}
          </Button>
        </>
      }
    >
      <div ref={firstWrong.area} className="grid gap-4">
        <p className="text-ink-2">{t('refundHint')}</p>
        <Field
          label={t('refundAmount', { currency })}
          hint={t('refundMost', { amount: `${formatAmount(refundable)} ${currency}` })}
          required
          error={isRefused && isWrong ? t('refundWrong', { amount: formatAmount(refundable) }) : undefined}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <Field label={t('refundReason')} required error={isRefused && isMissing ? t('refundReasonNeeded') : undefined}>
          <TextArea rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Fault fault={refund.fault} />
      </div>
    </Dialog>
  )
}
