import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useControlId } from '../booking-form/control-id.ts'
import { PhoneField } from '../booking-form/phone-field.tsx'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { useText } from '../intl.tsx'

/** How to reach who applies, and what else they wish. */
export function ClearanceContact({ form }: { form: BookingForm }) {
  const t = useText('okToBoard')
  const booking = useText('booking')
  const optional = useText('frame')('optional')
  const idOf = useControlId()
  const { draft, change, errors, leave } = form
  return (
    <div className="grid gap-4">
      <Field
        id={idOf('customer_email')}
        label={booking('email')}
        hint={booking('emailWhy')}
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
      <PhoneField form={form} required why={t('phoneWhy')} />
      <Field
        id={idOf('special_requests')}
        label={booking('requests')}
        error={errors.special_requests}
        optionalLabel={optional}
      >
        <TextArea
          rows={3}
          maxLength={2000}
          value={draft.requests}
          onChange={(event) => change({ requests: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}
