/**
 * Advertising events of bookings, for the server. Owns: what is kept of a visit whose visitor agreed, and for how long.
 * Does not own: bookings (facts come as arguments), the pixel in the page, the network's API (adapters/conversions).
 * Invariants: without consent nothing is kept or told; a purchase is told once; visits are gone after seven days.
 */
export { eraseVisits, forgetVisits, keepVisit, tellConversion } from './commands.server.ts'
export type { ConversionSink } from './port.ts'
export type { ConversionDeps } from './tables.server.ts'
