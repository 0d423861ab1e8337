import texts from 'shop-messages:contactFields'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { useControlId } from './control-id.ts'
import type { BookingForm } from './use-booking-form.ts'

addMessages(texts)

type Props = { form: BookingForm; label?: string | undefined }

export function EmailField({ form: { draft, change, errors, leave }, label }: Props) {
  const t = useMailText('contactFields')
  return (
    <Field
      id={useControlId()('customer_email')}
      label={label ?? t('email')}
      hint={t('emailWhy')}
      error={errors.customer_email}
      required
    >
      <TextInput
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        value={draft.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        onBlur={() => leave('customer_email')}
      />
    </Field>
  )
}

export function RequestsField({ form: { draft, change, errors } }: Props) {
  const t = useText('contactFields')
  return (
    <Field
      id={useControlId()('special_requests')}
      label={t('requests')}
      error={errors.special_requests}
      optionalLabel={useText('frame')('optional')}
    >
      <TextArea
        rows={3}
        maxLength={2000}
        value={draft.requests}
        onChange={(event) => change({ requests: event.currentTarget.value })}
      />
    </Field>
  )
}
