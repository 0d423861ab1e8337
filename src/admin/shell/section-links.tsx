import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { StaffArea } from '../../kernel/staff.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { isCurrentSection, moreSections, type Section, sectionLabel, sections } from '../sections.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')

type SectionLinksProps = { areas: readonly StaffArea[]; onChoose?: () => void }

export function SectionLinks(props: SectionLinksProps) {
  const { pathname } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  // The list is longer than most screens, so scroll the current link into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another current link
  useEffect(() => {
    // A drawer becomes visible only after this.
    const frame = requestAnimationFrame(() =>
      ref.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <div ref={ref} className="grow overflow-y-auto">
      <Links {...props} label={t('menu')} list={sections} />
      <Links {...props} label={t('more')} list={moreSections} className="mt-3 border-t border-line pt-3" />
    </div>
  )
}

type LinksProps = SectionLinksProps & { label: string; list: readonly Section[]; className?: string }

function Links({ areas, onChoose, label, list, className }: LinksProps) {
  const { pathname } = useLocation()
  const open = list.filter(({ area }) => areas.includes(area))
  if (open.length === 0) return null
  return (
    <nav aria-label={label} className={className}>
      <ul className="grid gap-1">
        {open.map((section) => {
          const { key, href, icon: Icon } = section
          const current = isCurrentSection(section, pathname)
          return (
            <li key={key}>
              <Link
                to={href}
                {...(onChoose && { onClick: onChoose })}
                aria-current={current ? 'page' : undefined}
                className={joinClasses(
                  'flex min-h-11 scroll-my-12 items-center gap-3 rounded-sm px-3 text-[0.9375rem] no-underline -outline-offset-3',
                  current ? 'bg-tint font-semibold text-primary-strong' : 'text-ink hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" className={joinClasses('size-5 flex-none', !current && 'text-ink-2')} />
                {sectionLabel(section)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
