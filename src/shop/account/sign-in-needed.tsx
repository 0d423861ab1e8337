import { LogIn } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { loginHref } from './return-to.ts'

/** Shown instead of a page that needs an account (C262, C265). */
export function SignInNeeded({ path, text }: { path: string; text: string }) {
  const t = useText('auth')
  return (
    <EmptyState
      icon={<LogIn aria-hidden="true" />}
      title={t('needed')}
      description={text}
      action={
        <ShopLink href={loginHref(path)} className={buttonClass()}>
          {t('signIn')}
        </ShopLink>
      }
    />
  )
}
