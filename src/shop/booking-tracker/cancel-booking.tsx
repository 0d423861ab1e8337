import { type FormEvent, useRef, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess } from '../client/queries.ts'
import { useShownFromStart } from '../form/use-shown-from-start.ts'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'
import { Section } from './section.tsx'

type CancelBookingProps = { booking: BookingView; access: BookingAccess | null; refresh: () => void }

/** Says what goes back before anything is cancelled, or why this viewer cannot cancel. Moves the focus with each step. */
export function CancelBooking({ booking, access, refresh }: CancelBookingProps) {
  const t = useText('myBooking')
  const { is_offered: isOffered, obstacle } = booking.cancel
  const [isAsking, setAsking] = useState(false)
  const isDone = isAsking && booking.booking_status === 'cancelled'
  const place = useShownFromStart<HTMLDivElement>(isDone ? 'done' : isAsking)
  if (!isOffered && !isDone) return null
  return (
    <Section id="cancel-booking" title={t('cancel.heading')}>
      <div ref={place} tabIndex={-1} className="scroll-mt-36 outline-none">
        {isDone ? (
          <p className="font-semibold">{t('cancel.done')}</p>
        ) : obstacle || !access ? (
          <p className="text-sm text-ink-2">{obstacle}</p>
        ) : isAsking ? (
          <CancelForm {...{ booking, access, refresh }} onBack={() => setAsking(false)} />
        ) : (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {t('cancel.open')}
          </Button>
        )}
      </div>
    </Section>
  )
}

type CancelFormProps = { booking: BookingView; access: BookingAccess; refresh: () => void; onBack: () => void }

function CancelForm({ booking, access, refresh, onBack }: CancelFormProps) {
  const t = useText('myBooking')
  const optional = useText('frame')('optional')
  const { api } = useShop()
  const { say } = useMoney()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const running = useRef(false)
  const { refund } = booking.cancel
  const isPaid = booking.paid_amount.minor > 0
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    setBusy(true)
    setFailure('')
    try {
      await api.booking.cancel({ ...accessOf(access), expected_refund: refund, ...(reason && { reason }) })
      showToast({ tone: 'success', title: t('cancel.done') })
      refresh()
    } catch (error) {
      const { code, message } = readProblem(error)
      setFailure(code === 'booking/changed' ? t('cancel.changed') : message || t('cancel.failed'))
      if (code === 'booking/changed') refresh()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">
        {refund.minor > 0
          ? t('cancel.refund', { amount: say(refund), paid: say(booking.paid_amount) })
          : t(isPaid ? 'cancel.noRefund' : 'cancel.unpaid')}
      </p>
      <Field label={t('cancel.reason')} optionalLabel={optional}>
        <TextInput name="reason" maxLength={500} autoComplete="off" />
      </Field>
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isBusy} loadingLabel={t('cancel.busy')}>
          {t('cancel.confirm')}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {t('cancel.keep')}
        </Button>
      </div>
    </form>
  )
}
