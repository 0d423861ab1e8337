/**
 * Owns: stored settings, exchange rates, and whether the shop is open. Settings and rates are cached on each node, invalidated by NOTIFY, and audited when they
 * change. Does not own: what a setting means to other modules. Invariants: a missing key never makes reading fail; a
 * change is atomic; charges never use the defaults as a fallback for an unreadable database (readSettings and
 * readRates throw then, readSettingsOrDefaults is for display only).
 */
export { saveRates, saveSettings } from './commands.server.ts'
export { implementSettings } from './http.server.ts'
export {
  readDisplayRates,
  readDisplayZone,
  readLanguages,
  readPublicSettings,
  readRates,
  readSettings,
  readSettingsIn,
  readSettingsOrDefaults,
  readShopState,
  readTimeZone,
  readToday,
} from './queries.server.ts'
export { findTarget, readerOf, readTargets } from './readers.server.ts'
export type { OtherFacts } from './setup/checklist.server.ts'
export { beginShop, requireOpenShop } from './setup/state.server.ts'
export { storeSiteName } from './site-names.server.ts'

export type SettingsRefusal =
  | 'settings/invalid'
  /** 503, facts: retryAfter. Visitors only. */
  | 'settings/shop-closed'
  /** 409: the paths are the steps of the checklist that are missing. */
  | 'settings/not-ready'
