import { Refusal } from '../kernel/refusal.ts'

type Facts = Readonly<{
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  baseUrl: string
}>

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses ('request/cross-site') a changing call from a page of another site. Browsers report the origin in Sec-Fetch-
 * Site or Origin, and pages cannot forge these headers. A caller that sends neither is not a browser, so there are no
 * cookies to abuse.
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
  // The shop may be reached by another name than BASE_URL (127.0.0.1, a name in the office network).
  const host = typeof origin === 'string' ? URL.parse(origin)?.host : undefined
  if (host !== undefined && host !== '' && host === headers.host) return
  throw new Refusal('request/cross-site')
}
