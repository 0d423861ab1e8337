/**
 * Owns: stored settings and exchange rates, how they are read (from memory on each node, dropped by NOTIFY) and
 * changed (audited). Does not own: what a setting means to a room. Invariants: reading never fails because a key is
 * missing; a change is all or nothing; what is charged is never worked out from defaults that stand in for an
 * unreadable database (readSettings and readRates throw then, readSettingsOrDefaults is for display only).
 */
export { saveRates, saveSettings } from './commands.server.ts'
export { implementSettings } from './http.server.ts'
export {
  readDisplayRates,
  readPublicSettings,
  readRates,
  readSettings,
  readSettingsIn,
  readSettingsOrDefaults,
} from './queries.server.ts'

export type SettingsRefusal = 'settings/invalid'
