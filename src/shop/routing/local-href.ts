import { readAddress, withPrefix } from '../../kernel/language-address.ts'

/** Our own addresses outside of the shop's router. */
const elsewhere = /^\/(admin|api|rpc|assets|pictures|media|flags|og|sounds|voucher|sandbox-card)(\/|$|\?)/

export const isOurs = (href: string): boolean => href.startsWith('/') && !href.startsWith('//') && !elsewhere.test(href)

/** The address in the language of the page ('/tours' -> '/ar/tours'). One that names a language stays. */
export const localHref = (prefix: string, href: string): string =>
  prefix === '' || !isOurs(href) || readAddress(href).named ? href : withPrefix(prefix, href)
