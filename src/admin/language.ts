import { factsOf, type Language } from '../kernel/language.ts'
import { isOfficeLanguage, officeLanguageCookie } from '../kernel/office-language.ts'

const year = 31_536_000
const ofDocument = typeof document === 'undefined' ? '' : document.documentElement.lang

/** The language of this document. The server chooses it; another language is another document. */
export const officeLanguage: Language = isOfficeLanguage(ofDocument) ? ofDocument : 'en'
export const isMirrored = factsOf(officeLanguage).direction === 'rtl'
/** For Intl. */
export const officeLocale = factsOf(officeLanguage).locale

export function chooseOfficeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${officeLanguageCookie}=${language}; Path=/admin; Max-Age=${year}; SameSite=Lax`
  location.reload()
}
