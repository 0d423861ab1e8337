import { FieldError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl/intl.tsx'
import type { TravellerDraft } from './draft.ts'

type BirthDateFieldProps = {
  id: string
  form: TravellerDraft
  onChange: (next: Partial<TravellerDraft>) => void
  error: string | undefined
}

/** Three fields: typing a known date is faster than paging through a calendar. */
export function BirthDateField({ id, form, onChange, error }: BirthDateFieldProps) {
  const t = useText('visa')
  const described = error ? `${id}-hint ${id}-error` : `${id}-hint`
  const part = (name: 'birthDay' | 'birthMonth' | 'birthYear', label: string, length: number, token: string) => (
    <div className="grid gap-1">
      <label htmlFor={name === 'birthDay' ? id : `${id}-${name}`} className="text-sm font-medium">
        {label}
      </label>
      <TextInput
        id={name === 'birthDay' ? id : `${id}-${name}`}
        inputMode="numeric"
        autoComplete={token}
        maxLength={length}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        value={form[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </div>
  )
  return (
    <fieldset className="field">
      <legend className="field-label mb-1">{t('traveller.dateOfBirth')}</legend>
      <span id={`${id}-hint`} className="field-hint">
        {t('traveller.dateOfBirthHint')}
      </span>
      <div className="grid grid-cols-[4.5rem_4.5rem_6rem] gap-3">
        {part('birthDay', t('traveller.day'), 2, 'off')}
        {part('birthMonth', t('traveller.month'), 2, 'off')}
        {part('birthYear', t('traveller.year'), 4, 'off')}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
