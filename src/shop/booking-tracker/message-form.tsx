import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { TextArea } from '../../ui/text-input.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess, bookingMessagesQuery } from '../client/queries.ts'
import { useText } from '../intl/intl.tsx'

const maxSubject = 200

export type MessageAgencyProps = {
  booking: BookingView
  /** Null: the viewer may not act for the booking, so the message goes the way of the contact form. */
  access: BookingAccess | null
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

/** One message to the agency, sent once. */
export function MessageForm({ booking, access, onSent }: MessageAgencyProps & { onSent: () => void }) {
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
