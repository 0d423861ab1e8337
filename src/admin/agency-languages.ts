/** What customers can read, the shop's default first. The gate sets it, as the agency's time zone (agency-clock.ts). */
import { catalogueLanguage, factsOf, type Language, type LanguageOffer } from '../kernel/language.ts'
import { offerOf } from '../kernel/language-offer.ts'
import { officeLanguage } from './language.ts'

const english = new Intl.DisplayNames([officeLanguage], { type: 'language' })
let offer: LanguageOffer = offerOf(catalogueLanguage, [])

export const setAgencyLanguages = (first: unknown, all: unknown): void => {
  offer = offerOf(String(first), Array.isArray(all) ? all.map(String) : [])
}
export const agencyLanguages = (): LanguageOffer => offer

/** 'Arabic' */
export const shortLanguageName = (code: Language): string => english.of(code) ?? code

/** 'Arabic (العربية)' */
export function languageName(code: Language): string {
  const [own, name] = [factsOf(code).name, english.of(code) ?? code]
  return own === name ? own : `${name} (${own})`
}
