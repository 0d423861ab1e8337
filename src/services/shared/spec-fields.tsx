import { joinClasses } from '../../ui/class-names.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { useReaderLocale, useSay } from '../../ui/say.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BookingDetails, FieldSpec } from '../kind.ts'
import { countryOptionsIn } from './country-options.ts'
import { text as messages } from './text.ts'

/** Keeps trailing spaces; without them a second word could not be typed. */
const typedIn = (value: unknown): string => (typeof value === 'string' ? value : '')

type SpecFieldsProps = {
  specs: readonly FieldSpec[]
  value: BookingDetails
  onChange: (next: BookingDetails) => void
  errors: Readonly<Record<string, string>>
  onLeave?: ((name: string) => void) | undefined
  /** Returns the ids of the controls, for the links of an error summary. */
  idOf?: ((name: string) => string) | undefined
  suggestions?: Readonly<Record<string, readonly string[]>>
}

export function SpecFields({ specs, value, onChange, errors, onLeave, idOf, suggestions = {} }: SpecFieldsProps) {
  const say = useSay()
  return (
    <div className={joinClasses('grid gap-4', specs.length > 1 && 'sm:grid-cols-2')}>
      {specs.map((spec) => (
        <Field
          key={spec.name}
          id={idOf?.(spec.name)}
          label={say(spec.label)}
          hint={spec.hint && say(spec.hint)}
          error={errors[spec.name]}
          required={spec.required}
          optionalLabel={spec.required ? undefined : say(messages('specs.optional'))}
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
  const say = useSay()
  const locale = useReaderLocale()
  if (spec.input === 'country')
    return (
      <Combobox
        name={spec.name}
        options={countryOptionsIn(locale)}
        listLabel={say(messages('specs.countries'))}
        emptyText={say(messages('specs.noCountry'))}
        countText={(count) => say(messages('specs.results', { count }))}
        placeholder={say(messages('specs.typeToSearch'))}
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
        placeholder={say(messages('specs.choose'))}
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
