import { isolated, isRightToLeft, rightToLeftMark } from './direction.ts'

/**
 * How a list reads in each language; English sets commas, or semicolons between groups.
 * - facts: '2 adults, 1 child'; some languages put a word before the last
 * - plain: 'AED, USD': codes, references and choices, never with a word between them
 * - groups: 'Bus 1; Bus 2', for entries that hold commas
 * - dots: '3:00 PM · Flight SV 772', for unlike facts
 * - lines, sentences: each on a line of its own, or one after the other
 */
export type ListKind = 'facts' | 'plain' | 'groups' | 'dots' | 'lines' | 'sentences'

const formats = new Map<string, Intl.ListFormat>()
function formatOf(language: string): Intl.ListFormat {
  const format = formats.get(language) ?? new Intl.ListFormat(language, { type: 'unit', style: 'short' })
  formats.set(language, format)
  return format
}

/** The comma of the script, without a word that the language puts beside it. */
export const commaOf = (language: string): string =>
  formatOf(language)
    .formatToParts(['1', '2', '3'])[1]!
    .value.replace(/\p{L}+/gu, '')

/** One text of several in the reader's language. */
export function joinIn(language: string, items: readonly string[], kind: ListKind): string {
  if (items.length < 2) return items[0] ?? ''
  if (kind === 'lines') return items.join('\n')
  if (kind === 'sentences') return items.join(' ')
  const isMirrored = isRightToLeft(language)
  const own = items.map((item, place) => (isMirrored && !place ? rightToLeftMark : '') + isolated(item, language))
  if (kind === 'facts') return formatOf(language).format(own)
  if (kind === 'plain') return own.join(commaOf(language))
  if (kind === 'dots') return own.join(' · ')
  return own.join(isMirrored ? '؛ ' : '; ')
}
