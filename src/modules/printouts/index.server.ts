/**
 * What customers download of a booking: invoice, voucher, calendar file. Owns: invoices and their numbers, the layout
 * of PDFs, the calendar entry. Does not own: bookings and who may see them (booking), the lifetime of links (files).
 * Invariants: invoice numbers of a year have no gaps and no duplicates; an issued invoice never changes; PDFs are
 * drawn in a worker thread and never block other requests.
 */
export { implementPrintouts } from './http.server.ts'
export { findOrIssueInvoice } from './invoices.server.ts'
export { openPdfRenderer, type PdfRenderer } from './pdf-renderer.server.ts'
export { printoutReactions } from './reactions.server.ts'
export { registerPrintoutRoutes } from './routes.server.ts'
