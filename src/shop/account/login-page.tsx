import texts from 'shop-messages:auth'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

export function LoginPage() {
  const t = useText('auth')
  useVisitorsOnly()
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
      <SignInForm />
    </AccountCard>
  )
}
