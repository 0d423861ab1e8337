import texts from 'shop-messages:auth'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

addMessages(texts)

export function LoginPage() {
  const t = useText('auth')
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
