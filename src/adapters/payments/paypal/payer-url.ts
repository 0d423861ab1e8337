import type { Links } from './objects.ts'

/** `redirect` comes with a refusal; `approve` is the older form of `payer-action`. */
const ways = ['redirect', 'payer-action', 'approve']

/** Returns the first link that leads to PayPal, or null. */
export function payerUrlOf(links: Links, apiUrl: string | null): string | null {
  const ours = ways.flatMap((rel) => links.filter((link) => link.rel === rel))
  return ours.find(({ href }) => isPayPal(href, apiUrl))?.href ?? null
}

/** `apiUrl`: a stand-in that replaces PayPal. */
export function isPayPal(address: string, apiUrl: string | null): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (apiUrl !== null && url.origin === new URL(apiUrl).origin) return true
  return url.protocol === 'https:' && url.hostname.endsWith('.paypal.com') && !url.username && !url.port
}
