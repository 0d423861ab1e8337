/** Consent to the advertising pixel, for the browser: the cookie that holds it, and how it is read. */
export { type Consent, consentCookie, consentDays, readConsent } from './rules.ts'
