import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../client/context.tsx'
import { sessionQuery } from '../client/queries.ts'
import { Failure } from '../form/failure.tsx'
import { writeKept } from '../form/kept.ts'
import { NoScript } from '../form/no-script.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink, useGo } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { signIn } from './auth-client.ts'
import { PasswordField } from './password-field.tsx'
import { isBackOffice, landingPath } from './return-to.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { signedUpKey } from './signed-up.ts'
import { useAccountForm, useChecks } from './use-account-form.ts'

/** Goes to where the visitor wanted to be. Otherwise administrators go to the back office (C251). */
function useWelcome() {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const { search } = usePage()
  const t = useText('auth')
  const go = useGo()
  return async () => {
    const { user } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 })
    writeKept(signedUpKey, {})
    showToast({ tone: 'success', title: t('welcome') })
    const target = landingPath(search, user, user?.is_admin ? '/admin' : '/')
    if (!isBackOffice(target)) return go(target)
    // The back office is another application and repeats the greeting: this page is gone before anyone can read it.
    writeKept('safar.welcome', { title: t('welcome') })
    location.assign(target)
  }
}

/** `isAdminScreen` only changes the wording of failures (C249, C250). */
export function SignInForm({ isAdminScreen = false, email }: { isAdminScreen?: boolean; email?: string }) {
  const t = useText('auth')
  const checks = useChecks()
  const welcome = useWelcome()
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const title = isAdminScreen ? t('adminErrorTitle') : t('errorTitle')
  const form = useAccountForm({
    checks: { email: checks.email, password: checks.password },
    send: async ({ email = '', password = '' }) => {
      setFailure(null)
      const failed = await signIn(email.trim(), password)
      if (!failed) return welcome().then(() => null)
      if (failed === 'second-step') {
        setCodeNeeded(true)
        return null
      }
      const isLimit = failed.status === 429 || failed.status === 0
      const text = (isLimit && failed.message) || (isAdminScreen && failed.message) || t('signInFailed')
      setFailure({ title, text: failed.status === 0 ? t('connection') : text })
      showProblem(title, failed.status === 0 ? t('connection') : text)
      return null
    },
  })
  const startAgain = (text: string | null) => {
    setFailure(text === null ? null : { title, text })
    setCodeNeeded(false)
  }
  // After a return from the code form the focus is in the first field again.
  const wasCodeNeeded = useRef(false)
  const emailId = form.fieldId('email')
  useEffect(() => {
    if (wasCodeNeeded.current && !isCodeNeeded) document.getElementById(emailId)?.focus()
    wasCodeNeeded.current = isCodeNeeded
  }, [isCodeNeeded, emailId])
  if (isCodeNeeded) return <SecondStepForm errorTitle={title} onDone={welcome} onStartAgain={startAgain} />
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <NoScript />
      <Failure text={failure ? t('failure', failure) : ''} />
      <Field id={emailId} label={t('email')} error={form.errors.email} required>
        <TextInput
          type="email"
          name="email"
          defaultValue={email}
          autoComplete="username"
          inputMode="email"
          maxLength={254}
        />
      </Field>
      <PasswordField
        id={form.fieldId('password')}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        error={form.errors.password}
      />
      <p className="-mt-1 text-sm">
        <ShopLink href="/forgot-password" className="font-medium text-primary-strong underline underline-offset-4">
          {t('forgot')}
        </ShopLink>
      </p>
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('signingIn')}>
        {t('signIn')}
      </Button>
    </form>
  )
}
