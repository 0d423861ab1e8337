import texts from 'shop-messages:auth'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink, useGo } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

export function RegisterPage() {
  const t = useText('auth')
  useVisitorsOnly()
  const go = useGo()
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
      <SignUpForm success={t('signedUp')} onDone={() => go('/login')} />
    </AccountCard>
  )
}
