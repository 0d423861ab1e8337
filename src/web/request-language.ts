import { wantedLanguage } from '../kernel/accept-language.ts'
import { type Language, type LanguageOffer, officeLanguages } from '../kernel/language.ts'
import { readAddress } from '../kernel/language-address.ts'

const isCall = (url: string): boolean => /^\/+(api|rpc)(\/|\?|$)/.test(url)

/** Our pages make these calls, and name a language that they are in. */
const isOwnCall = (url: string): boolean => /^\/+(api\/admin|rpc)(\/|\?|$)/.test(url)
/** Staff read the back office in any of its languages, offered to visitors or not. */
const withOffice = ({ first, all }: LanguageOffer): LanguageOffer => ({
  first,
  all: [...new Set([...all, ...officeLanguages])],
})

/**
 * What the caller reads. A page's language is in its address, never in a header, so that caches can share it. A call
 * names it in Accept-Language; our own pages send theirs.
 */
export function requestLanguage(url: string, acceptLanguage: string | undefined, offer: LanguageOffer): Language {
  if (isCall(url)) return wantedLanguage(acceptLanguage, isOwnCall(url) ? withOffice(offer) : offer) ?? offer.first
  const { named } = readAddress(url)
  return named && offer.all.includes(named) ? named : offer.first
}

/** True where the answer depends on Accept-Language. */
export const variesByLanguage = isCall
