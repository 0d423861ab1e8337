import texts from 'shop-messages:auth'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { NoMail } from '../form/no-mail.tsx'
import { NoScript } from '../form/no-script.tsx'
import { addMessages } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { askForReset } from './auth-client.ts'
import { useAccountForm, useChecks } from './use-account-form.ts'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

/**
 * The response is the same whether or not the account exists (C258). A signed-in user changes the password in the
 * profile.
 */
export function ForgotPasswordPage() {
  const t = useMailText('auth')
  useVisitorsOnly()
  const { email } = useChecks()
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const form = useAccountForm({
    checks: { email },
    send: async (values) => {
      const failed = await askForReset((values.email ?? '').trim())
      setNotice(
        failed
          ? { tone: 'danger', text: failed.message || t('connection') }
          : { tone: 'success', text: t('resetSent') },
      )
      return null
    },
  })
  return (
    <AccountCard
      title={t('forgotTitle')}
      intro={t('forgotIntro')}
      foot={
        <ShopLink href="/login" className="font-semibold text-primary-strong underline underline-offset-4">
          {t('backToSignIn')}
        </ShopLink>
      }
    >
      <form method="post" onSubmit={form.submit} onInput={form.correct} noValidate className="grid gap-4">
        <NoScript />
        <NoMail />
        {notice ? (
          <Notice tone={notice.tone} role="status">
            {notice.text}
          </Notice>
        ) : null}
        <Field id={form.fieldId('email')} label={t('email')} error={form.errors.email} required>
          <TextInput type="email" name="email" autoComplete="username" inputMode="email" maxLength={254} />
        </Field>
        <Button type="submit" size="lg" block loading={form.isBusy} loadingLabel={t('sending')}>
          {t('sendLink')}
        </Button>
      </form>
    </AccountCard>
  )
}
