// Removes personal names and addresses from stored text. Pure: the words are an argument.
import { isMessage, mapMessageValues } from './messages.ts'

export const erasedWord = '[erased]'
export type Scrub = <T>(value: T) => T

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Replaces each of these words where it stands alone, in any letter case, in a text or in all texts of a JSON value. Of a
 * message reference only the values change, so that it still names its message.
 * Ignores words of fewer than three characters: they match too much.
 */
export function scrubberOf(words: readonly string[]): Scrub {
  const known = [...new Set(words.map((word) => word.trim()))].filter((word) => word.length >= 3)
  if (known.length === 0) return (value) => value
  // Longest first, so that 'Asha Rao' is replaced before 'Asha'.
  const parts = known.sort((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (value) => inAllTexts(value, (text) => text.replace(pattern, erasedWord))
}

/** An id, state, time or number, as opposed to free text. */
const isCode = (text: string): boolean => /^[\w.:-]{0,60}$/.test(text)

/**
 * Removes all free text from a JSON value, except under the `exempt` keys. Under the `typed` keys every text is free text,
 * at any depth and also one word, which would pass for a code.
 */
export const codesOf = <T>(value: T, exempt: readonly string[] = [], typed: readonly string[] = []): T =>
  inAllTexts(
    value,
    (text, keys) => (isCode(text) && !keys.some((key) => typed.includes(key)) ? text : erasedWord),
    exempt,
  )

type Change = (text: string, keys: readonly string[]) => string
function inAllTexts<T>(value: T, change: Change, exempt: readonly string[] = []): T {
  const walk = (one: unknown, keys: readonly string[]): unknown => {
    if (isMessage(one)) return mapMessageValues(one, (text) => change(text, keys))
    if (typeof one === 'string') return change(one, keys)
    if (Array.isArray(one)) return one.map((each) => walk(each, keys))
    if (typeof one !== 'object' || one === null || one instanceof Date) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [name, exempt.includes(name) ? inner : walk(inner, [...keys, name])]),
    )
  }
  return walk(value, []) as T
}
