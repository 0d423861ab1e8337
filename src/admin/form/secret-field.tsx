import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('form')

type SecretFieldProps = {
  name?: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  isSet: boolean
  isLong?: boolean | undefined
  required?: boolean | undefined
  /** '' keeps the stored value, null removes it. */
  value: string | null
  /** Without it a stored value can only be replaced. */
  canRemove?: boolean | undefined
  onChange: (value: string | null) => void
}

/** Secrets are write-only: the field shows only whether one is stored (D11). */
export function SecretField({
  name,
  label,
  hint,
  error,
  isSet,
  isLong,
  required,
  value,
  canRemove,
  onChange,
}: SecretFieldProps) {
  const state = value === null ? t('secretGoes') : t(isSet ? 'secretSet' : 'secretMissing')
  const control = {
    name,
    value: value ?? '',
    disabled: value === null,
    autoComplete: 'new-password',
    spellCheck: false,
    placeholder: isSet && value !== null ? '••••••••••••' : '',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const field = (
    <Field label={label} hint={hint ? `${hint} ${state}` : state} error={error} required={required && !isSet}>
      {isLong ? <TextArea rows={3} {...control} /> : <TextInput type="password" {...control} />}
    </Field>
  )
  if (!canRemove || !isSet) return field
  return (
    <div className="grid gap-1">
      {field}
      <div>
        <Button variant="quiet" size="sm" onClick={() => onChange(value === null ? '' : null)}>
          {value === null ? t('secretKeep') : t('secretRemove')}
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
    </div>
  )
}
