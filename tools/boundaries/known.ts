import type { KnownViolations } from './scan.ts'

/** Only ever delete lines here: an entry that is no longer true fails the check. */
export const knownViolations: KnownViolations = { tables: [], ringFiles: [] }
