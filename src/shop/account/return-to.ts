import type { Search } from '../search.ts'

/** Where somebody wanted to go before they were asked to sign in: a place of this shop and of no other (D131). */
export function returnPath(search: Search): string | null {
  const path = search.returnTo ?? ''
  const isOurs = /^\/(?![/\\])/.test(path) && URL.canParse(path, 'http://shop.invalid')
  return isOurs && new URL(path, 'http://shop.invalid').host === 'shop.invalid' ? path : null
}

export const loginHref = (returnTo: string): string => `/login?returnTo=${encodeURIComponent(returnTo)}`
