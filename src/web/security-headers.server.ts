/** Sent with every answer, whatever it is. Written here because two of them differ by what is answered. */
export function baseHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': apiPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** For answers that are no page: nothing of them may ever run. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What a page may load beyond our own origin. */
export type PolicyAdditions = Readonly<
  Partial<Record<'script' | 'frame' | 'connect' | 'form' | 'img', readonly string[]>>
>

/**
 * The policy of one rendered page. Our pages have no inline script (data blocks do not run and need no permission): one
 * that stands in a page has been smuggled in.
 */
export function pagePolicy(add: PolicyAdditions = {}): string {
  const list = (own: string, more: readonly string[] = []): string => [own, ...new Set(more)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${list("'self'", add.script)}`,
    // Styles set on elements (progress, pictures' colours) and those of the notices cannot be hashed in advance.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${list("'self' data: blob: https:", add.img)}`,
    "font-src 'self'",
    // The film behind an opening, from where the agency keeps it.
    "media-src 'self' https:",
    `connect-src ${list("'self'", add.connect)}`,
    "worker-src 'self'",
    `frame-src ${list('https://www.youtube-nocookie.com', add.frame)}`,
    `form-action ${list("'self'", add.form)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * A document that was loaded to pay in, and none that led there: the payment page, and a wizard at its payment
 * (booking-payment/paying-document.ts asks for one by the same addresses). `url` is a path with its query.
 */
export function isToPayIn(url: string): boolean {
  const [path = '', query = ''] = url.split('?')
  return path.startsWith('/booking-payment') || new URLSearchParams(query).get('step') === 'payment'
}
/** A bank's page that a checkout opens must be able to tell the checkout how it went. */
export const checkoutHeaders = { 'cross-origin-opener-policy': 'same-origin-allow-popups' } as const

/** A public page of a shop with an advertising pixel, which is loaded after consent alone; `script` is its address. */
export function pixelAdditions(script: string): PolicyAdditions {
  const host = new URL(script).origin
  return { script: [host], connect: [host, 'https://www.facebook.com'] }
}
