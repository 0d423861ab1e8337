import type { IncomingHttpHeaders } from 'node:http'
import type { Core } from '../../platform/core.server.ts'

type Site = Pick<Core, 'baseUrl'>
const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:')

/** With https the prefix binds the cookie to this host. */
export const cookieName = (site: Site, name: string): string =>
  isSecure(site) ? `__Host-safar.${name}` : `safar.${name}`

/** A Set-Cookie header. Without seconds the cookie ends with the browser. */
export function setCookie(site: Site, cookie: { name: string; value: string; seconds?: number }): string {
  const age = cookie.seconds === undefined ? '' : `; Max-Age=${cookie.seconds}`
  const secure = isSecure(site) ? '; Secure' : ''
  return `${cookieName(site, cookie.name)}=${cookie.value}${age}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export function readCookie(site: Site, headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${cookieName(site, name)}=`
  const pair = (headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(start))
  return pair?.slice(start.length) ?? null
}

/** The session token; null without a cookie. Cookies of earlier versions have a signature behind a dot. */
export function sessionTokenOf(site: Site, headers: IncomingHttpHeaders): string | null {
  const [token = ''] = (readCookie(site, headers, 'session') ?? '').split(/\.|%2E/i)
  return /^[A-Za-z0-9_-]{16,128}$/.test(token) ? token : null
}
