/**
 * Advertising events of bookings, for the server. Owns: stored visits with consent. Does not own: bookings (facts are
 * arguments), the pixel in the page, the network's API (adapters/conversions). Invariants: without consent nothing is
 * stored or sent; a purchase is sent once; visits are deleted after seven days.
 */
export { eraseVisits, forgetVisits, keepVisit } from './commands.server.ts'
export type { ConversionSink } from './port.ts'
export { conversionReactions } from './reactions.server.ts'
export type { ConversionDeps } from './tables.server.ts'
