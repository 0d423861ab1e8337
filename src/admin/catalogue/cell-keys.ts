/** Moving between the cells of a table with the keyboard, as in a spreadsheet. */
import type { KeyboardEvent } from 'react'
import type { FieldSpec } from '../../services/kind.ts'

export type Step = 'up' | 'down' | 'left' | 'right' | 'next' | 'previous'
type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const arrows: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const isPlain = ({ altKey, ctrlKey, metaKey }: Key): boolean => !altKey && !ctrlKey && !metaKey

/** Of a cell that is not being edited. */
export const arrowOf = (event: Key): Step | null => (isPlain(event) && !event.shiftKey && arrows[event.key]) || null

/** Of a cell that is being edited: left and right move within the text, and a choice has the other arrows. */
export function stepOf(event: Key, input: FieldSpec['input']): Step | null {
  if (!isPlain(event)) return null
  if (event.key === 'Enter') return event.shiftKey ? 'up' : 'down'
  if (input !== 'money') return null
  if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next'
  const arrow = arrowOf(event)
  return arrow === 'up' || arrow === 'down' ? arrow : null
}

/** Moves the focus to a neighbour; false: there is none. */
export function focusCell(from: HTMLElement, step: Step): boolean {
  const target = neighbourOf(from, step)
  target?.focus()
  return target !== null
}

/** Also starts editing it. */
export function openCell(from: HTMLElement, step: Step): boolean {
  const target = neighbourOf(from, step)
  target?.focus()
  if (target instanceof HTMLButtonElement) target.click()
  return target !== null
}

const cellsIn = (place: Element, which = '[data-cell]') => [...place.querySelectorAll<HTMLElement>(which)]

function neighbourOf(from: HTMLElement, step: Step): HTMLElement | null {
  const row = from.closest('tr')
  const table = from.closest('table')
  if (!row || !table) return null
  const move = step === 'up' || step === 'left' || step === 'previous' ? -1 : 1
  if (step === 'up' || step === 'down') {
    const column = cellsIn(table, `[data-cell="${from.dataset.cell}"]`)
    return column[column.indexOf(from) + move] ?? null
  }
  const line = step === 'left' || step === 'right' ? cellsIn(row) : cellsIn(table, '[data-price]')
  return line[line.indexOf(from) + move] ?? null
}
