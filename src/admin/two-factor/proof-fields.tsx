import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('twoFactor')
type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

export const PasswordInput = ({ value, error, onChange }: Props) => (
  <Field label={t('password')} required error={error}>
    <TextInput
      type="password"
      autoComplete="current-password"
      maxLength={128}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)

/** A six-digit code of the app; with `orRecovery` also a recovery code. */
export const CodeInput = ({ value, error, onChange, orRecovery }: Props & { orRecovery?: boolean }) => (
  <Field label={t('code')} hint={orRecovery ? t('codeOrRecovery') : t('codeHint')} required error={error}>
    <TextInput
      dir="ltr"
      className="max-w-64 font-mono tracking-widest"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={orRecovery ? 'text' : 'numeric'}
      maxLength={orRecovery ? 40 : 12}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)
