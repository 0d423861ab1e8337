import { Link, useLocation } from '@tanstack/react-router'
import { Pin, PinOff, Rows3 } from 'lucide-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { StaffArea } from '../../kernel/staff.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { isCurrentSection, moreSections, type Section, sectionLabel, sections } from '../sections.ts'
import { textOf } from '../text.ts'
import { countIn, useWork } from './section-counts.ts'
import { changeSidebar, type SidebarChoice, togglePin, useSidebar } from './sidebar-choice.ts'

const t = textOf('shell')

interface Sidebar extends SidebarChoice {
  readonly areas: readonly StaffArea[]
  readonly onChoose?: () => void
  /** Each entry can be pinned and unpinned. */
  readonly isPinning: boolean
  readonly countOf: (section: Section) => number
}
const Side = createContext<Sidebar | null>(null)
const useSide = (): Sidebar => {
  const side = use(Side)
  if (!side) throw new Error('outside the sidebar')
  return side
}

type SectionLinksProps = { areas: readonly StaffArea[]; onChoose?: () => void; isInDrawer?: boolean }

export function SectionLinks({ areas, onChoose, isInDrawer = false }: SectionLinksProps) {
  const { pathname } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const { pinned, ...choice } = useSidebar()
  const [isPinning, setPinning] = useState(false)
  const work = useWork(areas.includes('overview'))
  // Fingers need the larger rows.
  const isCompact = choice.isCompact && !isInDrawer
  const countOf = ({ key }: Section): number => countIn(key, work)
  const favourites = pinned.flatMap((key) => [...sections, ...moreSections].filter((section) => section.key === key))
  // The list is longer than most screens, so scroll the current link into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another current link
  useEffect(() => {
    // A drawer becomes visible only after this.
    const frame = requestAnimationFrame(() =>
      [...(ref.current?.querySelectorAll('[aria-current="page"]') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <Side value={{ areas, pinned, isCompact, isPinning, countOf, ...(onChoose && { onChoose }) }}>
      {/* Positioned, so that the hidden words of counters below the fold do not make the page longer. */}
      <div ref={ref} className="relative min-h-0 grow overflow-y-auto">
        <Links label={t('favourites')} list={favourites} className="mb-2 border-b border-line pb-2" />
        <Links label={t('menu')} list={sections} />
        <Links label={t('more')} list={moreSections} className="mt-2 border-t border-line pt-2" />
      </div>
      <div className="mt-1 flex flex-wrap justify-between">
        <Switch isOn={isPinning} label={t('pin')} onPress={() => setPinning(!isPinning)}>
          <Pin aria-hidden="true" className="size-4" />
        </Switch>
        {isInDrawer ? null : (
          <Switch isOn={isCompact} label={t('compact')} onPress={() => changeSidebar({ isCompact: !isCompact })}>
            <Rows3 aria-hidden="true" className="size-4" />
          </Switch>
        )}
      </div>
    </Side>
  )
}

type SwitchProps = { isOn: boolean; label: string; onPress: () => void; children: React.ReactNode }
const Switch = ({ isOn, label, onPress, children }: SwitchProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onPress}
    className={joinClasses(
      'flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm hover:bg-sunken',
      isOn ? 'font-semibold text-primary-strong' : 'text-ink-2',
    )}
  >
    {children} {label}
  </button>
)

type LinksProps = { label: string; list: readonly Section[]; className?: string }

function Links({ label, list, className }: LinksProps) {
  const { areas, isCompact } = useSide()
  const open = list.filter(({ area }) => areas.includes(area))
  if (open.length === 0) return null
  return (
    <nav aria-label={label} className={className}>
      <ul className={joinClasses('grid', !isCompact && 'gap-1')}>
        {open.map((section) => (
          <Entry key={section.key} section={section} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ section }: { section: Section }) {
  const { pathname } = useLocation()
  const { isCompact, isPinning, onChoose, countOf } = useSide()
  const { href, icon: Icon } = section
  const current = isCurrentSection(section, pathname)
  const count = countOf(section)
  return (
    <li className="flex">
      <Link
        to={href}
        {...(onChoose && { onClick: onChoose })}
        aria-current={current ? 'page' : undefined}
        className={joinClasses(
          'flex min-w-0 grow scroll-my-12 items-center rounded-sm px-3 no-underline -outline-offset-3',
          isCompact ? 'min-h-6 gap-2 text-sm leading-5' : 'min-h-11 gap-3 text-[0.9375rem]',
          current ? 'bg-tint font-semibold text-primary-strong' : 'text-ink hover:bg-sunken',
        )}
      >
        <Icon
          aria-hidden="true"
          className={joinClasses('flex-none', isCompact ? 'size-4' : 'size-5', !current && 'text-ink-2')}
        />
        <span className={joinClasses('min-w-0 grow', isCompact && 'truncate')}>{sectionLabel(section)}</span>
        {count > 0 && !isPinning ? <Count of={count} /> : null}
      </Link>
      {isPinning ? <PinButton section={section} /> : null}
    </li>
  )
}

const Count = ({ of: count }: { of: number }) => (
  <span className="flex-none rounded-full bg-sunken px-2 text-xs font-semibold text-ink">
    <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
    <span className="sr-only">{t('waiting', { count })}</span>
  </span>
)

function PinButton({ section }: { section: Section }) {
  const { pinned, isCompact } = useSide()
  const isPinned = pinned.includes(section.key)
  const Icon = isPinned ? PinOff : Pin
  return (
    <button
      type="button"
      aria-label={t(isPinned ? 'unpinSection' : 'pinSection', { section: sectionLabel(section) })}
      onClick={() => changeSidebar({ pinned: togglePin(pinned, section.key) })}
      className={joinClasses(
        'grid flex-none place-items-center rounded-sm -outline-offset-3 hover:bg-sunken',
        isCompact ? 'min-h-6 w-7' : 'min-h-11 w-11',
        isPinned ? 'text-primary-strong' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
