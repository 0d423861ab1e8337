/** Sent with every response. Written by hand because two of them depend on the response. */
export function baseHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': apiPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': featuresWith('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Browsers read these of documents only. A page has dozens of other files, and each would repeat half a kilobyte. */
export const documentHeaders: readonly string[] = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
]
/** Types that browsers never open as a document that could run something; an SVG could. */
export const isInertType = (contentType: string): boolean =>
  /^((text|application)\/javascript|text\/css|font\/\w+|image\/(avif|webp|jpeg|png))(;|$)/.test(contentType)

const featuresWith = (camera: string): string => `${camera}, geolocation=(), microphone=(), usb=()`
/** The check-in scans vouchers. The back office is one document for all of its pages. */
export const adminFeatures = { 'permissions-policy': featuresWith('camera=(self)') } as const

/** Staff read a private PDF in a frame: its bytes, fetched and kept by the page. */
export const adminFrames: PolicyAdditions = { frame: ['blob:'] }

/** For responses that are not pages: nothing in them may run. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What a page may load beyond our own origin. */
export type PolicyAdditions = Readonly<
  Partial<Record<'script' | 'frame' | 'connect' | 'form' | 'img', readonly string[]>>
>

/**
 * The content policy of a page. Our pages have no inline scripts (data blocks need no permission), so an injected one
 * cannot run.
 */
export function pagePolicy(add: PolicyAdditions = {}): string {
  const list = (own: string, more: readonly string[] = []): string => [own, ...new Set(more)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${list("'self'", add.script)}`,
    // Inline styles (progress bars, picture colours, notices) cannot be hashed in advance.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${list("'self' data: blob: https:", add.img)}`,
    "font-src 'self'",
    // The video of the hero section may be hosted anywhere.
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
 * True for documents in which a customer pays: the payment page, and a wizard at its payment step (booking-
 * payment/paying-document.ts uses the same URLs). `url` is a path with its query.
 */
export function isToPayIn(url: string): boolean {
  const [path = '', query = ''] = url.split('?')
  return path.startsWith('/booking-payment') || new URLSearchParams(query).get('step') === 'payment'
}
/** A bank page in a pop-up must be able to report its result to the checkout. */
export const checkoutHeaders = { 'cross-origin-opener-policy': 'same-origin-allow-popups' } as const

/** For public pages of a shop with an advertising pixel, which loads only after consent. `script` is its URL. */
export function pixelAdditions(script: string): PolicyAdditions {
  const host = new URL(script).origin
  return { script: [host], connect: [host, 'https://www.facebook.com'] }
}
