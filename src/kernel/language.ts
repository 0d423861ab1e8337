/** Of one language that visitors can read the shop in. */
export interface LanguageFacts {
  /** Its own name, for those who read it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** For Intl. Digits are Latin in every language. */
  readonly locale: string
  /** For Open Graph, which knows languages of countries only. */
  readonly network: string
  /** Files in /fonts that its pages need at once. */
  readonly fonts: readonly string[]
}
const latin = ['alexandria-latin', 'bricolage-latin']

/**
 * The languages of the shop: one line each, and `messages/{code}.json` in every room that visitors read
 * (docs/rules/languages.md). Messages are written in English first.
 */
const facts = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', network: 'en_US', fonts: latin },
} as const satisfies Record<string, LanguageFacts>

/**
 * English with accents and brackets, made from `en`: shows which texts are in no catalogue. Left to right and right to
 * left. Only tests have them.
 */
const pseudoFacts = {
  'en-XA': { ...facts.en, name: 'Éñĝļíšĥ' },
  'ar-XB': { ...facts.en, name: 'Ĥšíļĝñé', direction: 'rtl', locale: 'ar-u-nu-latn' },
} as const satisfies Record<string, LanguageFacts>

type PseudoLanguage = keyof typeof pseudoFacts
export type Language = keyof typeof facts | PseudoLanguage

export const languages = Object.keys(facts) as readonly Language[]
export const pseudoLanguages = Object.keys(pseudoFacts) as readonly PseudoLanguage[]
/** The language of the catalogues: a message that another language lacks is shown in it. */
export const catalogueLanguage: Language = 'en'

export const factsOf = (language: Language): LanguageFacts => ({ ...facts, ...pseudoFacts })[language]
export const isPseudo = (language: string): language is PseudoLanguage => language in pseudoFacts

/** What an agency can switch on; in tests the pseudo-languages too. */
export const knownLanguages: readonly Language[] = import.meta.env?.VITEST
  ? [...languages, ...pseudoLanguages]
  : languages
export const isLanguage = (code: unknown): code is Language => (knownLanguages as readonly unknown[]).includes(code)

/** The languages that the agency has switched on. The addresses of the first have no prefix. */
export interface LanguageOffer {
  readonly first: Language
  /** Begins with the first. */
  readonly all: readonly Language[]
}

/** Codes that the shop does not know are left out. */
export function offerOf(first: string, all: readonly string[]): LanguageOffer {
  const used = isLanguage(first) ? first : catalogueLanguage
  return { first: used, all: [used, ...new Set(all.filter(isLanguage).filter((code) => code !== used))] }
}
