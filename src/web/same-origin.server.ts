import { Refusal } from '../kernel/refusal.ts'

type Facts = Readonly<{
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  baseUrl: string
}>

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses ('request/cross-site') a call that changes something and that a page of another site made: browsers say so
 * in Sec-Fetch-Site or Origin, and no page can forge them. A caller that sends neither is no browser, so nobody's
 * cookies are being used behind their back.
 */
export function requireSameOrigin({ method, headers, baseUrl }: Facts): void {
  if (reading.has(method)) return
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new Refusal('request/cross-site')
  }
  const origin = headers.origin
  if (origin === undefined || origin === baseUrl) return
  // The shop may be reached by another name than BASE_URL (127.0.0.1, a name in the office's network).
  const host = typeof origin === 'string' ? URL.parse(origin)?.host : undefined
  if (host !== undefined && host !== '' && host === headers.host) return
  throw new Refusal('request/cross-site')
}
