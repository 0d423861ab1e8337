import texts from 'shop-messages:auth'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { addMessages } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { AccountCard } from './account-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useVisitorsOnly } from './use-visitors-only.ts'

addMessages(texts)

/** Sign-in of the back office. The Sign Up tab can be switched off (C252, D157). */
export function AuthPage() {
  const t = useMailText('auth')
  useVisitorsOnly({ isAdminScreen: true })
  const { isAdminSignUpOpen, sendsMail } = useChrome()
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
      {sendsMail ? (
        <p className="mt-3 text-sm">
          <ShopLink href="/verify-email" className="font-medium text-primary-strong underline underline-offset-4">
            {t('resendVerification')}
          </ShopLink>
        </p>
      ) : null}
    </AccountCard>
  )
}
