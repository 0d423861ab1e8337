/** A first-party cookie with the visitor's decision about the pixel. */
export const consentCookie = 'safar_consent'
export const consentDays = 180
export type Consent = 'yes' | 'no'

/** Reads a cookie from a `Cookie` header or `document.cookie`. */
export function cookieOf(cookies: string, name: string): string | null {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

/** Null before a decision. */
export function readConsent(cookies: string): Consent | null {
  const value = cookieOf(cookies, consentCookie)
  return value === 'yes' || value === 'no' ? value : null
}

export type Visit = Readonly<{ browserId: string | null; clickId: string | null; userAgent: string; address: string }>

/** The format of the pixel's cookies: 'fb.1.1596403881668.1098115397'. Other values are dropped. */
const pixelCookie = /^fb\.\d\.\d{10,16}\.[\w.-]+$/
const asPixelCookie = (value: string | null, maxLength: number): string | null =>
  value !== null && value.length <= maxLength && pixelCookie.test(value) ? value : null

export const browserCookie = '_fbp'
export const clickCookie = '_fbc'
const maxBrowserId = 300
const maxClickId = 600

/**
 * The id of the advertising click that led to `landing`, in Meta's format: the click parameter of the URL, and the time
 * in milliseconds since 1970. Null without a valid parameter.
 */
export function clickIdOf(landing: URL, seenAt: number): string | null {
  const click = landing.searchParams.get('fbclid') ?? ''
  return /^[\w-]+$/.test(click) ? asPixelCookie(`fb.1.${Math.floor(seenAt)}.${click}`, maxClickId) : null
}

/** Compares only the click, not the times or suffixes of the pixel. */
export const isSameClick = (one: string, other: string): boolean => one.split('.')[3] === other.split('.')[3]

/** Null without consent. */
export function visitOf(request: { cookies: string; userAgent: string; address: string }): Visit | null {
  if (readConsent(request.cookies) !== 'yes') return null
  return {
    browserId: asPixelCookie(cookieOf(request.cookies, browserCookie), maxBrowserId),
    clickId: asPixelCookie(cookieOf(request.cookies, clickCookie), maxClickId),
    userAgent: request.userAgent.slice(0, 500),
    address: request.address,
  }
}
