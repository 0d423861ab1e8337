import texts from 'shop-messages:auth'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { useChrome } from '../use-chrome.ts'
import { AccountCard } from './account-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

addMessages(texts)

/** The sign-in of the back office: two tabs, of which Sign Up can be closed (C252, D157). */
export function AuthPage() {
  const t = useText('auth')
  const { isAdminSignUpOpen } = useChrome()
  const [tab, setTab] = useState('login')
  const login = { key: 'login', label: t('loginTab'), content: <SignInForm isAdminScreen /> }
  const signUp = {
    key: 'sign-up',
    label: t('signUpTab'),
    content: <SignUpForm success={t('adminSignedUp')} onDone={() => setTab('login')} />,
  }
  return (
    <AccountCard title={t('adminTitle')}>
      <Tabs
        tabs={isAdminSignUpOpen ? [login, signUp] : [login]}
        label={t('adminTabs')}
        activeKey={tab}
        onChange={setTab}
      />
      <Notice tone="info" className="mt-2">
        {t('adminNote')}
      </Notice>
      <p className="mt-3 text-sm">
        <ShopLink href="/verify-email" className="font-medium text-primary-strong underline underline-offset-4">
          {t('resendVerification')}
        </ShopLink>
      </p>
    </AccountCard>
  )
}
