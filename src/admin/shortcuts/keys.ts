import { foldText } from '../../kernel/fold-text.ts'
import { kinds } from '../../services/index.ts'
import { beginsWith } from '../begins-with.ts'
import { type Section, sections as spec } from '../sections.ts'

type QueueKey = 'approve' | 'reject' | 'skip' | 'undo' | 'zoom-in' | 'zoom-out' | 'turn' | 'whole'

/** The action of a shortcut: `g` and a section's letter, or a single key. */
export type Action =
  | { readonly kind: 'palette' }
  | { readonly kind: 'go'; readonly section: Section }
  | { readonly kind: 'search' }
  | { readonly kind: 'new' }
  | { readonly kind: 'help' }
  /** On the page of a booking: its neighbours and its list. */
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'up' }
  /** In a list with boxes: the row with the focus. */
  | { readonly kind: 'select' }
  /** In a queue: the decision on its entry, its picture, and the way back. */
  | { readonly kind: QueueKey }

/** Letters after `g`, by section key. Other sections are reached through the palette. */
const letters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kinds.flatMap(({ adminSection, shortcut }) => (shortcut ? [[adminSection, shortcut]] : []))),
  dashboard: 'd',
  bookings: 'b',
  content: 'c',
  settings: 's',
  enquiries: 'm',
  departures: 'f',
  tasks: 'l',
}
export const letterOf = (section: Pick<Section, 'key'>): string | null => letters[section.key] ?? null

export type Press = Readonly<{
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The user is typing, or a dialog is open. */
  isTaken: boolean
}>
const alone: Readonly<Record<string, Exclude<Action['kind'], 'go'>>> = {
  '/': 'search',
  n: 'new',
  '?': 'help',
  j: 'next',
  k: 'previous',
  u: 'up',
  x: 'select',
  a: 'approve',
  r: 'reject',
  s: 'skip',
  z: 'undo',
  '+': 'zoom-in',
  '-': 'zoom-out',
  t: 'turn',
  '0': 'whole',
}
/** Time in which the letter after `g` must follow, in milliseconds. */
export const secondKeyMs = 1_500

/**
 * Interprets one key press. `isAfterG`: the previous press was a recent `g`. Single keys are ignored while typing and
 * when switched off (WCAG 2.1.4); Ctrl or Command with K always works.
 */
export function readPress(
  press: Press,
  { isAfterG, isOn, sections }: { isAfterG: boolean; isOn: boolean; sections: readonly Section[] },
): Action | 'g' | null {
  const hasModifier = press.ctrlKey || press.metaKey
  if (hasModifier && !press.altKey && press.key.toLowerCase() === 'k') return { kind: 'palette' }
  // Escape is no letter, so it works when letters are off.
  if (press.key === 'Escape' && !hasModifier && !press.altKey && !press.isTaken) return { kind: 'up' }
  if (!isOn || hasModifier || press.altKey || press.isTaken) return null
  if (isAfterG) {
    const section = sections.find((each) => letterOf(each) === press.key.toLowerCase())
    return section ? { kind: 'go', section } : null
  }
  if (press.key === 'g') return 'g'
  const kind = alone[press.key]
  return kind ? { kind } : null
}

/** Sections whose name has a word starting with each typed word; all of them for an empty input. */
export function matchingSections<S extends { readonly name: string }>(sections: readonly S[], typed: string): S[] {
  const words = foldText(typed).split(' ').filter(Boolean)
  return sections.filter(({ name }) => {
    const parts = foldText(name).split(' ')
    return words.every((word) => parts.some((part) => beginsWith(part, word)))
  })
}

export const sectionsOf = (areas: readonly string[], more: readonly Section[]): readonly Section[] =>
  [...spec, ...more].filter(({ area }) => areas.includes(area))
