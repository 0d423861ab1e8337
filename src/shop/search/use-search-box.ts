import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useGo } from '../routing/link.tsx'
import { type Option, optionGroups } from './options.ts'
import { forgetSearches, noteSearch, readSearches } from './recent-searches.ts'
import { useSuggestions } from './use-suggestions.ts'

type Box = RefObject<HTMLInputElement | null>

type About = { readonly id: string; readonly onLeave: () => void }

/** What is typed, which rows are listed, and which one the arrow keys have reached (-1: none). */
export function useSearchBox(input: Box, { id, onLeave }: About) {
  const go = useGo()
  const { recent, note, forget } = useRecent(input)
  const [typed, setTyped] = useState(() => input.current?.value ?? '')
  const suggestions = useSuggestions(typed)
  const groups = optionGroups(typed.trim(), recent, suggestions)
  const options = groups.flatMap((group) => group.options)
  const { isOpen, active, open, close, move } = useOpenList(input, options.length)
  const chosen = options[active]
  const choose = (option: Option) => {
    note(option.type === 'recent' ? option.q : typed)
    close()
    go(option.href)
    onLeave()
  }
  useBoxEvents(input, {
    input: () => {
      setTyped(input.current?.value ?? '')
      open()
    },
    focus: open,
    leave: close,
    press: (event) =>
      press(event, { move, close: isOpen ? close : null, choose: chosen ? () => choose(chosen) : null }),
    submit: () => {
      note(input.current?.value ?? '')
      close()
    },
  })
  useComboboxRole(input, { list: isOpen ? id : null, option: chosen ? `${id}-${active}` : null })
  return { isOpen, groups, active, suggestions, choose, forget }
}

function useRecent(input: Box) {
  const [recent, setRecent] = useState(readSearches)
  const note = (q: string) => {
    noteSearch(q)
    setRecent(readSearches())
  }
  const forget = () => {
    forgetSearches()
    setRecent([])
    input.current?.focus()
  }
  return { recent, note, forget }
}

function useOpenList(input: Box, count: number) {
  const [isWanted, setWanted] = useState(() => document.activeElement === input.current)
  const [reached, setReached] = useState(-1)
  const isOpen = isWanted && count > 0
  const show = (isShown: boolean) => {
    setWanted(isShown)
    setReached(-1)
  }
  const move = (by: number) => {
    setWanted(true)
    // One more step than rows: past the last row the box itself is next.
    if (count > 0) setReached((at) => ((at + 1 + by + count + 1) % (count + 1)) - 1)
  }
  const active = isOpen && reached < count ? reached : -1
  return { isOpen, active, open: () => show(true), close: () => show(false), move }
}

type Actions = {
  readonly move: (by: number) => void
  readonly close: (() => void) | null
  readonly choose: (() => void) | null
}
const actionOf = (key: string, { move, close, choose }: Actions): (() => void) | null => {
  if (key === 'ArrowDown') return () => move(1)
  if (key === 'ArrowUp') return () => move(-1)
  if (key === 'Escape') return close
  return key === 'Enter' ? choose : null
}

function press(event: KeyboardEvent, actions: Actions): void {
  // Keys belong to an input method while it composes a character.
  const act = event.isComposing ? null : actionOf(event.key, actions)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

type Handlers = {
  readonly input: () => void
  readonly focus: () => void
  /** The focus has left the form. */
  readonly leave: () => void
  readonly press: (event: KeyboardEvent) => void
  readonly submit: () => void
}
/** The box belongs to the form, which is alive before this code is fetched: events are heard, not passed. */
function useBoxEvents(input: Box, handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useLayoutEffect(() => {
    const box = input.current
    const form = box?.form
    if (!box || !form) return
    const stop = new AbortController()
    const { signal } = stop
    box.addEventListener('input', () => latest.current.input(), { signal })
    box.addEventListener('focus', () => latest.current.focus(), { signal })
    box.addEventListener('keydown', (event) => latest.current.press(event), { signal })
    form.addEventListener('submit', () => latest.current.submit(), { signal })
    form.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) latest.current.leave()
      },
      { signal },
    )
    return () => stop.abort()
  }, [input])
}

/** The rows that the keys reach are announced as options of the box. */
function useComboboxRole(
  input: Box,
  { list, option }: { readonly list: string | null; readonly option: string | null },
) {
  useLayoutEffect(() => {
    const box = input.current
    if (!box) return
    box.setAttribute('role', 'combobox')
    box.setAttribute('aria-autocomplete', 'list')
    box.setAttribute('aria-expanded', String(list !== null))
    for (const [name, value] of [
      ['aria-controls', list],
      ['aria-activedescendant', option],
    ] as const) {
      if (value === null) box.removeAttribute(name)
      else box.setAttribute(name, value)
    }
  }, [input, list, option])
}
