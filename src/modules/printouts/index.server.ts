/**
 * What customers download of a booking: invoice, credit notes, voucher, calendar file. Owns: invoices, credit notes and
 * their numbers, the layout of PDFs, the calendar entry. Does not own: bookings and who may see them (booking), refunds
 * (payment), the lifetime of links (files). Invariants: the numbers of a year have no gaps and no duplicates; what was
 * issued never changes; PDFs are drawn in a worker thread and never block other requests.
 */
export { implementPrintouts } from './http.server.ts'
export { findOrIssueInvoice } from './invoices.server.ts'
export { openPdfRenderer, type PdfRenderer } from './pdf-renderer.server.ts'
export { listPersonPrintouts } from './person-printouts.server.ts'
export { printoutReactions } from './reactions.server.ts'
export { registerPrintoutRoutes } from './routes.server.ts'
