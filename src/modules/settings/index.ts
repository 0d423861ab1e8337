/**
 * Owns: the agency's settings, their defaults, the publicly readable subset, and which addresses a page may link to.
 * Does not own: payment gateways and their secrets (payment), the mail server (mail), menus and sliders (content).
 * Invariants: every setting has a value, stored or default; no secret is a setting.
 */
export {
  addressFor,
  defaultSettings,
  type LanguageSettings,
  languagesOf,
  type PublicSettings,
  type SettingKey,
  type SettingsPatch,
  type ShopSettings,
  standardClaims,
} from './rules.ts'
export { type NamedSettings, siteNameIn } from './site-name.ts'
