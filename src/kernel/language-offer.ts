import { catalogueLanguage, isLanguage, type Language, type LanguageOffer } from './language.ts'

/** A reader's language: the stored one while the shop offers it, else the shop's default. */
export const languageOf = (stored: string | null | undefined, { first, all }: LanguageOffer): Language =>
  all.find((code) => code === stored) ?? first

/** Codes that the shop does not know are left out. */
export function offerOf(first: string, all: readonly string[]): LanguageOffer {
  const used = isLanguage(first) ? first : catalogueLanguage
  return { first: used, all: [used, ...new Set(all.filter(isLanguage).filter((code) => code !== used))] }
}
