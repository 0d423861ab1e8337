import type { FieldSpec } from '../../services/kind.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { countryOptions } from '../countries.ts'
import { say, textOf } from '../text.ts'
import { optionText } from './answer-specs.ts'

const t = textOf('correctAnswers')
const optional = textOf('booking')('optional')
export type Values = Readonly<Record<string, string>>
type Props = {
  specs: readonly FieldSpec[]
  values: Values
  errors: Values
  onChange: (name: string, value: string) => void
}

/** The kind's own questions, for staff. */
export const AnswerFields = ({ specs, values, errors, onChange }: Props) => (
  <div className="grid items-start gap-4 empty:hidden sm:grid-cols-2">
    {specs.map((spec) => (
      <Field
        key={spec.name}
        label={say(spec.label)}
        error={errors[`details.${spec.name}`]}
        required={spec.required}
        optionalLabel={spec.required ? undefined : optional}
      >
        <Control spec={spec} value={values[spec.name] ?? ''} onChange={(value) => onChange(spec.name, value)} />
      </Field>
    ))}
  </div>
)

type ControlProps = { spec: FieldSpec; value: string; onChange: (value: string) => void }
function Control({ spec, value, onChange }: ControlProps) {
  if (spec.input === 'country' || spec.input === 'select') {
    const named = (spec.options ?? []).map((option) => ({ value: option, label: optionText(spec, option) }))
    return (
      <Select
        value={value}
        placeholder={t('none')}
        onChange={(event) => onChange(event.target.value)}
        options={spec.input === 'country' ? countryOptions : named}
      />
    )
  }
  const type = spec.input === 'date' || spec.input === 'time' ? spec.input : 'text'
  return (
    <TextInput
      type={type}
      value={value}
      maxLength={500}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
