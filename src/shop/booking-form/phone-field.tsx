import texts from 'shop-messages:contactFields'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { useReaderLocale } from '../../ui/say.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { callingCodeOf, commonCountries, nameCountries } from './calling-codes.ts'
import { useControlId } from './control-id.ts'

addMessages(texts)

/** The part of the form that the field needs. */
export interface PhoneForm {
  readonly draft: { readonly phone: string; readonly phoneFrom: string }
  readonly change: (next: { phone?: string; phoneFrom?: string }) => void
  readonly leave: (field: string) => void
  readonly errors: Readonly<Record<string, string>>
  /** Null until the page is alive. */
  readonly now: Date | null
}
type PhoneFieldProps = { form: PhoneForm; required: boolean; label?: string | undefined; why?: string | undefined }

/** Calling code and number. The hint says why we ask: one visitor in seven would rather leave. */
export function PhoneField({ form, required, label, why }: PhoneFieldProps) {
  const t = useText('contactFields')
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
  const t = useText('contactFields')
  const chosen = form.draft.phoneFrom
  // Country names differ between server and browser, so they appear once the page is alive. The mark keeps the plus first.
  if (form.now === null)
    return (
      <Select aria-label={t('phoneCountry')} options={[{ value: chosen, label: `\u200e+${callingCodeOf(chosen)}` }]} />
    )
  return <NamedCountries chosen={chosen} onChoose={(phoneFrom) => form.change({ phoneFrom })} />
}

function NamedCountries({ chosen, onChoose }: { chosen: string; onChoose: (from: string) => void }) {
  const t = useText('contactFields')
  const locale = useReaderLocale()
  const frame = useRef<HTMLSpanElement>(null)
  const others = useOtherCountries(frame)
  const first = commonCountries.includes(chosen) ? commonCountries : [chosen, ...commonCountries]
  return (
    <span ref={frame}>
      <Select
        aria-label={t('phoneCountry')}
        autoComplete="tel-country-code"
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <Countries label={t('commonCountries')} countries={nameCountries(first, locale)} />
        <Countries label={t('allCountries')} countries={others.filter(({ value }) => !first.includes(value))} />
      </Select>
    </span>
  )
}

/** Loads the other countries when the field comes near the screen. */
function useOtherCountries(frame: RefObject<HTMLElement | null>): readonly SelectOption[] {
  const locale = useReaderLocale()
  const [others, setOthers] = useState<readonly SelectOption[]>([])
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        // Without them, common countries still work, and so does any number typed with its '+'.
        import('./all-calling-codes.ts').then(
          ({ otherCountries }) => setOthers(otherCountries(locale)),
          () => undefined,
        )
      },
      { rootMargin: '300px' },
    )
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, locale])
  return others
}

const Countries = ({ label, countries }: { label: string; countries: readonly SelectOption[] }) => (
  <optgroup label={label}>
    {countries.map(({ value, label: name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </optgroup>
)
