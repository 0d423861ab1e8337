/**
 * Owns: stored settings and exchange rates. They are cached on each node, invalidated by NOTIFY, and audited when they
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
  readTimeZone,
  readToday,
} from './queries.server.ts'

export type SettingsRefusal = 'settings/invalid'
