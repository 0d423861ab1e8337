import { passwordMin } from '../../modules/account/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { Failure } from '../form/failure.tsx'
import { NoScript } from '../form/no-script.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { signUp } from './auth-client.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm, useChecks } from './use-account-form.ts'

type SignUpFormProps = {
  /** The two screens have different success messages (C254). */
  success: string
  onDone: (email: string) => void
}

/** Always creates an ordinary account (C248, C256). */
export function SignUpForm({ success, onDone }: SignUpFormProps) {
  const t = useText('auth')
  const checks = useChecks()
  const tooShort = t('passwordShort', { least: passwordMin })
  const form = useAccountForm({
    checks: {
      full_name: checks.name,
      email: checks.email,
      password: (value) => checks.password(value) ?? (value.length < passwordMin ? tooShort : null),
    },
    send: async ({ full_name = '', email = '', password = '' }) => {
      const failed = await signUp({ name: full_name.trim(), email: email.trim(), password })
      if (!failed) {
        showToast({ tone: 'success', title: success })
        onDone(email.trim())
        return null
      }
      if (Object.keys(failed.errors).length > 0) return { errors: failed.errors }
      const failure = failed.status === 429 ? failed.message : t('signUpFailed')
      showProblem(failure)
      return { failure }
    },
  })
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <NoScript />
      <Failure text={form.failure} />
      <Field id={form.fieldId('full_name')} label={t('fullName')} error={form.errors.full_name} required>
        <TextInput name="full_name" autoComplete="name" maxLength={100} />
      </Field>
      <Field id={form.fieldId('email')} label={t('email')} error={form.errors.email} required>
        <TextInput type="email" name="email" autoComplete="username" inputMode="email" maxLength={254} />
      </Field>
      <PasswordField
        id={form.fieldId('password')}
        name="password"
        label={t('password')}
        hint={t('passwordHint', { least: passwordMin })}
        autoComplete="new-password"
        error={form.errors.password}
      />
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('signingUp')}>
        {t('signUp')}
      </Button>
    </form>
  )
}
