import { type FormEvent, useRef, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { Section } from './section.tsx'

const maxSubject = 200

/** A message to the agency, with the booking for its subject and the customer's own contact. */
export function MessageAgency({ booking }: { booking: BookingView }) {
  const t = useText('myBooking')
  const [isOpen, setOpen] = useState(false)
  const { customer_phone: phone } = booking
  return (
    <Section id="message-agency" title={t('message.heading')}>
      {phone === null ? (
        <ShopLink href="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('message.open')}
        </ShopLink>
      ) : isOpen ? (
        <MessageForm booking={booking} phone={phone} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('message.open')}
        </Button>
      )}
    </Section>
  )
}

function MessageForm({ booking, phone }: { booking: BookingView; phone: string }) {
  const t = useText('myBooking')
  const { api } = useShop()
  const field = useRef<HTMLTextAreaElement>(null)
  const running = useRef(false)
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const { customer_name: name, customer_email: email, booking_reference: reference, service_title: title } = booking
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const message = field.current?.value.trim() ?? ''
    setFailure('')
    setError(message ? '' : t('message.missing'))
    if (!message) return field.current?.focus()
    running.current = true
    setState('busy')
    try {
      const subject = t('message.subject', { reference, title }).slice(0, maxSubject)
      await api.content.sendEnquiry({ name, email, phone, subject, message })
      setState('sent')
    } catch (thrown) {
      setState('idle')
      setFailure(readProblem(thrown).message || t('message.failed'))
    } finally {
      running.current = false
    }
  }
  if (state === 'sent')
    return (
      <p role="status" className="wrap-anywhere">
        {t('message.sent', { email })}
      </p>
    )
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <Field label={t('message.label')} error={error || undefined} required>
        <TextArea ref={field} name="message" rows={4} maxLength={5000} />
      </Field>
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button
        type="submit"
        className="justify-self-start"
        loading={state === 'busy'}
        loadingLabel={t('message.sending')}
      >
        {t('message.send')}
      </Button>
    </form>
  )
}
