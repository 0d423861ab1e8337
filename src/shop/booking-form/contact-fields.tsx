import texts from 'shop-messages:contactFields'
import { useEffect, useRef } from 'react'
import { isPhoneRequired } from '../../modules/booking/index.ts'
import { listOf } from '../../services/shared/panels.tsx'
import { Field } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { useControlId } from './control-id.ts'
import { PhoneField } from './phone-field.tsx'
import { EmailField, RequestsField } from './reach-fields.tsx'
import type { BookingForm } from './use-booking-form.ts'

addMessages(texts)

export type ContactFieldsProps = { form: BookingForm; focusFirst: boolean }

/** Contact, pickup and special requests. */
export function ContactFields({ form, focusFirst }: ContactFieldsProps) {
  const say = useSay()
  const t = useText('contactFields')
  const optional = useText('frame')('optional')
  const idOf = useControlId()
  const { service, rules, draft, change, errors, leave } = form
  const own = kindShop(service.kind)?.formLabels
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The fields appear with 'Continue', so the focus moves here.
    if (focusFirst) first.current?.focus()
  }, [focusFirst])
  const { hasPickup } = service.schedule
  const places = (hasPickup && kindShop(service.kind)?.pickupPlaces?.(service)) || []
  return (
    <fieldset className="mt-6 grid gap-4 border-t border-line pt-6">
      <legend className="sr-only">{t('contact')}</legend>
      <Field id={idOf('customer_name')} label={own ? say(own.name) : t('name')} error={errors.customer_name} required>
        <TextInput
          ref={first}
          autoComplete="name"
          maxLength={200}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          onBlur={() => leave('customer_name')}
        />
      </Field>
      <EmailField form={form} label={own && say(own.email)} />
      <PhoneField
        form={form}
        label={own && say(own.phone)}
        required={isPhoneRequired(rules, hasPickup, draft.details)}
      />
      {hasPickup ? (
        <Field
          id={idOf('pickup_location')}
          label={t('pickup')}
          hint={t('pickupAdvice')}
          error={errors.pickup_location}
          optionalLabel={kindShop(service.kind)?.isPickupOptional ? optional : undefined}
        >
          <TextInput
            autoComplete="street-address"
            list={places.length > 0 ? idOf('pickup_places') : undefined}
            maxLength={500}
            value={draft.pickup}
            onChange={(event) => change({ pickup: event.currentTarget.value })}
            onBlur={() => leave('pickup_location')}
          />
        </Field>
      ) : null}
      {places.length > 0 ? (
        <datalist id={idOf('pickup_places')}>
          {places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      ) : null}
      <LanguageField form={form} />
      <RequestsField form={form} />
    </fieldset>
  )
}

/** Only for services that list languages (D171). */
function LanguageField({ form }: { form: BookingForm }) {
  const t = useText('contactFields')
  const optional = useText('frame')('optional')
  const id = useControlId()('selected_language')
  const { details, languages: marks } = form.service
  const languages = listOf(details.languages)
  if (languages.length === 0) return null
  const lang = marks?.['details.languages']
  return (
    <Field id={id} label={t('language')} error={form.errors.selected_language} optionalLabel={optional}>
      <Select
        value={form.draft.language}
        placeholder={t('anyLanguage')}
        onChange={(event) => form.change({ language: event.currentTarget.value })}
        options={languages.map((language) => ({ value: language, label: language, lang }))}
      />
    </Field>
  )
}
