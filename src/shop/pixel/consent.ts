import {
  browserCookie,
  type Consent,
  clickCookie,
  clickIdOf,
  consentCookie,
  consentDays,
  cookieOf,
  isSameClick,
  readConsent,
} from '../../modules/conversion/index.ts'

/** The pixel's own lifetime. */
const clickDays = 90

const attributes = (days: number) =>
  `Path=/; Max-Age=${days * 86_400}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

function keepCookie(name: string, value: string, days: number, domain = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${name}=${value}; ${attributes(days)}${domain}`
}

/** The pixel sets its cookies for the widest domain that the browser allows. */
function dropCookie(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, first) => `; Domain=${labels.slice(first).join('.')}`)
  for (const domain of ['', ...domains]) keepCookie(name, '', 0, domain)
}

/** Null: the visitor has not decided yet. */
export const consentNow = (): Consent | null => readConsent(document.cookie)

export function keepConsent(consent: Consent): void {
  keepCookie(consentCookie, consent, consentDays)
  if (consent === 'yes') return
  // Withdrawing consent deletes the pixel's cookies.
  for (const name of [browserCookie, clickCookie]) dropCookie(name)
}

/** The address that the document was loaded with, whatever it shows by now. */
export const landing = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href)

/**
 * Only after a yes. The pixel reads the click id from the current address when it starts, and that may be another page
 * by then. Nothing of the click is stored before consent.
 */
export function keepClick(): void {
  const click = clickIdOf(landing(), performance.timeOrigin)
  if (click === null || isSameClick(cookieOf(document.cookie, clickCookie) ?? '', click)) return
  dropCookie(clickCookie)
  keepCookie(clickCookie, click, clickDays)
}
