import { Navigate, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { SkipLink } from '../../ui/hidden.tsx'
import { Logo } from '../../ui/logo.tsx'
import { MarkSync } from '../check-in/mark-sync.tsx'
import { type Section, sectionAt, sections } from '../sections.ts'
import { PaletteButton, Shortcuts } from '../shortcuts/shortcuts.tsx'
import { textOf } from '../text.ts'
import { type FocusKeeper, keepFocus } from './keep-focus.ts'
import { MailBanner } from './mail-banner.tsx'
import { SectionLinks } from './section-links.tsx'
import { SectionForbidden } from './section-states.tsx'
import { SignedIn } from './signed-in.tsx'

const t = textOf('shell')

export function AdminShell({ user, children }: { user: Profile; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  useKeptFocus()
  const { pathname } = useLocation()
  const isAtHome = /^\/admin(\/dashboard)?\/?$/.test(pathname)
  const section = sectionAt(pathname)
  const mayOpen = ({ area }: Section) => user.areas.includes(area)
  const mayOverview = user.areas.includes('overview')
  return (
    <Shortcuts user={user}>
      {user.areas.includes('check-in') ? <MarkSync user={user} /> : null}
      <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block!">
        <SkipLink target="section" label={t('skip')} />
        <header className="sticky top-0 z-20 flex h-14 print:hidden items-center gap-1 border-b border-line bg-surface px-2 lg:hidden">
          <Button variant="quiet" iconOnly aria-label={t('openMenu')} onClick={() => setMenuOpen(true)}>
            <Menu aria-hidden="true" />
          </Button>
          <Logo name={t('name')} className="text-lg" />
          <PaletteButton isSign />
        </header>
        <aside className="sticky top-0 hidden h-dvh flex-col border-e border-line bg-surface p-3 lg:flex print:hidden!">
          <Logo name={t('name')} className="mb-4 px-3 pt-2 text-lg" />
          <PaletteButton />
          <SectionLinks areas={user.areas} />
          <SignedIn user={user} />
        </aside>
        <Drawer
          open={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          title={t('name')}
          closeLabel={t('closeMenu')}
          edge="start"
        >
          <SectionLinks areas={user.areas} onChoose={() => setMenuOpen(false)} isInDrawer />
          <SignedIn user={user} isInDrawer />
        </Drawer>
        <main id="section" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none sm:p-6 2xl:px-8">
          <div className="mx-auto max-w-[88rem]">
            {mayOverview ? <MailBanner areas={user.areas} /> : null}
            {isAtHome && !mayOverview ? (
              <Navigate to="/admin/check-in" replace />
            ) : section && !mayOpen(section) ? (
              <SectionForbidden section={section} home={sections.find(mayOpen)} />
            ) : (
              children
            )}
          </div>
        </main>
      </div>
    </Shortcuts>
  )
}

function useKeptFocus(): void {
  const { pathname } = useLocation()
  const keeper = useRef<FocusKeeper>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins; the next effect tells the rest
  useEffect(() => {
    keeper.current = keepFocus(pathname)
    return () => keeper.current?.stop()
  }, [])
  useEffect(() => keeper.current?.arrive(pathname), [pathname])
}
