import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { languageOf } from '../../kernel/language-offer.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { agencyLanguages } from '../agency-languages.ts'
import { api } from '../api.ts'
import { LanguageField } from '../form/language-field.tsx'
import { textOf } from '../text.ts'
import { type Booking, Fault } from './panel.tsx'

const t = textOf('correctBooking')
type Props = { booking: Booking; onClose: () => void; onDone: () => void }

const fieldsOf = (booking: Booking) => ({
  customer_name: booking.customer_name,
  customer_email: booking.customer_email,
  customer_phone: booking.customer_phone ?? '',
  selected_language: booking.selected_language ?? '',
  language: languageOf(booking.language, agencyLanguages()),
  pickup_location: booking.pickup_location ?? '',
  special_requests: booking.special_requests ?? '',
})
type Fields = ReturnType<typeof fieldsOf>

/** Corrects what does not change the sale. Opened with the booking as it was then: a change by others is refused. */
export default function CorrectDialog({ booking, onClose, onDone }: Props) {
  const queries = useQueryClient()
  const [opened] = useState(() => ({ fields: fieldsOf(booking), version: booking.version }))
  const [fields, setFields] = useState(opened.fields)
  const [tells, setTells] = useState(true)
  const isSame = Object.entries(fields).every(([name, value]) => value === opened.fields[name as keyof Fields])
  const save = useAction(
    async () => {
      const { language, ...others } = fields
      const request = { bookingId: booking.id, version: opened.version, ...others, tell_customer: tells }
      // Unset, it follows the shop's default.
      const changed = language === opened.fields.language ? {} : { language }
      queries.setQueryData(
        ['booking', booking.booking_reference],
        await api.booking.admin.correct({ ...request, ...changed }),
      )
    },
    { done: t('done'), failed: t('failed') },
    onDone,
    onClose,
  )
  const set = (name: keyof Fields) => (event: { target: { value: string } }) =>
    setFields((now) => ({ ...now, [name]: event.target.value }))
  const props = (name: keyof Fields, maxLength: number) => ({ maxLength, value: fields[name], onChange: set(name) })
  const { errors } = save
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button disabled={isSame} loading={save.isPending} onClick={save.run}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t('name')} required error={errors.customer_name}>
          <TextInput autoComplete="off" {...props('customer_name', 200)} />
        </Field>
        <Field label={t('email')} required error={errors.customer_email}>
          <TextInput type="email" autoComplete="off" {...props('customer_email', 254)} />
        </Field>
        {fields.customer_email.trim() === opened.fields.customer_email ? null : (
          <Notice tone="info">{t('oldLinks', { email: opened.fields.customer_email })}</Notice>
        )}
        <Field label={t('phone')} error={errors.customer_phone}>
          <TextInput type="tel" autoComplete="off" {...props('customer_phone', 40)} />
        </Field>
        {booking.has_pickup || booking.pickup_location !== null ? (
          <Field label={t('pickup')} error={errors.pickup_location}>
            <TextInput {...props('pickup_location', 500)} />
          </Field>
        ) : null}
        {booking.selected_language === null ? null : (
          <Field label={t('language')} error={errors.selected_language}>
            <TextInput {...props('selected_language', 60)} />
          </Field>
        )}
        <LanguageField
          label={t('messages')}
          value={fields.language}
          onChange={(language) => setFields((now) => ({ ...now, language }))}
        />
        <Field label={t('requests')} error={errors.special_requests}>
          <TextArea rows={3} {...props('special_requests', 2000)} />
        </Field>
        <Checkbox label={t('tell')} checked={tells} onChange={(event) => setTells(event.target.checked)} />
        <Fault fault={save.fault} />
      </div>
    </Dialog>
  )
}
