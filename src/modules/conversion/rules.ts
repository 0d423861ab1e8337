/** The visitor's decision about the pixel, a first-party cookie. */
export const consentCookie = 'safar_consent'
export const consentDays = 180
export type Consent = 'yes' | 'no'

/** One cookie of a `Cookie` header or of `document.cookie`. */
export function cookieOf(cookies: string, name: string): string | null {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

/** Null: nothing was decided yet. */
export function readConsent(cookies: string): Consent | null {
  const value = cookieOf(cookies, consentCookie)
  return value === 'yes' || value === 'no' ? value : null
}

/** What is kept of the visit in which a booking was made. */
export type Visit = Readonly<{ browserId: string | null; clickId: string | null; userAgent: string; address: string }>

/** As the pixel writes its cookies: 'fb.1.1596403881668.1098115397'. Anything else is not passed on. */
const pixelCookie = /^fb\.\d\.\d{10,16}\.[\w.-]+$/
const asPixelCookie = (value: string | null, longest: number): string | null =>
  value !== null && value.length <= longest && pixelCookie.test(value) ? value : null

export const browserCookie = '_fbp'
export const clickCookie = '_fbc'
const longestBrowserId = 300
const longestClickId = 600

/**
 * The click on an advertisement that led to `landing`, an address of the shop, as Meta writes it down: with what it put
 * into the address, and when that was first seen (milliseconds since 1970). Null: none, or none of that form.
 */
export function clickIdOf(landing: URL, seenAt: number): string | null {
  const click = landing.searchParams.get('fbclid') ?? ''
  return /^[\w-]+$/.test(click) ? asPixelCookie(`fb.1.${Math.floor(seenAt)}.${click}`, longestClickId) : null
}

/** Of the same click, whenever each was seen, and whatever the pixel has put behind it. */
export const isSameClick = (one: string, other: string): boolean => one.split('.')[3] === other.split('.')[3]

/** Null without consent: then nothing of a visit is kept, and nothing is told. */
export function visitOf(request: { cookies: string; userAgent: string; address: string }): Visit | null {
  if (readConsent(request.cookies) !== 'yes') return null
  return {
    browserId: asPixelCookie(cookieOf(request.cookies, browserCookie), longestBrowserId),
    clickId: asPixelCookie(cookieOf(request.cookies, clickCookie), longestClickId),
    userAgent: request.userAgent.slice(0, 500),
    address: request.address,
  }
}
