import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { type ComboboxOption, matchingOptions } from './combobox-match.ts'
import { useFieldLinks } from './field.tsx'

export type ComboboxProps = {
  options: readonly ComboboxOption[]
  /** The chosen option's value; '' for none. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** Called with the typed text, where more options are searched elsewhere. */
  onType?: ((text: string) => void) | undefined
  /** Names the list of options. */
  listLabel: string
  /** Shown and announced when nothing matches. */
  emptyText: string
  /** Announced while the list is open: '3 results'. */
  countText: (count: number) => string
  placeholder?: string | undefined
  name?: string | undefined
  autoComplete?: string | undefined
}

/** A box with a long list of choices that is searched by typing; the list is at most 15rem high. Stands in a Field. */
export function Combobox(props: ComboboxProps) {
  const { value, onBlur, onType, listLabel, emptyText, countText, placeholder, name, autoComplete = 'off' } = props
  const listId = useId()
  const links = useFieldLinks({})
  const box = useCombobox(props)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.isOpen) return
    // The list may reach beyond a dialog's edge.
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.children[box.active]?.scrollIntoView({ block: 'nearest' })
  }, [box.isOpen, box.active])
  const count = box.matches.length
  const activeId = box.isOpen && box.matches[box.active] ? `${listId}-${box.active}` : undefined
  return (
    <span className="relative block">
      <input
        {...links}
        type="text"
        role="combobox"
        name={name}
        className="input pe-10"
        placeholder={placeholder}
        autoComplete={autoComplete}
        spellCheck={false}
        aria-expanded={box.isOpen}
        aria-controls={box.isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        value={box.text}
        onChange={({ currentTarget }) => {
          box.type(currentTarget.value)
          onType?.(currentTarget.value)
        }}
        onClick={box.open}
        onKeyDown={box.press}
        onBlur={() => {
          box.leave()
          onBlur?.()
        }}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-ink-2"
      />
      <span aria-live="polite" className="sr-only">
        {box.isOpen ? (count === 0 ? emptyText : countText(count)) : ''}
      </span>
      {box.isOpen ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={listLabel}
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-60 overflow-y-auto rounded-sm border border-line bg-surface py-1 shadow-lift"
        >
          {box.matches.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
            <div
              key={option.value}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              className={joinClasses(
                'flex min-h-11 cursor-pointer items-center px-3',
                at === box.active && 'bg-tint',
                option.value === value && 'font-semibold',
              )}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => box.choose(option)}
            >
              {option.label}
            </div>
          ))}
          {count === 0 ? (
            <div
              role="option"
              tabIndex={-1}
              aria-selected="false"
              aria-disabled="true"
              className="px-3 py-2.5 text-ink-2"
            >
              {emptyText}
            </div>
          ) : null}
        </div>
      ) : null}
    </span>
  )
}

function useCombobox({ options, value, onChange }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value)
  /** The typed text; null while the box shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const matches = isOpen ? matchingOptions(options, typed ?? '') : []
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (option: ComboboxOption) => {
    onChange(option.value)
    close()
  }
  const open = () => {
    if (isOpen) return
    setActive(Math.max(chosen ? options.indexOf(chosen) : 0, 0))
    setOpen(true)
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setOpen(true)
    // An emptied box clears the choice.
    if (text === '') onChange('')
  }
  const move = (by: number) => {
    if (!isOpen) return open()
    setActive((at) => Math.min(Math.max(at + by, 0), Math.max(matches.length - 1, 0)))
  }
  const option = isOpen ? matches[active] : undefined
  const press = onKeys({
    ArrowDown: ({ altKey }) => (altKey ? open() : move(1)),
    ArrowUp: ({ altKey }) => (altKey ? close() : move(-1)),
    Enter: option && (() => choose(option)),
    Escape: isOpen && close,
  })
  const leave = () => {
    const named = optionNamed(options, typed)
    if (named) choose(named)
    else close()
  }
  return { isOpen, matches, active, text: typed ?? chosen?.label ?? '', open, type, press, choose, leave }
}

/** A fully typed name counts as chosen. */
function optionNamed(options: readonly ComboboxOption[], typed: string | null): ComboboxOption | undefined {
  const wanted = typed?.trim().toLowerCase()
  return wanted ? options.find(({ label }) => label.toLowerCase() === wanted) : undefined
}

type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | false | undefined>>
const onKeys = (actions: KeyActions) => (event: KeyboardEvent) => {
  // Keys belong to an input method while it composes a character.
  const act = event.nativeEvent.isComposing ? undefined : actions[event.key]
  if (!act) return
  act(event)
  event.preventDefault()
}
