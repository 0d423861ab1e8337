import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { inWords, PaymentBadge } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { Attempts } from './attempts.tsx'
import { CheckPayment } from './check-payment.tsx'
import { GiveRefund } from './give-refund.tsx'
import { type Booking, Panel, Rows } from './panel.tsx'
import { awaitsPayment, GetPaymentLink } from './payment-link.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { Refunds } from './refunds.tsx'
import { Reports } from './reports.tsx'

const t = textOf('payment')
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

export const PaymentPanel = ({ booking, payment, onDone }: Props) => (
  <Panel id="payment" title={t('title')}>
    <Rows
      rows={[
        [t('status'), <PaymentBadge key="status" booking={booking} />],
        [t('method'), booking.payment_method && inWords(booking.payment_method)],
        [t('reference'), booking.payment_reference && <bdi className="break-all">{booking.payment_reference}</bdi>],
        ...(booking.expires_at ? [[t('expires'), dateTime(booking.expires_at)] as const] : []),
        ...(booking.hold ? [[t('places'), placesOf(booking.hold)] as const] : []),
      ]}
    />
    {awaitsPayment(booking) ? <GetPaymentLink booking={booking} /> : null}
    {canMarkPaid(booking, payment) ? <MarkPaid booking={booking} onDone={onDone} /> : null}
    {payment.attempts.some(({ canCheck }) => canCheck) ? <CheckPayment bookingId={booking.id} onDone={onDone} /> : null}
    <GiveRefund booking={booking} payment={payment} onDone={onDone} />
    <Refunds payment={payment} onDone={onDone} />
    <Attempts payment={payment} onDone={onDone} />
    <Reports events={payment.events} />
  </Panel>
)

const placesOf = ({ state, until, places }: NonNullable<Booking['hold']>): string =>
  t(state === 'held' ? 'heldUntil' : 'heldBefore', { places, until: dateTime(until) })

/** A pending transfer is decided on its card, where the proof is. */
const canMarkPaid = (booking: Booking, payment: AdminPayment): boolean => awaitsPayment(booking) && !payment.canDecide

function MarkPaid({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('markPaid')}
      </Button>
      {isOpen ? <MarkPaidDialog booking={booking} onDone={onDone} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

type MarkPaidProps = { booking: Booking; onDone: () => void; onClose: () => void }
export function MarkPaidDialog({ booking, onDone, onClose }: MarkPaidProps) {
  const [receipt, setReceipt] = useState('')
  const record = (reason: string) =>
    api.payment.admin.recordArrivalPayment({
      bookingId: booking.id,
      reason,
      ...(receipt.trim() && { receipt: receipt.trim() }),
    })
  return (
    <ReasonDialog
      title={t('markPaidTitle')}
      hint={t('markPaidHint')}
      label={t('markPaidReason')}
      neededText={t('markPaidNeeded')}
      submitLabel={t('markPaid')}
      backLabel={t('back')}
      call={record}
      texts={{ done: t('markedPaid'), failed: t('markPaidFailed') }}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label={t('receipt')} optionalLabel={textOf('booking')('optional')}>
        <TextInput maxLength={100} value={receipt} onChange={(event) => setReceipt(event.target.value)} />
      </Field>
    </ReasonDialog>
  )
}
