import { useState } from 'react'
import { formatAmount, type Money, parseAmount } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { useFirstWrong } from '../lists/use-first-wrong.ts'
import { textOf } from '../text.ts'
import { Fault } from './panel.tsx'

const t = textOf('reviews')
const words = textOf('payment')

type Props = {
  attemptId: string
  reference: string
  /** What is left of the payment. */
  refundable: Money
  hint: string
  /** Shown while the whole rest is to be refunded. */
  wholeHint?: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Refunds a payment, in whole or in part, with a reason. */
export function RefundDialog({ attemptId, reference, refundable, hint, wholeHint, onClose, onDone }: Props) {
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
        <p className="text-ink-2">{hint}</p>
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
        {wholeHint && minor === refundable.minor ? <Notice tone="warn">{wholeHint}</Notice> : null}
        <Field label={t('refundReason')} required error={isRefused && isMissing ? t('refundReasonNeeded') : undefined}>
          <TextArea rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Fault fault={refund.fault} />
      </div>
    </Dialog>
  )
}
