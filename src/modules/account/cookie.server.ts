import type { IncomingHttpHeaders } from 'node:http'
import type { Core } from '../../platform/core.server.ts'

/** Set by our server on each call, never taken from the client. */
export const addressHeader = 'x-safar-address'

/** The cookie is bound to this host alone where the shop has https. */
export const sessionCookie = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-safar.session' : 'safar.session'

/** A cookie's value as it was sent; null without it. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | null {
  const pair = (headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

/** The session's token from the cookie, as the library wrote it: token and signature; null without one. */
export function sessionTokenOf(core: Pick<Core, 'baseUrl'>, headers: IncomingHttpHeaders): string | null {
  const value = cookieOf(headers, sessionCookie(core.baseUrl))
  if (value === null) return null
  const end = value.search(/\.|%2E/i)
  const token = end < 0 ? value : value.slice(0, end)
  return /^[A-Za-z0-9_-]{16,128}$/.test(token) ? token : null
}
