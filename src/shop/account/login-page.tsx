import texts from 'shop-messages:auth'
import { Notice } from '../../ui/badge.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { addMessages } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignedUpEmail } from './signed-up.ts'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

export function LoginPage() {
  const t = useMailText('auth')
  useVisitorsOnly()
  const email = useSignedUpEmail()
  const { sendsMail } = useChrome()
  return (
    <AccountCard
      title={t('signInTitle')}
      intro={t('signInIntro')}
      foot={
        <p>
          {t('noAccount')}{' '}
          <ShopLink href="/register" className="font-semibold text-primary-strong underline underline-offset-4">
            {t('signUp')}
          </ShopLink>
        </p>
      }
    >
      {email ? (
        <Notice tone="info" title={t('mailSent', { email })} className="mb-5">
          <p>{t('mailSentText')}</p>
          {sendsMail ? (
            <p className="mt-1">
              <ShopLink href="/verify-email" className="font-semibold underline underline-offset-4">
                {t('resendVerification')}
              </ShopLink>
            </p>
          ) : null}
        </Notice>
      ) : null}
      <SignInForm email={email} />
    </AccountCard>
  )
}
