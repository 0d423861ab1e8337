/** How far a text of the agency is translated, whichever room holds it. */
import type { Language } from './language.ts'
import type { Text } from './messages.ts'

/** By field ('title', 'details.highlights'): a text in the form that the original has. */
export type Texts = Readonly<Record<string, unknown>>
/** By field: the digest of the original that was translated. */
export type Sources = Readonly<Record<string, string>>

export interface AgencyText {
  readonly path: string
  readonly label: Text
  readonly input: 'text' | 'textarea' | 'richtext'
  readonly max: number
  readonly original: string
  /** A name: the same in every language, unless the agency writes it differently. */
  readonly isOptional?: boolean
  /** A message of the shop, if the agency has kept its words: it needs no translation. */
  readonly own?: Text | undefined
}

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export type FieldState = 'missing' | 'outdated' | 'translated'
/** `source`: the digest of the original as it is now. */
export const stateOf = (
  path: string,
  source: string,
  { texts, sources }: { readonly texts: Texts; readonly sources: Sources },
): FieldState => (isBlank(texts[path]) ? 'missing' : sources[path] === source ? 'translated' : 'outdated')

export interface Progress {
  readonly total: number
  /** Of these, how many have an up-to-date translation. */
  readonly translated: number
  readonly outdated: number
}
export const progressOf = (states: readonly FieldState[]): Progress => ({
  total: states.length,
  translated: states.filter((state) => state === 'translated').length,
  outdated: states.filter((state) => state === 'outdated').length,
})

export interface StoredTranslation {
  /** Counts the changes; 0: there is none. */
  readonly version: number
  readonly texts: Texts
  readonly sources: Sources
}
export const notTranslated: StoredTranslation = { version: 0, texts: {}, sources: {} }

export interface GivenText {
  readonly path: string
  /** The digest of the original that was translated. */
  readonly source: string
  /** Blank: the translation is removed. */
  readonly value: unknown
}
/** The next version, with the given fields replaced. */
export function withTexts(before: StoredTranslation, given: readonly GivenText[]): StoredTranslation {
  const texts = { ...before.texts }
  const sources = { ...before.sources }
  for (const { path, source, value } of given) {
    delete texts[path]
    delete sources[path]
    if (isBlank(value)) continue
    texts[path] = value
    sources[path] = source
  }
  return { version: before.version + 1, texts, sources }
}

/** Who reads the shop in another language than the one that the agency writes in. */
export interface Reader {
  readonly language: Language
  readonly original: Language
}
