// Takes what names a person out of stored words. Pure: which words those are is an argument.

/** Stands where something was. */
export const erasedWord = '[erased]'
export type Scrub = <T>(value: T) => T

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Replaces each of these words, in any letter case and wherever it stands by itself, in a text and in all texts of a
 * value of JSON. Words of fewer than three characters would be found everywhere and are passed over.
 */
export function scrubberOf(words: readonly string[]): Scrub {
  const known = [...new Set(words.map((word) => word.trim()))].filter((word) => word.length >= 3)
  if (known.length === 0) return (value) => value
  // The longest first: of 'Asha Rao' nothing is left beside what stood for 'Asha'.
  const parts = known.sort((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (value) => inAllTexts(value, (text) => text.replace(pattern, erasedWord))
}

/** An id, a state, a time, a number: nothing that somebody wrote about somebody. */
const isCode = (text: string): boolean => /^[\w.:-]{0,60}$/.test(text)

/** Leaves of a value of JSON the codes and numbers alone, and what stands under the names that are kept. */
export const codesOf = <T>(value: T, kept: readonly string[] = []): T =>
  inAllTexts(value, (text) => (isCode(text) ? text : erasedWord), kept)

function inAllTexts<T>(value: T, change: (text: string) => string, kept: readonly string[] = []): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null || one instanceof Date) return one
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [key, kept.includes(key) ? inner : walk(inner)]),
    )
  }
  return walk(value) as T
}
