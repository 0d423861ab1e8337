import { type Section, sections as spec } from '../sections.ts'

/** What a key asks for: `g` and a section's letter, or one of the keys that stand alone. */
export type Wish =
  | { readonly kind: 'palette' }
  | { readonly kind: 'go'; readonly section: Section }
  | { readonly kind: 'search' }
  | { readonly kind: 'new' }
  | { readonly kind: 'help' }

/** Letters after `g`, by a section's key. What has none is reached through the palette. */
const letters: Readonly<Record<string, string>> = {
  dashboard: 'd',
  tours: 't',
  packages: 'p',
  visas: 'v',
  tickets: 'k',
  transfers: 'r',
  umrah: 'u',
  'ok-to-board': 'o',
  bookings: 'b',
  content: 'c',
  settings: 's',
  enquiries: 'm',
  manifest: 'f',
}
export const letterOf = (section: Pick<Section, 'key'>): string | null => letters[section.key] ?? null

export type Press = Readonly<{
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Somebody is typing, or a dialog lies over the page. */
  isTaken: boolean
}>
/** After `g`, for this long the next letter names a section. */
export const secondKeyMs = 1_500

/**
 * Reads one press. `isAfterG`: `g` was the press before, not long ago. Single keys are ignored where somebody types
 * and where they are switched off (WCAG 2.1.4); Ctrl or Command with K works everywhere.
 */
export function readPress(
  press: Press,
  { isAfterG, isOn, sections }: { isAfterG: boolean; isOn: boolean; sections: readonly Section[] },
): Wish | 'g' | null {
  const hasModifier = press.ctrlKey || press.metaKey
  if (hasModifier && !press.altKey && press.key.toLowerCase() === 'k') return { kind: 'palette' }
  if (!isOn || hasModifier || press.altKey || press.isTaken) return null
  if (isAfterG) {
    const section = sections.find((each) => letterOf(each) === press.key.toLowerCase())
    return section ? { kind: 'go', section } : null
  }
  if (press.key === 'g') return 'g'
  if (press.key === '/') return { kind: 'search' }
  if (press.key === 'n') return { kind: 'new' }
  return press.key === '?' ? { kind: 'help' } : null
}

/** Sections whose name has a word that begins with each word typed; all of them where nothing is typed. */
export function matchingSections<S extends { readonly name: string }>(sections: readonly S[], typed: string): S[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return sections.filter(({ name }) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

export const sectionsOf = (areas: readonly string[], more: readonly Section[]): readonly Section[] =>
  [...spec, ...more].filter(({ area }) => areas.includes(area))
