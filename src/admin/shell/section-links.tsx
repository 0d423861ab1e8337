import { Link, useLocation } from '@tanstack/react-router'
import type { StaffArea } from '../../kernel/staff.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { sections } from '../sections.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')
const names = textOf('sections')

const isCurrent = (href: string, pathname: string): boolean =>
  href === '/admin' ? /^\/admin(\/dashboard)?\/?$/.test(pathname) : pathname.startsWith(href)

type SectionLinksProps = { areas: readonly StaffArea[]; onChoose?: () => void }

export function SectionLinks({ areas, onChoose }: SectionLinksProps) {
  const { pathname } = useLocation()
  const open = sections.filter(({ area }) => areas.includes(area))
  return (
    <nav aria-label={t('menu')} className="grow overflow-y-auto">
      <ul className="grid gap-1">
        {open.map(({ key, href, icon: Icon }) => {
          const current = isCurrent(href, pathname)
          return (
            <li key={key}>
              <Link
                to={href}
                {...(onChoose && { onClick: onChoose })}
                aria-current={current ? 'page' : undefined}
                className={joinClasses(
                  'flex min-h-11 items-center gap-3 rounded-sm px-3 text-[0.9375rem] no-underline -outline-offset-3',
                  current ? 'bg-tint font-semibold text-primary-strong' : 'text-ink hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" className={joinClasses('size-5', !current && 'text-ink-2')} />
                {names(key)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
