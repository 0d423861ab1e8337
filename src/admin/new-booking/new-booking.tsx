import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Fault } from '../bookings/panel.tsx'
import { PaymentLinkBox } from '../bookings/payment-link.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { useIsMailOff } from '../shell/mail-banner.tsx'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { CustomerFields, PaymentFields } from './customer-fields.tsx'
import { ItemChoice } from './item-choice.tsx'
import { controlId, orderedErrors } from './sale.ts'
import { FooterTotal, SalePrice } from './sale-price.tsx'
import { TripFields } from './trip-fields.tsx'
import { type SaleForm, type Sold, useSale } from './use-sale.ts'

const t = textOf('newBooking')
type Props = {
  onClose: () => void
  onOpen: (reference: string) => void
  onSold: () => void
}

/** The form that staff use to book for a customer, such as on the phone. It ends with a payment link. */
export default function NewBooking({ onClose, onOpen, onSold }: Props) {
  const [sale, setSale] = useState<Sold | null>(null)
  const [round, setRound] = useState(0)
  if (sale)
    return (
      <Done
        sale={sale}
        onClose={onClose}
        onOpen={() => onOpen(sale.booking.booking_reference)}
        onAgain={() => {
          setSale(null)
          setRound(round + 1)
        }}
      />
    )
  return (
    <SaleDialog
      key={round}
      onClose={onClose}
      onSold={(made) => {
        setSale(made)
        onSold()
      }}
    />
  )
}

function SaleDialog({ onClose, onSold }: { onClose: () => void; onSold: (sold: Sold) => void }) {
  const form = useSale(onSold)
  const id = useId()
  const isLeft = useRef(false)
  const { leave, question } = useUnsaved(form.isDirty, () => !isLeft.current)
  const close = () =>
    leave(() => {
      isLeft.current = true
      onClose()
    })
  return (
    <>
      <Dialog
        open
        onClose={close}
        size="full"
        keepOnOutsidePress
        className="bg-bg! [--ground:var(--color-bg)]"
        title={t('title')}
        closeLabel={t('close')}
        footer={
          <>
            <FooterTotal form={form} />
            <Button variant="secondary" onClick={close} className="max-sm:hidden">
              {t('cancel')}
            </Button>
            <Button type="submit" form={id} loading={form.isSending} loadingLabel={t('creating')}>
              {t('create')}
            </Button>
          </>
        }
      >
        <Fields id={id} form={form} />
      </Dialog>
      {question}
    </>
  )
}

function Fields({ id, form }: { id: string; form: SaleForm }) {
  const [isAsked, setAsked] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    form.submit()
  }
  const errors = orderedErrors(form.errors).map(([path, message]) => ({ controlId: controlId(path), message }))
  return (
    <form
      id={id}
      noValidate
      onSubmit={send}
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] [&_:is(input,textarea,select,button)]:scroll-my-24"
    >
      <div className="grid grid-cols-1 gap-4">
        {form.attempt > 0 ? <ErrorSummary title={t('wrong')} errors={errors} attempt={form.attempt} /> : null}
        <ItemChoice form={form} error={isAsked && !form.chosen ? t('itemMissing') : null} />
        {form.chosen ? (
          <>
            <TripFields form={form} chosen={form.chosen} />
            <CustomerFields form={form} chosen={form.chosen} />
            <PaymentFields form={form} />
          </>
        ) : null}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-0">
        <SalePrice form={form} />
        <Fault fault={form.fault} />
      </div>
    </form>
  )
}

type DoneProps = { sale: Sold; onClose: () => void; onOpen: () => void; onAgain: () => void }

function Done({ sale: { booking, link, payment_method, wanted, unsaved }, onClose, onOpen, onAgain }: DoneProps) {
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = booking.customer_name
  const isMailOff = useIsMailOff()
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      title={t('made', { reference: booking.booking_reference })}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="quiet" onClick={onAgain}>
            {t('again')}
          </Button>
          <Button variant="secondary" onClick={onOpen}>
            {t('openBooking')}
          </Button>
          <Button onClick={onClose}>{t('toList')}</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div ref={heading} tabIndex={-1} className="outline-none">
          <Notice tone="success" role="status">
            {t(`${link ? 'madeText' : 'madeFree'}${isMailOff ? 'NoMail' : ''}`, { name })}
          </Notice>
        </div>
        {wanted !== payment_method ? <Notice tone="warn">{t('notSetUp')}</Notice> : null}
        {unsaved.length > 0 ? <Notice tone="warn">{t('travellersUnsaved', { names: listed(unsaved) })}</Notice> : null}
        {link ? <PaymentLinkBox booking={booking} link={link} /> : null}
      </div>
    </Dialog>
  )
}
