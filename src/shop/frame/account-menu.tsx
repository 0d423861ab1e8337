import { CircleUserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useSession, useSignOut } from '../client/use-session.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

type AccountLink = { name: string; href: string; badge?: ReactNode }

/** Signed out: 'Sign In' and 'Sign Up'. Signed in: the user's pages, and the back office for administrators (C016). */
export function useAccountLinks(user: Profile | null): readonly AccountLink[] {
  const t = useText('account')
  const wishes = { name: useText('wish')('list'), href: '/wishlist' }
  if (!user) {
    return [{ name: t('signIn'), href: '/login' }, { name: t('signUp'), href: '/register' }, wishes]
  }
  const own = [{ name: t('profile'), href: '/profile' }, { name: t('myBookings'), href: '/booking-history' }, wishes]
  const admin = { name: t('adminPanel'), href: '/admin', badge: <Badge tone="info">{t('adminBadge')}</Badge> }
  return user.is_admin ? [...own, admin] : own
}

/** The server's page is the same for everyone; the user appears once the page is alive. */
export function AccountMenu() {
  const { user } = useSession()
  const [signIn, signUp] = useAccountLinks(null)
  if (user) return <SignedInMenu user={user} />
  return (
    <div className="hidden items-center gap-1 xl:flex">
      <ShopLink href={signIn?.href ?? ''} className={buttonClass({ variant: 'quiet' })}>
        {signIn?.name}
      </ShopLink>
      <ShopLink href={signUp?.href ?? ''} className={buttonClass({ variant: 'primary' })}>
        {signUp?.name}
      </ShopLink>
    </div>
  )
}

function SignedInMenu({ user }: { user: Profile }) {
  const t = useText('account')
  const links = useAccountLinks(user)
  const signOut = useSignOut()
  const ref = useRef<HTMLDetailsElement>(null)
  const close = () => ref.current?.removeAttribute('open')
  useEffect(() => {
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) ref.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  const rowClass = 'flex min-h-11 w-full items-center gap-2 rounded-sm px-3 text-start text-ink hover:bg-tint'
  return (
    <details ref={ref} className="relative hidden xl:block" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary className={`${buttonClass({ variant: 'quiet' })} list-none`}>
        <CircleUserRound aria-hidden="true" />
        <span className="max-w-32 truncate">{user.full_name || user.email}</span>
      </summary>
      <ul className="absolute end-0 top-full mt-1 min-w-56 rounded-lg border border-line bg-surface p-2 shadow-lift">
        {links.map((link) => (
          <li key={link.href}>
            <ShopLink href={link.href} className={rowClass} onClick={close}>
              {link.name}
              {link.badge}
            </ShopLink>
          </li>
        ))}
        <li>
          <button type="button" className={rowClass} onClick={() => void signOut()}>
            {t('signOut')}
          </button>
        </li>
      </ul>
    </details>
  )
}
