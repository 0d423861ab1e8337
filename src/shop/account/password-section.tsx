import { useId, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { adminPasswordMin, passwordMin } from '../../modules/account/index.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { Failure } from '../form/failure.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { askForReset, post } from './auth-client.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm, useChecks } from './use-account-form.ts'

/** A change of the password, and a mailed link for users who do not know the current one. */
export function PasswordSection({ user }: { user: Profile }) {
  const t = useMailText('profile')
  const id = useId()
  const [changes, setChanges] = useState(0)
  const { sendsMail } = useChrome()
  return (
    <section aria-labelledby={id} className="grid gap-5 border-t border-line pt-8">
      <div>
        <h2 id={id}>{t('password.title')}</h2>
        <p className="mt-1 text-ink-2">{t('password.text')}</p>
      </div>
      {/* A new key empties the form. */}
      <PasswordForm key={changes} user={user} onDone={() => setChanges(changes + 1)} />
      {sendsMail ? <ResetLink email={user.email} /> : null}
    </section>
  )
}

function PasswordForm({ user, onDone }: { user: Profile; onDone: () => void }) {
  const t = useMailText('profile')
  const auth = useText('auth')
  const checks = useChecks()
  const least = user.is_admin ? adminPasswordMin : passwordMin
  const form = useAccountForm({
    checks: {
      currentPassword: checks.password,
      newPassword: (value) =>
        checks.password(value) ?? (value.length < least ? auth('passwordShort', { least }) : null),
    },
    send: async ({ currentPassword = '', newPassword = '' }) => {
      const failed = await post('change-password', { currentPassword, newPassword })
      if (failed && Object.keys(failed.errors).length > 0) return { errors: failed.errors }
      if (failed) return { failure: failed.message || auth('connection') }
      showToast({ tone: 'success', title: t('password.saved'), description: t('password.savedText') })
      onDone()
      return null
    },
  })
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-5">
      <Failure text={form.failure} />
      <PasswordField
        id={form.fieldId('currentPassword')}
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        error={form.errors.currentPassword}
      />
      <PasswordField
        id={form.fieldId('newPassword')}
        name="newPassword"
        label={auth('newPassword')}
        hint={auth('passwordHint', { least })}
        autoComplete="new-password"
        error={form.errors.newPassword}
      />
      <Button
        type="submit"
        size="lg"
        className="justify-self-start"
        loading={form.isBusy}
        loadingLabel={auth('saving')}
      >
        {t('password.save')}
      </Button>
    </form>
  )
}

function ResetLink({ email }: { email: string }) {
  const t = useMailText('profile')
  const auth = useText('auth')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const failed = await askForReset(email)
    setBusy(false)
    if (failed) showProblem(failed.message || auth('connection'))
    else showToast({ tone: 'success', title: t('password.linkSent', { email }) })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
      {t('password.unknown')}
      <Button variant="secondary" size="sm" loading={isBusy} onClick={() => void send()}>
        {t('password.sendLink')}
      </Button>
    </p>
  )
}
