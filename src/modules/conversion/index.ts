/** Consent to the advertising pixel, and the pixel's cookies, for the browser: what they hold, and how they are read. */
export {
  browserCookie,
  type Consent,
  clickCookie,
  clickIdOf,
  consentCookie,
  consentDays,
  cookieOf,
  isSameClick,
  readConsent,
} from './rules.ts'
