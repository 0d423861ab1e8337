import { wordsIn, wordsOf } from './words.ts'

/**
 * Folded words in the spelling of the matched texts, in lower case. A word that is in none of the texts stays as it is.
 * Pure.
 */
export function spelledAs(words: readonly string[], texts: readonly string[]): string {
  const spellings = new Map<string, string>()
  for (const spelling of texts.flatMap(wordsIn)) {
    const [folded = '', ...more] = wordsOf(spelling)
    if (more.length === 0 && !spellings.has(folded)) spellings.set(folded, spelling)
  }
  return words.map((word) => spellings.get(word) ?? word).join(' ')
}
