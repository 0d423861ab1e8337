/**
 * Owns: what the agency can set about its shop, the defaults, which settings anybody may read, and which addresses a
 * page may link to. Does not own: gateways and their secrets (payment), the mail server (mail), menus and sliders
 * (content). Invariants: every setting has a value, stored or default; a secret is never a setting.
 */
export { safeLink } from './links.ts'
export {
  defaultSettings,
  type PublicSettings,
  type SettingKey,
  type SettingsPatch,
  type ShopSettings,
} from './rules.ts'
