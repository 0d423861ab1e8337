import { isLanguage, type Language, type LanguageOffer } from './language.ts'

// The first language of the shop has plain addresses ('/tours'); those of the others begin with their code ('/ar/tours').

export const prefixOf = (language: Language, { first }: Pick<LanguageOffer, 'first'>): string =>
  language === first ? '' : `/${language.toLowerCase()}`

/** '/tours?q=dune' -> '/ar/tours?q=dune'; '/' -> '/ar' */
export const withPrefix = (prefix: string, path: string): string =>
  prefix && path.startsWith('/') ? prefix + path.replace(/^\/(?=$|[?#])/, '') : path

/** An address of the shop in a language; in the first one where the language is switched off. */
export const addressIn = (language: Language, offer: LanguageOffer, path: string): string =>
  withPrefix(prefixOf(offer.all.includes(language) ? language : offer.first, offer), path)

export interface ReadAddress {
  /** What the address begins with; null without a known language. */
  readonly named: Language | null
  /** The same address without it. */
  readonly path: string
}

const prefixPattern = /^\/+([a-z]{2,3}(?:-[a-z]{2})?)(?=$|[/?#])/

/** '/ar/tours?q=dune' -> ar, '/tours?q=dune' */
export function readAddress(address: string): ReadAddress {
  const [begin = '', code = ''] = prefixPattern.exec(address) ?? []
  const named = code.replace(/-.*/, (region) => region.toUpperCase())
  if (!isLanguage(named)) return { named: null, path: address }
  // Never '//host', which browsers read as another site.
  return { named, path: `/${address.slice(begin.length).replace(/^[/\\]+/, '')}` }
}

const anyCasePrefix = /^\/+[a-z]{2,3}(?:-[a-z]{2})?(?=$|[/?#])/i
/** '/AR/tours' -> '/ar/tours'; null where no known language is written in capitals. */
export function withSmallCode(address: string): string | null {
  const [begin = ''] = anyCasePrefix.exec(address) ?? []
  if (begin === begin.toLowerCase()) return null
  const { named, path } = readAddress(begin.toLowerCase() + address.slice(begin.length))
  return named && withPrefix(`/${named.toLowerCase()}`, path)
}
