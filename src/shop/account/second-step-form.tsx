import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { signInWithCode } from './auth-client.ts'
import { useAccountForm, useChecks } from './use-account-form.ts'

type Props = {
  errorTitle: string
  onDone: () => Promise<void>
  /** Back to the password form, with the reason when the server has ended this sign-in. */
  onStartAgain: (why: string | null) => void
}

/** The second step of two-factor sign-in: a code from the app, or a recovery code. */
export function SecondStepForm(props: Props) {
  const t = useText('auth')
  const [isRecovery, setRecovery] = useState(false)
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('codeTitle')}</h2>
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} {...props} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('useApp') : t('useRecovery')}
        </Button>
        <Button variant="quiet" onClick={() => props.onStartAgain(null)}>
          {t('startAgain')}
        </Button>
      </div>
    </section>
  )
}

function CodeForm({ isRecovery, errorTitle, onDone, onStartAgain }: Props & { isRecovery: boolean }) {
  const t = useText('auth')
  const { required } = useChecks()
  const filled = required(t('codeRequired'))
  const digits = (value: string) => filled(value) ?? (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : t('codeDigits'))
  const form = useAccountForm({
    checks: { code: isRecovery ? filled : digits },
    send: async ({ code = '' }) => {
      const failed = await signInWithCode(code)
      if (!failed) return onDone().then(() => null)
      const text = failed.status === 0 ? t('connection') : failed.message || t('codeFailed')
      showProblem(errorTitle, text)
      if (failed.code === 'account/second-step-over') onStartAgain(text)
      return { errors: { code: text } }
    },
  })
  const id = form.fieldId('code')
  // The previous form is gone, and the focus with it.
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const look = isRecovery
    ? ({ autoComplete: 'off', autoCapitalize: 'none', maxLength: 40 } as const)
    : ({ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12 } as const)
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <Field
        id={id}
        label={isRecovery ? t('recoveryCode') : t('code')}
        hint={isRecovery ? t('recoveryHint') : t('codeHint')}
        error={form.errors.code}
        required
      >
        <TextInput name="code" dir="ltr" spellCheck={false} className="font-mono text-xl tracking-widest" {...look} />
      </Field>
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('checkingCode')}>
        {t('continue')}
      </Button>
    </form>
  )
}
