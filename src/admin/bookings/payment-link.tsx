import { MessageCircle, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import type { PaymentLink } from '../../modules/payment/contract.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { type Booking, Fault } from './panel.tsx'
import { whatsAppHref } from './whatsapp.ts'

const t = textOf('paymentLink')

/** Whether a payment link makes sense; the server checks again. */
export const awaitsPayment = (booking: Booking): boolean =>
  booking.prepared_move !== null ||
  (['pending', 'failed'].includes(booking.payment_status) &&
    booking.booking_status !== 'cancelled' &&
    booking.final_amount.minor > 0)

/** Requested on demand, because the audit log records who takes a link. */
export function GetPaymentLink({ booking }: { booking: Booking }) {
  const [link, setLink] = useState<PaymentLink | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const get = async () => {
    setBusy(true)
    setFailed(false)
    try {
      setLink(await api.payment.admin.link({ bookingId: booking.id }))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  if (link) return <PaymentLinkBox booking={booking} link={link} focusFirst />
  return (
    <div className="grid gap-2">
      <div>
        <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void get()}>
          {t('show')}
        </Button>
      </div>
      <Fault fault={isFailed ? t('failed') : null} />
    </div>
  )
}

/** The same in a dialog. */
export const PaymentLinkDialog = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={t('title')} closeLabel={t('close')}>
    <div className="grid gap-4">
      <p className="text-ink-2">{t('dialogHint')}</p>
      <GetPaymentLink booking={booking} />
    </div>
  </Dialog>
)

type BoxProps = { booking: Booking; link: PaymentLink; focusFirst?: boolean }

export function PaymentLinkBox({ booking, link, focusFirst = false }: BoxProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The button that requested it no longer exists, so move the focus here.
    if (focusFirst) field.current?.focus({ preventScroll: true })
  }, [focusFirst])
  const message = t('message', {
    name: booking.customer_name,
    reference: booking.booking_reference,
    service: booking.service_title,
    amount: formatMoney(booking.prepared_move?.difference ?? booking.final_amount, { exact: true }),
    url: link.url,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label={t('label')} hint={t('hint')}>
        <TextInput readOnly dir="ltr" ref={field} value={link.url} onFocus={(event) => event.target.select()} />
      </Field>
      <p className="text-sm text-ink-2">
        {link.payBefore
          ? t(booking.prepared_move ? 'payMoveBefore' : 'payBefore', { at: dateTime(link.payBefore) })
          : t('onArrival')}{' '}
        {t('opensUntil', { at: dateTime(link.opensUntil) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={link.url} label={t('copy')} copiedLabel={t('copied')} variant="secondary" />
        {booking.prepared_move ? null : <SendLink booking={booking} />}
        <a
          href={whatsAppHref(booking.customer_phone, message)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <MessageCircle aria-hidden="true" /> {t('whatsApp')}
          <span className="sr-only"> {t('newTab')}</span>
        </a>
      </div>
    </div>
  )
}

function SendLink({ booking }: { booking: Booking }) {
  const send = useAction(
    () => api.mail.admin.sendBookingMail({ bookingId: booking.id, emailType: 'payment_due' }),
    {
      done: ({ delivery }) =>
        delivery === 'none'
          ? { tone: 'error', title: t('mailNotSent') }
          : { tone: 'success', title: t('mailSent', { to: booking.customer_email }) },
      failed: t('mailFailed'),
    },
    () => {},
  )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Send aria-hidden="true" className="mirror" />}
        loading={send.isPending}
        onClick={send.run}
      >
        {t('mail')}
      </Button>
      <Fault fault={send.fault} />
    </>
  )
}
