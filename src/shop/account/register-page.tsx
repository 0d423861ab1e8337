import texts from 'shop-messages:auth'
import { writeKept } from '../form/kept.ts'
import { addMessages } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink, useGo } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { signedUpKey } from './signed-up.ts'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

export function RegisterPage() {
  const t = useMailText('auth')
  useVisitorsOnly()
  const go = useGo()
  const done = (email: string) => {
    writeKept(signedUpKey, { email })
    go('/login')
  }
  return (
    <AccountCard
      title={t('signUpTitle')}
      intro={t('signUpIntro')}
      foot={
        <p>
          {t('hasAccount')}{' '}
          <ShopLink href="/login" className="font-semibold text-primary-strong underline underline-offset-4">
            {t('signIn')}
          </ShopLink>
        </p>
      }
    >
      <SignUpForm success={t('signedUp')} onDone={done} />
    </AccountCard>
  )
}
