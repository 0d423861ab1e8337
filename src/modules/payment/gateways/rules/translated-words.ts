/** The agency's words for a payment method, and what a reader sees of them. Pure. */
import type { Language } from '../../../../kernel/language.ts'
import { type AgencyText, isBlank, type Reader, type StoredTranslation } from '../../../../kernel/translations.ts'
import { text } from '../../text.ts'
import { splitInstructions } from './bank-details.ts'

export const maxName = 60
export const maxInstructions = 4_000

export interface WrittenWords {
  readonly type: 'api' | 'manual'
  /** '': the provider's own name. */
  readonly display_name: string
  readonly manual_instructions: string
}
type WordField = 'display_name' | 'manual_instructions'

/** Lines that name the bank account are not among them: they are the same in every language. */
export const translatableWords = (gateway: WrittenWords): readonly (AgencyText & { readonly path: WordField })[] => [
  {
    ...{ path: 'display_name', label: text('translations.name'), input: 'text', max: maxName },
    ...{ original: gateway.display_name, isOptional: true },
  },
  {
    ...{ path: 'manual_instructions', label: text('translations.instructions'), input: 'textarea' },
    ...{ max: maxInstructions, original: gateway.type === 'manual' ? instructionWords(gateway) : '' },
  },
]
const instructionWords = (gateway: WrittenWords): string => splitInstructions(gateway.manual_instructions).words

/** Account numbers, phone numbers, codes, amounts and UPI ids. Short numbers are not: they may become words. */
const factsIn = (words: string): readonly string[] =>
  (words.match(/[A-Za-z\p{Nd}@._+-]+/gu) ?? [])
    .flatMap((token) => (token.includes('@') ? [token.replace(/[.-]$/, '')] : token.split(/[._+-]/)))
    .filter(isFact)

function isFact(token: string): boolean {
  const digits = token.match(/\p{Nd}/gu)?.length ?? 0
  const isCode = token.length >= 4 && token === token.toUpperCase()
  return token.includes('@') || digits >= (isCode ? 2 : 3)
}

/** A fact that only one of both names. Money would go astray if a translation had another account number. */
export function differingFact(original: string, translation: string): string | null {
  const { account, words } = splitInstructions(translation)
  if (account) return account
  const [kept, given] = [factsIn(original), factsIn(words)]
  const differing = [...kept.filter((fact) => !given.includes(fact)), ...given.filter((fact) => !kept.includes(fact))]
  return differing[0] ?? null
}

export interface ShownWords {
  readonly display_name: string
  readonly manual_instructions: string
  /** The language of each text that is not in the reader's. */
  readonly languages?: Readonly<Partial<Record<WordField, Language>>>
}
type Translated = WrittenWords & { readonly translations: Readonly<Record<string, StoredTranslation>> }

/**
 * Hides a translation if the facts of its original have changed; one that is merely outdated is shown. `reader` null: the
 * agency's own words.
 */
export function shownWords(gateway: Translated, reader: Reader | null): ShownWords {
  const { display_name } = gateway
  const manual_instructions = gateway.type === 'manual' ? gateway.manual_instructions : ''
  if (!reader) return { display_name, manual_instructions }
  const name = translationOf(gateway, 'display_name', reader)
  const words = translationOf(gateway, 'manual_instructions', reader)
  const { account } = splitInstructions(manual_instructions)
  const languages = {
    ...(name === null && display_name !== '' && { display_name: reader.original }),
    ...(words === null && manual_instructions !== '' && { manual_instructions: reader.original }),
  }
  return {
    display_name: name ?? display_name,
    manual_instructions: words === null ? manual_instructions : [words, account].filter(Boolean).join('\n'),
    ...(Object.keys(languages).length > 0 && { languages }),
  }
}

function translationOf(gateway: Translated, path: WordField, { language }: Reader): string | null {
  const original = translatableWords(gateway).find((each) => each.path === path)?.original ?? ''
  const translation = gateway.translations[language]?.texts[path]
  if (original === '' || isBlank(translation)) return null
  const words = String(translation)
  return differingFact(original, words) === null ? words : null
}
