import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FormIdContext } from '../booking-form/control-id.ts'
import { PhoneField } from '../booking-form/phone-field.tsx'
import { useNow } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import type { ContactDraft } from './draft.ts'
import type { Application } from './use-application.ts'

type ReachFieldsProps = {
  id: string
  application: Application
  errors: Readonly<Record<string, string>>
  isPhoneRequired: boolean
}

/** Email address and WhatsApp number. */
export function ReachFields({ id, application, errors, isPhoneRequired }: ReachFieldsProps) {
  const t = useText('visa')
  const now = useNow()
  const { contact } = application.draft
  const set = (next: Partial<ContactDraft>) =>
    application.change((known) => ({ ...known, contact: { ...known.contact, ...next } }))
  return (
    <>
      <Field id={`${id}-email`} label={t('reach.email')} error={errors.email} required>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={contact.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      </Field>
      <FormIdContext value={id}>
        <PhoneField
          required={isPhoneRequired}
          label={t('reach.whatsapp')}
          why={t('reach.whatsappWhy')}
          form={{
            draft: contact,
            change: set,
            leave: () => undefined,
            errors: errors.phone ? { customer_phone: errors.phone } : {},
            now,
          }}
        />
      </FormIdContext>
    </>
  )
}
