import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { joinClasses } from '../../ui/class-names.ts'
import { textOf } from '../text.ts'
import { findSettings } from './find-settings.ts'
import type { SettingEntry } from './setting-entries.ts'
import { useSettingEntries } from './use-setting-entries.ts'

const t = textOf('settingSearch')
const maxMatches = 8

/** Finds a setting by its name or another word for it, wherever it is edited, and leads to its field. */
export function SettingSearch() {
  const navigate = useNavigate()
  const entries = useSettingEntries()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const matches = findSettings(entries, typed).slice(0, maxMatches)
  const at = Math.min(active, matches.length - 1)
  const isShown = isOpen && typed.trim() !== ''
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setOpen(true)
  }
  const follow = (entry: SettingEntry | undefined) => {
    if (!entry) return
    setTyped('')
    setOpen(false)
    void navigate({ to: entry.to, search: entry.search as never, resetScroll: false })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isShown ? setActive((at + 1) % Math.max(matches.length, 1)) : setOpen(true)),
    ArrowUp: () => setActive((at - 1 + matches.length) % Math.max(matches.length, 1)),
    Enter: () => follow(isShown ? matches[at] : undefined),
    Escape: () => type(''),
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return (
    <div className="relative mb-5 max-w-xl">
      <label htmlFor={`${id}-box`} className="sr-only">
        {t('label')}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-5.5 size-5 -translate-y-1/2 text-ink-2"
      />
      <input
        id={`${id}-box`}
        type="search"
        role="combobox"
        className="input ps-10"
        placeholder={t('placeholder')}
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && matches[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <span role="status" className="sr-only">
        {isShown
          ? matches.length > 0
            ? t('count', { count: matches.length })
            : t('none', { typed: typed.trim() })
          : ''}
      </span>
      {isShown ? (
        <Results id={id} matches={matches} at={at} typed={typed.trim()} onPoint={setActive} onFollow={follow} />
      ) : null}
    </div>
  )
}

type ResultsProps = {
  id: string
  matches: readonly SettingEntry[]
  at: number
  typed: string
  onPoint: (at: number) => void
  onFollow: (entry: SettingEntry) => void
}

const Results = ({ id, matches, at, typed, onPoint, onFollow }: ResultsProps) => (
  <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-sm border border-line bg-surface py-1 shadow-lift">
    <div id={`${id}-list`} role="listbox" aria-label={t('results')}>
      {matches.map((entry, n) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
        <div
          key={entry.key}
          id={`${id}-${n}`}
          role="option"
          tabIndex={-1}
          aria-selected={n === at}
          className={joinClasses(
            'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-3 py-1.5',
            n === at && 'bg-tint text-primary-strong',
          )}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(n)}
          onClick={() => onFollow(entry)}
        >
          <span className="min-w-0 wrap-break-word">{entry.name}</span>
          {entry.where ? <span className="text-sm text-ink-2">{entry.where}</span> : null}
        </div>
      ))}
    </div>
    {matches.length === 0 ? (
      <p className="px-3 py-2.5">
        <span className="font-semibold wrap-anywhere">{t('none', { typed })}</span>
        <br />
        <span className="text-ink-2">{t('noneHint')}</span>
      </p>
    ) : null}
  </div>
)
