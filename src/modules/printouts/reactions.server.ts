/** Numbers invoices in the order of sales, not of downloads. */
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import { findOrIssueInvoice } from './invoices.server.ts'

export function printoutReactions(deps: BookingDeps): Subscriptions {
  const issueInvoice = async ({ payload }: { payload: { bookingId: string } }): Promise<void> => {
    await findOrIssueInvoice(deps, payload.bookingId)
  }
  return {
    'booking.confirmed': { 'issue-invoice': issueInvoice },
    'payment.completed': { 'issue-invoice': issueInvoice },
  }
}
