import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BookingDetails, FieldSpec } from '../kind.ts'
import { countryCodes } from './countries.ts'
import { textOf } from './panels.tsx'

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const countries = countryCodes
  .map((code) => ({ value: code, label: countryNames.of(code) ?? code }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))

type SpecFieldsProps = {
  specs: readonly FieldSpec[]
  value: BookingDetails
  onChange: (next: BookingDetails) => void
  errors: Readonly<Record<string, string>>
  /** Answers to offer while typing, by field name. */
  suggestions?: Readonly<Record<string, readonly string[]>>
}

/** A kind's own booking fields, drawn from their specs. */
export function SpecFields({ specs, value, onChange, errors, suggestions = {} }: SpecFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {specs.map((spec) => (
        <Field
          key={spec.name}
          label={spec.label}
          hint={spec.hint}
          error={errors[spec.name]}
          required={spec.required}
          optionalLabel={spec.required ? undefined : '(optional)'}
        >
          <SpecControl
            spec={spec}
            value={textOf(value[spec.name])}
            suggestions={suggestions[spec.name] ?? []}
            onChange={(text) => onChange({ ...value, [spec.name]: text })}
          />
        </Field>
      ))}
    </div>
  )
}

type SpecControlProps = {
  spec: FieldSpec
  value: string
  suggestions: readonly string[]
  onChange: (text: string) => void
}

function SpecControl({ spec, value, suggestions, onChange }: SpecControlProps) {
  if (spec.input === 'country' || spec.input === 'select') {
    const options =
      spec.input === 'country' ? countries : (spec.options ?? []).map((option) => ({ value: option, label: option }))
    return (
      <Select
        name={spec.name}
        options={options}
        placeholder="Please choose"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const listId = suggestions.length > 0 ? `${spec.name}-suggestions` : undefined
  return (
    <>
      <TextInput name={spec.name} value={value} list={listId} onChange={(event) => onChange(event.target.value)} />
      {listId ? (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}
