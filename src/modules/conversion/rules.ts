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

/** The pixel writes its cookies itself: 'fb.1.1596403881668.1098115397'. Anything else is not passed on. */
const pixelCookie = /^fb\.\d\.\d{10,16}\.[\w.-]+$/
function pixelCookieOf(cookies: string, name: string, longest: number): string | null {
  const value = cookieOf(cookies, name)
  return value !== null && value.length <= longest && pixelCookie.test(value) ? value : null
}

/** Null without consent: then nothing of a visit is kept, and nothing is told. */
export function visitOf(request: { cookies: string; userAgent: string; address: string }): Visit | null {
  if (readConsent(request.cookies) !== 'yes') return null
  return {
    browserId: pixelCookieOf(request.cookies, '_fbp', 300),
    clickId: pixelCookieOf(request.cookies, '_fbc', 600),
    userAgent: request.userAgent.slice(0, 500),
    address: request.address,
  }
}
