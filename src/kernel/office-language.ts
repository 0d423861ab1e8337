import { isLanguage, type Language, officeLanguages } from './language.ts'

/** The language that a staff member has chosen for the back office in this browser. */
export const officeLanguageCookie = 'safar_office_language'

export const isOfficeLanguage = (code: unknown): code is Language => isLanguage(code) && officeLanguages.includes(code)

/** `cookies`: the header of a request. Without a choice the shop's default language counts, else English. */
export function officeLanguageOf(cookies: string | undefined, first: Language): Language {
  const named = `${officeLanguageCookie}=`
  const chosen = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(named))
  return [chosen?.slice(named.length), first].find(isOfficeLanguage) ?? 'en'
}
