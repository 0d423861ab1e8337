import { foldText } from '../../kernel/fold-text.ts'
import { beginsWith } from '../begins-with.ts'

export interface Searchable {
  readonly name: string
  /** Other words for it, between commas. */
  readonly words: string
  /** Where it is. */
  readonly where: string
}

const tokensOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
/** 'Time zone' -> 'timezone', so that the spelling of compounds does not matter. */
const squashed = (text: string): string => tokensOf(text).join('')

/** 0 fits best; null: it does not fit. */
function rankOf({ name, words, where }: Searchable, typed: readonly string[]): number | null {
  const whole = typed.join('')
  const areIn = (tokens: readonly string[]) => typed.every((each) => tokens.some((token) => beginsWith(token, each)))
  if (beginsWith(squashed(name), whole)) return 0
  if (areIn(tokensOf(name))) return 1
  const phrases = words.split(',')
  if (phrases.some((phrase) => beginsWith(squashed(phrase), whole))) return 2
  if (areIn(tokensOf(`${name} ${words}`))) return 3
  return areIn(tokensOf(`${name} ${words} ${where}`)) ? 4 : null
}

/** What fits the typed words, the best first: by its name, by other words for it, by its place. */
export function findSettings<S extends Searchable>(settings: readonly S[], typed: string): readonly S[] {
  const words = tokensOf(typed)
  if (words.length === 0) return []
  return settings
    .flatMap((setting) => {
      const rank = rankOf(setting, words)
      return rank === null ? [] : [{ setting, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ setting }) => setting)
}
