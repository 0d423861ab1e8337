import texts from 'shop-messages:auth'
import { useState } from 'react'
import { adminPasswordMin, passwordMin } from '../../modules/account/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { Failure } from '../form/failure.tsx'
import { NoScript } from '../form/no-script.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink, useGo } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { AccountCard } from './account-card.tsx'
import { resetPassword } from './auth-client.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm, useChecks } from './use-account-form.ts'

addMessages(texts)

/** Opened from reset mails (C258) and staff invitations. */
export function ResetPasswordPage() {
  const t = useText('auth')
  const { search } = usePage()
  const token = search.token ?? ''
  const isStaff = search.for === 'staff'
  const words = isStaff ? 'join' : 'reset'
  return (
    <AccountCard title={t(`${words}Title`)} intro={token ? t(`${words}Intro`) : ''}>
      {token ? <ResetForm token={token} isStaff={isStaff} /> : <InvalidLink />}
    </AccountCard>
  )
}

function InvalidLink() {
  const t = useText('auth')
  return (
    <div className="grid gap-5">
      <Notice tone="danger" role="alert" title={t('linkInvalid')}>
        {t('linkInvalidText')}
      </Notice>
      <ShopLink href="/forgot-password" className={buttonClass({ block: true })}>
        {t('askAgain')}
      </ShopLink>
    </div>
  )
}

function ResetForm({ token, isStaff }: { token: string; isStaff: boolean }) {
  const t = useText('auth')
  const go = useGo()
  const checks = useChecks()
  const [isInvalid, setInvalid] = useState(false)
  const least = isStaff ? adminPasswordMin : passwordMin
  const tooShort = t('passwordShort', { least })
  const form = useAccountForm({
    checks: {
      newPassword: (value) => checks.password(value) ?? (value.length < least ? tooShort : null),
    },
    send: async ({ newPassword = '' }) => {
      const failed = await resetPassword(newPassword, token)
      if (!failed) {
        showToast({ tone: 'success', title: t(isStaff ? 'joinDone' : 'resetDone') })
        go(isStaff ? '/auth?returnTo=%2Fadmin' : '/login', { replace: true })
        return null
      }
      if (Object.keys(failed.errors).length > 0) return { errors: failed.errors }
      if (failed.code !== 'account/invalid-token') return { failure: failed.message || t('connection') }
      setInvalid(true)
      return null
    },
  })
  if (isInvalid) return <InvalidLink />
  return (
    <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
      <NoScript />
      <Failure text={form.failure} />
      <PasswordField
        id={form.fieldId('newPassword')}
        name="newPassword"
        label={t('newPassword')}
        hint={t('passwordHint', { least })}
        autoComplete="new-password"
        error={form.errors.newPassword}
      />
      <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('saving')}>
        {t('savePassword')}
      </Button>
    </form>
  )
}
