/** Of one language that visitors can read the shop in. */
export interface LanguageFacts {
  /** Its own name, for those who read it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** For Intl. Digits are Latin in every language. */
  readonly locale: string
  /** For Open Graph, which knows languages of countries only. */
  readonly network: string
}

/**
 * The languages of the shop: one line each, and `messages/{code}.json` in every room that visitors read
 * (docs/rules/languages.md). Messages are written in English first.
 */
const facts = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', network: 'en_US' },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn', network: 'ar_AR' },
  hi: { name: 'हिन्दी', direction: 'ltr', locale: 'hi-u-nu-latn', network: 'hi_IN' },
  ur: { name: 'اردو', direction: 'rtl', locale: 'ur-u-nu-latn', network: 'ur_PK' },
} as const satisfies Record<string, LanguageFacts>

type PseudoLanguage = 'en-XA' | 'ar-XB'
export type Language = keyof typeof facts | PseudoLanguage

/**
 * English with accents and brackets, made from `en`: shows which texts are in no catalogue. Left to right and right to
 * left. Only tests have them: a function, which the build leaves out of the browser's files.
 */
const pseudoFacts = (): Record<PseudoLanguage, LanguageFacts> => ({
  'en-XA': { ...facts.en, name: 'Éñĝļíšĥ' },
  'ar-XB': { ...facts.en, name: 'Ĥšíļĝñé', direction: 'rtl', locale: 'ar-u-nu-latn' },
})
const factsByCode: Record<string, LanguageFacts> = import.meta.env?.PROD ? facts : { ...facts, ...pseudoFacts() }

export const languages = Object.keys(facts) as readonly Language[]
export const pseudoLanguages: readonly PseudoLanguage[] = ['en-XA', 'ar-XB']
/** The languages of the back office: `src/admin/messages/{code}.json`. Each staff member chooses one. */
export const officeLanguages: readonly Language[] = ['en', 'ar']
/** The language of the catalogues: a message that another language lacks is shown in it. */
export const catalogueLanguage: Language = 'en'

export const factsOf = (language: Language): LanguageFacts => factsByCode[language] as LanguageFacts
export const isPseudo = (language: string): language is PseudoLanguage =>
  (pseudoLanguages as readonly string[]).includes(language)

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
