import type { Search } from '../routing/search.ts'

/** Where a visitor wanted to go before signing in. Only addresses of this shop count (D131). */
export function returnPath(search: Search): string | null {
  const path = search.returnTo ?? ''
  const isOurs = /^\/(?![/\\])/.test(path) && URL.canParse(path, 'http://shop.invalid')
  return isOurs && new URL(path, 'http://shop.invalid').host === 'shop.invalid' ? path : null
}

export const loginHref = (returnTo: string): string => `/login?returnTo=${encodeURIComponent(returnTo)}`

export const isBackOffice = (path: string): boolean => /^\/admin(\/|\?|$)/.test(path)

const isSignIn = (path: string): boolean => /^\/(login|register|auth)(\/|\?|$)/.test(path)

/**
 * Where a signed-in user goes: to the page that asked for it, else to the fallback. Only staff go to the back office, and
 * nobody goes to sign-in again.
 */
export function landingPath(search: Search, user: { readonly is_admin: boolean } | null, fallback: string): string {
  const asked = returnPath(search)
  const wanted = asked === null || isSignIn(asked) ? fallback : asked
  return isBackOffice(wanted) && !user?.is_admin ? '/' : wanted
}
