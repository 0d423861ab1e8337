import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BookingDetails, FieldSpec } from '../kind.ts'
import { countryOptions } from './country-options.ts'

/** As it was typed: without the space at its end nobody could begin a second word. */
const typedIn = (value: unknown): string => (typeof value === 'string' ? value : '')

type SpecFieldsProps = {
  specs: readonly FieldSpec[]
  value: BookingDetails
  onChange: (next: BookingDetails) => void
  errors: Readonly<Record<string, string>>
  /** Called with the name of a field that was left. */
  onLeave?: ((name: string) => void) | undefined
  /** The ids of the controls, where an error summary leads to them. */
  idOf?: ((name: string) => string) | undefined
  /** Answers to offer while typing, by field name. */
  suggestions?: Readonly<Record<string, readonly string[]>>
}

/** A kind's own booking fields, drawn from their specs. */
export function SpecFields({ specs, value, onChange, errors, onLeave, idOf, suggestions = {} }: SpecFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {specs.map((spec) => (
        <Field
          key={spec.name}
          id={idOf?.(spec.name)}
          label={spec.label}
          hint={spec.hint}
          error={errors[spec.name]}
          required={spec.required}
          optionalLabel={spec.required ? undefined : '(optional)'}
        >
          <SpecControl
            spec={spec}
            value={typedIn(value[spec.name])}
            suggestions={suggestions[spec.name] ?? []}
            onChange={(text) => onChange({ ...value, [spec.name]: text })}
            onLeave={() => onLeave?.(spec.name)}
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
  onLeave: () => void
}

function SpecControl({ spec, value, suggestions, onChange, onLeave }: SpecControlProps) {
  if (spec.input === 'country')
    return (
      <Combobox
        name={spec.name}
        options={countryOptions}
        listLabel="Countries"
        emptyText="No country has this name"
        placeholder="Type to search"
        value={value}
        onChange={onChange}
        onBlur={onLeave}
      />
    )
  if (spec.input === 'select')
    return (
      <Select
        name={spec.name}
        options={(spec.options ?? []).map((option) => ({ value: option, label: option }))}
        placeholder="Please choose"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    )
  const listId = suggestions.length > 0 ? `${spec.name}-suggestions` : undefined
  return (
    <>
      <TextInput
        name={spec.name}
        value={value}
        list={listId}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
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
