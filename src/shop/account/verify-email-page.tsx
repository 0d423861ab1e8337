import texts from 'shop-messages:auth'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { NoScript } from '../form/no-script.tsx'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { usePage } from '../page.tsx'
import { AccountCard } from './account-card.tsx'
import { sendVerificationMail, verifyEmail } from './auth-client.ts'
import { useAccountForm, useChecks } from './use-account-form.ts'

addMessages(texts)

type State = 'checking' | 'verified' | 'failed' | 'asking'

/** Where the link of the verification mail leads (C257): the token is used by the page, so that no mail scanner uses it up. */
export function VerifyEmailPage() {
  const t = useText('auth')
  const loading = useText('loading')
  const { search } = usePage()
  const token = search.token ?? ''
  const [state, setState] = useState<State>(token ? 'checking' : 'asking')
  const isAsked = useRef(false)
  useEffect(() => {
    if (!token || isAsked.current) return
    isAsked.current = true
    void verifyEmail(token).then((answer) => {
      if (!('told' in answer)) return setState('failed')
      const { setPassword } = (answer.told ?? {}) as { readonly setPassword?: string }
      if (setPassword) location.replace(setPassword)
      else setState('verified')
    })
  }, [token])
  return (
    <AccountCard title={t('verifyTitle')}>
      {state === 'checking' ? <LoadingIndicator type="page" message={loading('page')} /> : null}
      {state === 'verified' ? (
        <div className="grid gap-5">
          <Notice tone="success" role="status" title={t('verified')}>
            {t('verifiedText')}
          </Notice>
          <ShopLink href="/login" className={buttonClass({ block: true })}>
            {t('signIn')}
          </ShopLink>
        </div>
      ) : null}
      {state === 'failed' ? (
        <Notice tone="danger" role="alert" title={t('linkInvalid')} className="mb-5">
          {t('linkInvalidText')}
        </Notice>
      ) : null}
      {state === 'failed' || state === 'asking' ? <ResendForm /> : null}
    </AccountCard>
  )
}

/** The mail once more; the answer is the same whether or not there is such an account. */
function ResendForm() {
  const t = useText('auth')
  const { email } = useChecks()
  const [told, setTold] = useState('')
  const form = useAccountForm({
    checks: { email },
    send: async (values) => {
      const failed = await sendVerificationMail((values.email ?? '').trim())
      setTold(failed ? failed.message || t('connection') : t('resent'))
      return null
    },
  })
  return (
    <form method="post" onSubmit={form.submit} noValidate className="grid gap-4">
      <NoScript />
      {told ? (
        <Notice tone="info" role="status">
          {told}
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
