import { useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { shownInstant } from '../dates.ts'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import type { BookingAccess } from '../queries.ts'
import { useShownFromStart } from '../use-shown-from-start.ts'
import { BankTransfer } from './bank-transfer.tsx'
import { MethodChoice } from './method-choice.tsx'
import { usePayingDocument } from './paying-document.ts'
import { hasOpenTransfer } from './payment-state.ts'
import { usePayment } from './use-payment.ts'

type PaymentFormProps = { payment: PaymentPage; access: BookingAccess }

/** Methods, or the bank-transfer screen once a transfer was chosen; a reload comes back to where one was. */
export function PaymentForm({ payment, access }: PaymentFormProps) {
  const t = useText('payment')
  const [wantsOther, setWantsOther] = useState(false)
  const paying = usePayment(access, () => setWantsOther(false))
  usePayingDocument(payment)
  const isTransfer = hasOpenTransfer(payment) && !wantsOther
  const form = useShownFromStart<HTMLElement>(isTransfer)
  if (!payment.isPayable) return <NotPayable payment={payment} access={access} />
  return (
    <section ref={form} tabIndex={-1} aria-label={t('form')} className="grid gap-5 outline-none">
      {payment.isSandbox ? (
        <Notice tone="warn" title={t('sandboxTitle')} className="max-lg:order-last">
          {t('sandboxText')}
        </Notice>
      ) : null}
      {isTransfer ? (
        <BankTransfer payment={payment} access={access} onBack={() => setWantsOther(true)} />
      ) : (
        <MethodChoice payment={payment} paying={paying} />
      )}
      {payment.expires_at && !isTransfer ? (
        <p className="text-sm text-ink-2">{t('payBefore', { time: shownInstant(payment.expires_at) })}</p>
      ) : null}
    </section>
  )
}

/** Paid, cancelled or expired: what it is, and the way to the booking. */
function NotPayable({ payment, access }: PaymentFormProps) {
  const t = useText('payment')
  const isPaid = payment.payment_status === 'completed'
  const kind = isPaid
    ? 'paid'
    : payment.payment_status === 'refunded'
      ? 'refunded'
      : payment.proof.state === 'pending-verification'
        ? 'checking'
        : 'closed'
  return (
    <section aria-label={t('form')} className="grid gap-5">
      <Notice tone={isPaid ? 'success' : kind === 'closed' ? 'danger' : 'info'} title={t(`notPayable.${kind}Title`)}>
        {t(`notPayable.${kind}Text`)}
      </Notice>
      <p>
        <ShopLink href={confirmationHref(access.bookingId, access.token)} className={buttonClass()}>
          {t('seeBooking')}
        </ShopLink>
      </p>
    </section>
  )
}
