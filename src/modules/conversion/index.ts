/** Consent to the advertising pixel, and the pixel's cookies, for the browser. */
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
