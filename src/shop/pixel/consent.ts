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

/** As long as the pixel keeps it. */
const clickDays = 90

const attributes = (days: number) =>
  `Path=/; Max-Age=${days * 86_400}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

function keepCookie(name: string, value: string, days: number, domain = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${name}=${value}; ${attributes(days)}${domain}`
}

/** The pixel writes its cookies for the widest domain that the browser lets it. */
function dropCookie(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, first) => `; Domain=${labels.slice(first).join('.')}`)
  for (const domain of ['', ...domains]) keepCookie(name, '', 0, domain)
}

/** Null: the visitor has decided nothing yet. */
export const consentNow = (): Consent | null => readConsent(document.cookie)

export function keepConsent(consent: Consent): void {
  keepCookie(consentCookie, consent, consentDays)
  if (consent === 'yes') return
  // What the pixel has kept goes with the consent.
  for (const name of [browserCookie, clickCookie]) dropCookie(name)
}

/** The address that the document was loaded as, whatever it shows by now: the browser itself remembers it as long. */
export const landing = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href)

/**
 * Only after a yes. The pixel reads the click in the address that is shown when it starts, and by then that may be another
 * page's. Until the yes nothing of the click is written down.
 */
export function keepClick(): void {
  const click = clickIdOf(landing(), performance.timeOrigin)
  if (click === null || isSameClick(cookieOf(document.cookie, clickCookie) ?? '', click)) return
  dropCookie(clickCookie)
  keepCookie(clickCookie, click, clickDays)
}
