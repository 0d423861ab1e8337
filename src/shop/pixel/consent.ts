import { type Consent, consentCookie, consentDays, readConsent } from '../../modules/conversion/index.ts'

const attributes = (seconds: number) =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

/** Null: the visitor has decided nothing yet. */
export const consentNow = (): Consent | null => readConsent(document.cookie)

export function keepConsent(consent: Consent): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${consentCookie}=${consent}; ${attributes(consentDays * 86_400)}`
  if (consent === 'yes') return
  for (const name of ['_fbp', '_fbc']) {
    // biome-ignore lint/suspicious/noDocumentCookie: as above; what the pixel has kept goes with the consent
    document.cookie = `${name}=; ${attributes(0)}`
  }
}
