import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Language } from '../../kernel/language.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { shortLanguageName } from '../agency-languages.ts'
import type { Section } from '../sections.ts'
import { textOf } from '../text.ts'
import { type Choice, usePaletteChoices } from './palette-choices.ts'

const t = textOf('shortcuts')

/** The dialog focuses the element with this attribute, which React would not render. */
const markFirst = (box: HTMLInputElement | null) => box?.setAttribute('autofocus', '')

type Props = { open: boolean; onClose: () => void; onHelp: () => void; sections: readonly Section[] }

export function Palette({ open, onClose, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('paletteTitle')}
      closeLabel={t('close')}
      className="mt-[8dvh]! mb-auto! max-h-[84dvh]!"
    >
      <Choices onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Choices({ onClose, onHelp, sections }: Omit<Props, 'open'>) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  const { choices, isLooking } = usePaletteChoices(typed, sections)
  const at = Math.min(active, choices.length - 1)
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, listId])
  const follow = (choice: Choice | undefined) => {
    if (!choice) return
    if (choice.fill !== undefined) return type(choice.fill)
    onClose()
    if (choice.key === 'help') onHelp()
    else choice.follow?.()
  }
  const steer = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') follow(choices[at])
    else if (step !== undefined && choices.length > 0) setActive((at + step + choices.length) % choices.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        type="text"
        role="combobox"
        className="input"
        aria-label={t('paletteLabel')}
        placeholder={t('palettePlaceholder')}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={choices[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        ref={markFirst}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={steer}
      />
      <div id={listId} role="listbox" aria-label={t('paletteTitle')} className="mt-3 grid grid-cols-1 gap-0.5">
        {choices.map((choice, n) => (
          <Option
            key={choice.key}
            id={`${listId}-${n}`}
            choice={choice}
            isFirst={choices[n - 1]?.group !== choice.group}
            isActive={n === at}
            onPoint={() => setActive(n)}
            onFollow={() => follow(choice)}
          />
        ))}
      </div>
      <p role="status" className="px-3 py-2 text-sm text-ink-2 empty:hidden">
        {isLooking ? t('looking') : choices.length === 0 ? t('nothing') : ''}
      </p>
    </>
  )
}

type OptionProps = {
  id: string
  choice: Choice
  isFirst: boolean
  isActive: boolean
  onPoint: () => void
  onFollow: () => void
}
const Option = ({
  id,
  choice: { group, icon: Icon, name, note, matched },
  isFirst,
  isActive,
  onPoint,
  onFollow,
}: OptionProps) => (
  <>
    {isFirst ? (
      <p role="presentation" className="px-3 pt-2 text-sm text-ink-2">
        {t(group)}
      </p>
    ) : null}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box above holds the focus and hears Enter */}
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onFollow}
      onPointerMove={onPoint}
      className={joinClasses(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5',
        isActive && 'bg-tint text-primary-strong',
      )}
    >
      <Icon aria-hidden="true" className="size-5 flex-none text-ink-2" />
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
        <span className="line-clamp-2 min-w-0 wrap-break-word">{name}</span>
        {matched ? (
          <span className="min-w-0 text-sm wrap-break-word text-ink-2">
            {t('titleIn', { language: shortLanguageName(matched.language as Language) })}{' '}
            <bdi lang={matched.language}>{matched.title}</bdi>
          </span>
        ) : null}
        {note ? <span className="text-sm text-ink-2">{note}</span> : null}
      </span>
    </div>
  </>
)
