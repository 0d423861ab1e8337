/** Reactions of this room: an enquiry is mailed to the agency, once (C281). The agency replies by hand. */
import { isRefusal } from '../../kernel/refusal.ts'
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { agencyAddress, type MailDeps, mailOnce } from '../mail/index.server.ts'
import { getEnquiry } from './enquiries.server.ts'

export const contentReactions = (deps: MailDeps): Subscriptions => ({
  'content.enquiry-received': { 'tell-agency': (event) => forwardEnquiry(deps, event) },
})

async function forwardEnquiry(deps: MailDeps, event: DeliveredEvent<'content.enquiry-received'>): Promise<void> {
  const enquiry = await getEnquiry(deps, event.payload.enquiryId).catch((error: unknown) => {
    if (isRefusal(error, 'content/no-enquiry')) return null
    throw error
  })
  // The visitor was erased before the mail was written.
  if (!enquiry) return
  const { name, email, phone, subject, message, topic, travel_dates, travellers } = enquiry
  const values = {
    ...{ customer_name: name, customer_email: email, customer_phone: phone, subject, message, topic },
    ...{ travel_date: travel_dates, traveler_count: travellers },
  }
  const to = await agencyAddress(deps)
  if (to === null) return
  await mailOnce(deps, { template: 'admin_enquiry_alert', to, replyTo: email, values, dedupeKey: event.id })
}
