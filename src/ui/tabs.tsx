import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

export type Tab = { key: string; label: ReactNode; content: ReactNode }

export type TabsProps = {
  tabs: readonly Tab[]
  /** Names the row of tabs. */
  label: string
  defaultKey?: string | undefined
  /** Give both to hold the choice outside, for instance in the address. */
  activeKey?: string | undefined
  onChange?: ((key: string) => void) | undefined
  className?: string | undefined
}

/** All panels are in the HTML; the browser's search within the page opens the panel in which it finds something. */
export function Tabs({ tabs, label, defaultKey, activeKey, onChange, className }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultKey ?? tabs[0]?.key)
  const active = activeKey ?? own
  const row = useRef<HTMLDivElement>(null)
  // An address may open a tab that lies beyond the edge of a narrow row.
  useEffect(() => {
    const tab = row.current?.querySelector(`[data-key="${CSS.escape(active ?? '')}"]`)
    if (row.current && tab) row.current.scrollLeft += middleOf(tab) - middleOf(row.current)
  }, [active])
  const select = (key: string) => {
    setOwn(key)
    onChange?.(key)
  }
  const move = (event: KeyboardEvent) => {
    const to = targetOf(event, tabs, active, row.current)
    if (to === undefined) return
    event.preventDefault()
    select(to)
    row.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(to)}"]`)?.focus()
  }
  return (
    <div className={className}>
      <div ref={row} role="tablist" aria-label={label} className="tablist" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}-tab`}
            data-key={tab.key}
            className="tab"
            aria-selected={tab.key === active}
            aria-controls={`${id}-${tab.key}`}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => select(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={`${id}-${tab.key}`} active={tab.key === active} onMatch={() => select(tab.key)}>
          {tab.content}
        </TabPanel>
      ))}
    </div>
  )
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** Arrow keys follow the reading direction; Home and End go to the ends. */
function targetOf(event: KeyboardEvent, tabs: readonly Tab[], active: string | undefined, row: HTMLElement | null) {
  if (!row) return undefined
  const forward = getComputedStyle(row).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const at = tabs.findIndex((tab) => tab.key === active)
  if (event.key === forward) return tabs[(at + 1) % tabs.length]?.key
  if (event.key === backward) return tabs[(at - 1 + tabs.length) % tabs.length]?.key
  if (event.key === 'Home') return tabs[0]?.key
  if (event.key === 'End') return tabs.at(-1)?.key
  return undefined
}

type TabPanelProps = { id: string; active: boolean; onMatch: () => void; children: ReactNode }

function TabPanel({ id, active, onMatch, children }: TabPanelProps) {
  const ref = useRef<HTMLDivElement>(null)
  // React knows `hidden` as yes or no only, so its third value is set by hand. A server leaves it out: then all panels
  // can be read where no script runs (the style sheet closes them where one will).
  useLayoutEffect(() => {
    if (active) ref.current?.removeAttribute('hidden')
    else ref.current?.setAttribute('hidden', 'until-found')
  }, [active])
  useEffect(() => {
    const panel = ref.current
    panel?.addEventListener('beforematch', onMatch)
    return () => panel?.removeEventListener('beforematch', onMatch)
  }, [onMatch])
  return (
    <div
      ref={ref}
      role="tabpanel"
      id={id}
      aria-labelledby={`${id}-tab`}
      // A closed panel still has a box without height; the Tab key must not stop there.
      tabIndex={active ? 0 : undefined}
      className="tabpanel"
      data-closed={active ? undefined : ''}
    >
      {children}
    </div>
  )
}
