import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { TextArea } from '../../ui/text-input.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess, bookingMessagesQuery } from '../client/queries.ts'
import { useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { Section } from './section.tsx'

const maxSubject = 200

type MessageAgencyProps = {
  booking: BookingView
  /** Null: the viewer may not act for the booking, so the message goes the way of the contact form. */
  access: BookingAccess | null
}

/** What the customer wrote to the agency about the booking, and a message more. */
export function MessageAgency({ booking, access }: MessageAgencyProps) {
  const t = useText('myBooking')
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed')
  const isByForm = !access && booking.customer_phone === null
  return (
    <Section id="message-agency" title={t('message.heading')}>
      {access ? <SentMessages access={access} /> : null}
      {isByForm ? (
        <ShopLink href="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('message.open')}
        </ShopLink>
      ) : state === 'open' ? (
        <MessageForm booking={booking} access={access} onSent={() => setState('sent')} />
      ) : (
        <>
          {state === 'sent' ? <Thanks email={booking.customer_email} /> : null}
          <Button variant="secondary" onClick={() => setState('open')}>
            {t('message.open')}
          </Button>
        </>
      )}
    </Section>
  )
}

/** Takes the focus of the form that it follows. */
function Thanks({ email }: { email: string }) {
  const t = useText('myBooking')
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p ref={place} role="status" tabIndex={-1} className="mb-4 wrap-anywhere outline-none">
      {t('message.sent', { email })}
    </p>
  )
}

function SentMessages({ access }: { access: BookingAccess }) {
  const t = useText('myBooking')
  const { api } = useShop()
  const instant = useShownInstant()
  const { data } = useQuery(bookingMessagesQuery(api, access))
  if (!data || data.items.length === 0) return null
  return (
    <ul aria-label={t('message.list')} className="mb-4 grid gap-3">
      {data.items.map(({ id, message, created_at, answered_at, replies }) => (
        <li key={id} className="rounded-lg border border-line bg-surface p-4">
          <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <time dateTime={created_at}>{t('message.at', { date: instant(created_at) })}</time>
            <Badge tone={answered_at ? 'success' : 'neutral'}>
              {answered_at ? t('message.answered', { date: instant(answered_at) }) : t('message.waiting')}
            </Badge>
          </p>
          {replies.map((reply) => (
            <div key={reply.id} className="mt-3 border-s-2 border-line ps-3">
              <p className="text-sm font-semibold">{t('message.reply')}</p>
              <p className="wrap-anywhere whitespace-pre-wrap">{reply.message}</p>
              <p className="mt-1 text-sm text-ink-2">
                <time dateTime={reply.created_at}>{instant(reply.created_at)}</time>
              </p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Sends with the booking where the viewer may act for it. */
function useSend({ booking, access }: MessageAgencyProps) {
  const t = useText('myBooking')
  const { api } = useShop()
  const queries = useQueryClient()
  const [keys] = useState(memoryKeys)
  const { customer_name: name, customer_email: email, customer_phone: phone } = booking
  const { booking_reference: reference, service_title: title } = booking
  return async (message: string): Promise<void> => {
    if (!access) {
      const subject = t('message.subject', { reference, title }).slice(0, maxSubject)
      await api.content.sendEnquiry({ name, email, phone: phone ?? '', subject, message })
      return
    }
    const request = { ...accessOf(access), message }
    const sent = await api.content.sendBookingMessage(request, {
      context: { idempotencyKey: requestKey(keys, request) },
    })
    queries.setQueryData(bookingMessagesQuery(api, access).queryKey, sent)
  }
}

function MessageForm({ booking, access, onSent }: MessageAgencyProps & { onSent: () => void }) {
  const t = useText('myBooking')
  const field = useRef<HTMLTextAreaElement>(null)
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const send = useSend({ booking, access })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const message = field.current?.value.trim() ?? ''
    setFailure('')
    setError(message ? '' : t('message.missing'))
    if (!message) return field.current?.focus()
    running.current = true
    setBusy(true)
    try {
      await send(message)
      onSent()
    } catch (thrown) {
      setBusy(false)
      setFailure(readProblem(thrown).message || t('message.failed'))
    } finally {
      running.current = false
    }
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t('message.label')} error={error || undefined} required>
        <TextArea ref={field} name="message" rows={4} maxLength={5000} />
      </Field>
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button type="submit" className="justify-self-start" loading={isBusy} loadingLabel={t('message.sending')}>
        {t('message.send')}
      </Button>
    </form>
  )
}
