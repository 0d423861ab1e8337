import { CircleHelp, House, PlaneTakeoff, Stamp, TentTree } from 'lucide-react'
import { useText } from '../intl/intl.tsx'
import { ShopLink, useIsCurrent } from '../routing/link.tsx'

const places = [
  { key: 'home', href: '/', Icon: House },
  { key: 'tours', href: '/tours', Icon: TentTree },
  { key: 'visas', href: '/visas', Icon: Stamp },
  { key: 'okToBoard', href: '/ok-to-board', Icon: PlaneTakeoff },
  { key: 'support', href: '/contact', Icon: CircleHelp },
] as const

/** Phones only (C030). Hidden while a page has a price bar: both together would take a sixth of the screen. */
export function BottomNav() {
  const t = useText('bottomNav')
  const isCurrent = useIsCurrent()
  return (
    <nav
      aria-label={t('label')}
      className="bottom-nav fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5">
        {places.map(({ key, href, Icon }) => (
          <li key={href}>
            <ShopLink
              href={href}
              aria-current={isCurrent(href) ? 'page' : undefined}
              className="flex min-h-15 flex-col items-center justify-center gap-1 px-0.5 text-center text-[0.6875rem] leading-none text-ink-2 aria-[current]:font-semibold aria-[current]:text-primary-strong"
            >
              <Icon aria-hidden="true" className="size-5" />
              {t(key)}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
