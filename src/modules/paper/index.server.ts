/**
 * Papers of a booking, for the server. Owns: invoices and their numbers, how invoice and voucher look as PDF, the
 * calendar entry. Does not own: what a booking is or costs (booking), who may see it (booking decides, by session or
 * token), how long a link works (files). Invariants: invoice numbers of a year are consecutive without gaps and are never given twice; an issued
 * invoice never changes; drawing runs in a thread of its own and never holds up a request of somebody else.
 */
export { implementPaper } from './http.server.ts'
export { findOrIssueInvoice } from './invoices.server.ts'
export { openPress, type Press } from './press.server.ts'
export { registerPaperRoutes } from './routes.server.ts'
