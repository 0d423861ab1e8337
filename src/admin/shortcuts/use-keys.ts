import { useEffect, useRef } from 'react'
import type { Section } from '../sections.ts'
import { useKeySwitch } from './key-switch.ts'
import { type Action, readPress, secondKeyMs } from './keys.ts'

export type PageKey = Exclude<Action['kind'], 'palette' | 'go' | 'help'>
const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
/** Checkboxes and buttons accept no text, apart from the keys that press them. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(typed) !== null)

export function useKeys(sections: readonly Section[], onAction: (action: Action) => void): void {
  const isOn = useKeySwitch()
  const latest = useRef(onAction)
  latest.current = onAction
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const isAfterG = event.timeStamp - gAt < secondKeyMs
      gAt = Number.NEGATIVE_INFINITY
      const { key, ctrlKey, metaKey, altKey } = event
      const press = { key, ctrlKey, metaKey, altKey, isTaken: isTaken(event.target) }
      const action = readPress(press, { isAfterG, isOn, sections })
      if (action === null) return
      if (action === 'g') {
        gAt = event.timeStamp
        return
      }
      if (action.kind !== 'up') event.preventDefault()
      latest.current(action)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [isOn, sections])
}

/** Focuses the section's search, or presses what answers the key; false if it has none. */
export function followKey(kind: PageKey): boolean {
  if (kind === 'select') return pressBox()
  const selector = kind === 'search' ? '#section input[type=search]' : `#section [data-key~=${kind}]`
  const target = document.querySelector<HTMLElement>(selector)
  if (!target) return false
  if (kind === 'search') target.focus()
  else target.click()
  return true
}

/** Presses the box of the row with the focus, else that of the first row. */
function pressBox(): boolean {
  const box = '[data-key~=select]'
  const row = document.activeElement?.closest('#section tbody tr')
  const checkbox = row?.querySelector<HTMLElement>(box) ?? document.querySelector<HTMLElement>(`#section tbody ${box}`)
  checkbox?.click()
  return checkbox !== null
}
