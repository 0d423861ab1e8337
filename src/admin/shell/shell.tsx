import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Menu, Store } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { SkipLink } from '../../ui/hidden.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { sections } from '../sections.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')
const names = textOf('sections')

/** Sidebar, who is signed in, and the section. Below 1024 px the sidebar is a drawer. */
export function AdminShell({ user, children }: { user: Profile; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink target="section" label={t('skip')} />
      <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-surface px-3 py-2 lg:hidden">
        <Button variant="quiet" iconOnly aria-label={t('openMenu')} onClick={() => setMenuOpen(true)}>
          <Menu aria-hidden="true" />
        </Button>
        <span className="font-display text-lg font-bold">{t('name')}</span>
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col border-e border-line bg-surface p-3 lg:flex">
        <p className="flex items-center gap-2 px-2 py-3 font-display text-lg font-bold">
          <span className="text-primary">
            <LogoMark />
          </span>
          {t('name')}
        </p>
        <SectionLinks />
        <SignedIn user={user} />
      </aside>
      <Drawer
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        title={t('name')}
        closeLabel={t('closeMenu')}
        edge="start"
      >
        <SectionLinks onChoose={() => setMenuOpen(false)} />
        <SignedIn user={user} />
      </Drawer>
      <main id="section" tabIndex={-1} className="min-w-0 p-4 outline-none sm:p-6 lg:p-8">
        {children}
      </main>
    </div>
  )
}

function SectionLinks({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation()
  const isCurrent = (href: string) =>
    href === '/admin' ? /^\/admin(\/dashboard)?\/?$/.test(pathname) : pathname.startsWith(href)
  return (
    <nav aria-label={t('menu')} className="grow overflow-y-auto">
      <ul className="grid gap-1">
        {sections.map(({ key, href, icon: Icon }) => (
          <li key={key}>
            <Link
              to={href}
              {...(onChoose && { onClick: onChoose })}
              aria-current={isCurrent(href) ? 'page' : undefined}
              className={joinClasses(
                'flex min-h-11 items-center gap-3 rounded-sm px-3 no-underline',
                isCurrent(href) ? 'bg-tint font-semibold text-primary-strong' : 'text-ink hover:bg-sunken',
              )}
            >
              <Icon aria-hidden="true" className="size-5" />
              {names(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

async function signOut(): Promise<void> {
  await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  location.assign('/')
}

const SignedIn = ({ user }: { user: Profile }) => (
  <div className="mt-3 grid gap-2 border-t border-line pt-3">
    <p className="px-2 text-sm">
      <span className="block font-semibold">{user.full_name}</span>
      <span className="block break-all text-ink-2">{user.email}</span>
    </p>
    <a href="/" className={buttonClass({ variant: 'quiet', block: true }, 'justify-start')}>
      <Store aria-hidden="true" /> {t('toShop')}
    </a>
    <Button
      variant="quiet"
      block
      className="justify-start"
      icon={<LogOut aria-hidden="true" />}
      onClick={() => void signOut()}
    >
      {t('signOut')}
    </Button>
  </div>
)
