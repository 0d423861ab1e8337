import texts from 'shop-messages:auth'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { passwordMin } from '../../modules/account/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useShop } from '../client/context.tsx'
import { sessionQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { Failure } from '../form/failure.tsx'
import { NoMail } from '../form/no-mail.tsx'
import { NoScript } from '../form/no-script.tsx'
import { addMessages } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { AccountCard } from './account-card.tsx'
import type { AuthResult } from './auth-client.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm, useChecks } from './use-account-form.ts'
import { readVerificationLink, sendVerificationMail, verifyEmail } from './verification-client.ts'

addMessages(texts)

/** Without 'verified-in' the visitor still has to sign in. */
type State = 'reading' | 'signed-up-here' | 'proof' | 'verified' | 'verified-in' | 'already' | 'failed' | 'asking'

/**
 * Opened from the verification mail (C257). Opening the link verifies nothing: mail scanners open links and run scripts,
 * and a stranger may have signed up with the address. In the browser that signed up, no password is needed.
 */
export function VerifyEmailPage() {
  const t = useMailText('auth')
  const { search } = usePage()
  const token = search.token ?? ''
  const [state, setState] = useState<State>(token ? 'reading' : 'asking')
  const [email, setEmail] = useState('')
  useEffect(() => {
    if (!token) return
    let isCurrent = true
    readVerificationLink(token).then((link) => {
      if (!isCurrent) return
      setEmail(link.email)
      setState(link.state)
    })
    return () => {
      isCurrent = false
    }
  }, [token])
  return (
    <AccountCard title={t('verifyTitle')}>
      {state === 'reading' ? <Reading /> : null}
      {state === 'signed-up-here' ? <ConfirmForm token={token} email={email} onDone={setState} /> : null}
      {state === 'proof' ? <ProofForm token={token} onDone={setState} /> : null}
      {state === 'verified' || state === 'verified-in' || state === 'already' ? <Outcome state={state} /> : null}
      {state === 'failed' ? (
        <Notice tone="danger" role="alert" title={t('linkInvalid')} className="mb-5">
          {t('linkInvalidText')}
        </Notice>
      ) : null}
      {state === 'failed' || state === 'asking' ? <ResendForm /> : null}
    </AccountCard>
  )
}

function Outcome({ state }: { state: 'verified' | 'verified-in' | 'already' }) {
  const t = useMailText('auth')
  const isAlready = state === 'already'
  return (
    <div className="grid gap-5">
      <Notice tone="success" role="status" title={t(isAlready ? 'alreadyVerified' : 'verified')}>
        {t(isAlready ? 'alreadyVerifiedText' : 'verifiedText')}
      </Notice>
      <ShopLink href={state === 'verified-in' ? '/booking-history' : '/login'} className={buttonClass({ block: true })}>
        {t(state === 'verified-in' ? 'seeBookings' : 'signIn')}
      </ShopLink>
    </div>
  )
}

function Reading() {
  const t = useMailText('auth')
  return (
    <>
      <NoScript />
      <p role="status" className="text-ink-2">
        {t('readingLink')}
      </p>
    </>
  )
}

/** For the browser that signed up. A user whose address a stranger used here chooses a new password instead. */
function ConfirmForm({ token, email, onDone }: ProofProps & { email: string }) {
  const t = useMailText('auth')
  const verify = useVerify(token, onDone)
  const [isStranger, setIsStranger] = useState(false)
  const form = useAccountForm({
    checks: {},
    send: async () => {
      const answer = await verify({})
      // An hour may have passed since the page was opened.
      if (answer?.errors.password) onDone('proof')
      return answer && { failure: answer.message || t('connection') }
    },
  })
  if (isStranger) return <ProofForm token={token} onDone={onDone} startsNew />
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <p className="text-ink-2">{t('confirmIntro', { email })}</p>
      <Failure text={form.failure} />
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('verifying')}>
        {t('confirm')}
      </Button>
      <Button variant="quiet" onClick={() => setIsStranger(true)}>
        {t('notSignedUp')}
      </Button>
    </form>
  )
}

/** Verifies, and says what came of it. Returns the failure; null on success. */
function useVerify(token: string, onDone: (state: State) => void) {
  const { api } = useShop()
  const queryClient = useQueryClient()
  return async (values: Readonly<Record<string, string>>): Promise<AuthResult> => {
    const answer = await verifyEmail({ token, ...values })
    if ('state' in answer) {
      await queryClient.invalidateQueries(sessionQuery(api))
      onDone(answer.state)
      return null
    }
    if (answer.code === 'account/invalid-token') onDone('failed')
    return answer
  }
}

type ProofProps = { token: string; onDone: (state: State) => void }

/** Asks for the account's password, or for a new one if it is not known. */
function ProofForm({ startsNew = false, ...props }: ProofProps & { startsNew?: boolean }) {
  const t = useMailText('auth')
  const [mode, setMode] = useState({ isNew: startsNew, isSwitched: startsNew })
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t(mode.isNew ? 'verifyNewIntro' : 'verifyIntro')}</p>
      <PasswordForm key={String(mode.isNew)} {...mode} {...props} />
      <Button variant="quiet" onClick={() => setMode({ isNew: !mode.isNew, isSwitched: true })}>
        {t(mode.isNew ? 'verifyKnown' : 'verifyNew')}
      </Button>
    </div>
  )
}

function PasswordForm({ token, onDone, isNew, isSwitched }: ProofProps & { isNew: boolean; isSwitched: boolean }) {
  const t = useMailText('auth')
  const checks = useChecks()
  const verify = useVerify(token, onDone)
  const name = isNew ? 'newPassword' : 'password'
  const tooShort = t('passwordShort', { least: passwordMin })
  const form = useAccountForm({
    checks: { [name]: (value) => checks.password(value) ?? (isNew && value.length < passwordMin ? tooShort : null) },
    send: async (values) => {
      const answer = await verify({ [name]: values[name] ?? '' })
      if (!answer) return null
      const { [name]: error } = answer.errors
      return error ? { errors: { [name]: error } } : { failure: answer.message || t('connection') }
    },
  })
  const id = form.fieldId(name)
  // The previous form is gone, and the focus with it.
  useEffect(() => {
    if (isSwitched) document.getElementById(id)?.focus()
  }, [id, isSwitched])
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <NoScript />
      <Failure text={form.failure} />
      <PasswordField
        id={id}
        name={name}
        label={t(isNew ? 'newPassword' : 'password')}
        hint={isNew ? t('passwordHint', { least: passwordMin }) : undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={form.errors[name]}
      />
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('verifying')}>
        {t(isNew ? 'verifyAndSave' : 'verify')}
      </Button>
    </form>
  )
}

/** The response is the same whether or not the account exists. */
function ResendForm() {
  const t = useMailText('auth')
  const { email } = useChecks()
  const [notice, setNotice] = useState('')
  const { sendsMail } = useChrome()
  const form = useAccountForm({
    checks: { email },
    send: async (values) => {
      const failed = await sendVerificationMail((values.email ?? '').trim())
      setNotice(failed ? failed.message || t('connection') : t('resent'))
      return null
    },
  })
  if (!sendsMail) return <NoMail />
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <NoScript />
      {notice ? (
        <Notice tone="info" role="status">
          {notice}
        </Notice>
      ) : null}
      <Field id={form.fieldId('email')} label={t('email')} error={form.errors.email} required>
        <TextInput type="email" name="email" autoComplete="username" inputMode="email" maxLength={254} />
      </Field>
      <Button type="submit" block loading={form.isBusy} loadingLabel={t('sending')}>
        {t('resend')}
      </Button>
    </form>
  )
}
