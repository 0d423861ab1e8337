/** Numbers invoices and credit notes in the order of sales and refunds, not of downloads. */
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import { issueCreditNote } from './credit-notes.server.ts'
import { findOrIssueInvoice } from './invoices.server.ts'

export function printoutReactions(deps: BookingDeps): Subscriptions {
  const issueInvoice = async ({ payload }: { payload: { bookingId: string } }): Promise<void> => {
    await findOrIssueInvoice(deps, payload.bookingId)
  }
  return {
    'booking.confirmed': { 'issue-invoice': issueInvoice },
    'payment.completed': { 'issue-invoice': issueInvoice },
    'payment.refunded': { 'issue-credit-note': ({ payload }) => issueCreditNote(deps, payload) },
  }
}
