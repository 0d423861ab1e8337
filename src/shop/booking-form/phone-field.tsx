import { useMemo } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl.tsx'
import { callingCodeOf, phoneCountries } from './calling-codes.ts'
import { useControlId } from './control-id.ts'

/** What the field needs of the form around it. */
export interface PhoneForm {
  readonly draft: { readonly phone: string; readonly phoneCountry: string }
  readonly change: (next: { phone?: string; phoneCountry?: string }) => void
  readonly leave: (field: string) => void
  readonly errors: Readonly<Record<string, string>>
  /** Null until the page is alive. */
  readonly now: Date | null
}
type PhoneFieldProps = { form: PhoneForm; required: boolean; label?: string | undefined; why?: string | undefined }

/** A country's calling code and the number; says why it is asked, since one in seven would rather leave. */
export function PhoneField({ form, required, label, why }: PhoneFieldProps) {
  const t = useText('booking')
  const optional = useText('frame')('optional')
  const id = useControlId()('customer_phone')
  const { draft, change, leave, errors } = form
  const error = errors.customer_phone
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">
        {label ?? t('phone')}
        {required ? null : <span className="field-optional"> {optional}</span>}
      </legend>
      <span id={`${id}-hint`} className="field-hint">
        {why ?? t('phoneWhy')}
      </span>
      <div className="grid grid-cols-[8.5rem_1fr] gap-2">
        <CountrySelect form={form} />
        <TextInput
          id={id}
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={30}
          aria-label={label ?? t('phoneNumber')}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          required={required}
          value={draft.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
          onBlur={() => leave('customer_phone')}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

function CountrySelect({ form }: { form: PhoneForm }) {
  const t = useText('booking')
  // Names of countries differ between the server's and the browser's tables: they come in when the page is alive.
  const isAlive = form.now !== null
  const countries = useMemo(() => (isAlive ? phoneCountries('en') : []), [isAlive])
  const label = ({ code, name }: { code: string; name: string }) => `+${callingCodeOf(code)} ${name}`
  const chosen = form.draft.phoneCountry
  if (!isAlive)
    return <Select aria-label={t('phoneCountry')} options={[{ value: chosen, label: `+${callingCodeOf(chosen)}` }]} />
  return (
    <Select
      aria-label={t('phoneCountry')}
      autoComplete="tel-country-code"
      value={chosen}
      onChange={(event) => form.change({ phoneCountry: event.currentTarget.value })}
    >
      <optgroup label={t('commonCountries')}>
        {countries
          .filter((country) => country.isCommon)
          .map((country) => (
            <option key={country.code} value={country.code}>
              {label(country)}
            </option>
          ))}
      </optgroup>
      <optgroup label={t('allCountries')}>
        {countries
          .filter(
            (country) => !country.isCommon && !countries.some((each) => each.isCommon && each.code === country.code),
          )
          .map((country) => (
            <option key={country.code} value={country.code}>
              {label(country)}
            </option>
          ))}
      </optgroup>
    </Select>
  )
}
