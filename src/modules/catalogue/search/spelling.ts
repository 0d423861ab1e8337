import { wordsIn, wordsOf } from './words.ts'

/**
 * Folded words as the texts of what was found spell them, in small letters. A word that none of the texts has stays as
 * it is. Pure.
 */
export function spelledAs(words: readonly string[], texts: readonly string[]): string {
  const spellings = new Map<string, string>()
  for (const spelling of texts.flatMap(wordsIn)) {
    const [folded = '', ...more] = wordsOf(spelling)
    if (more.length === 0 && !spellings.has(folded)) spellings.set(folded, spelling)
  }
  return words.map((word) => spellings.get(word) ?? word).join(' ')
}
