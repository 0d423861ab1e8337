import type { Placeholder } from './rules.ts'

export type MailTemplate = { readonly name: string; readonly subject: string; readonly body: string }

/** Tag of the cached templates. The database drops it (migration 0091). */
export const templatesTag = 'mail-templates'

const recovery = 'booking_recovery'
/** Their one-time links and codes open an account or bookings, so the outbox must not show them. */
export const oneTimeTemplates: readonly string[] = ['verify_email', 'reset_password', 'staff_invitation', recovery]
/** Test mails: in the outbox under this name, without a template that staff could edit. */
export const testTemplate = 'test_email'
/**
 * Whether the mail can be queued again. The link of a one-time mail that was not sent is no longer stored, and a new test
 * says more than an old one.
 */
export const canRetry = (status: string, template: string): boolean =>
  template !== testTemplate && (status === 'failed' || (status === 'not_sent' && !oneTimeTemplates.includes(template)))

/** An editor of these could redirect the link of an owner, or hide the takeover of an account. */
const accountTemplates: readonly string[] = [...oneTimeTemplates, 'security_notice', 'sign_in_locked']
export const isOwnersTemplate = (name: string): boolean => accountTemplates.includes(name)

const ofShop = ['site_title', 'contact_phone', 'contact_email', 'verification_time'] as const
/** The settings know it, whatever the mail is about. */
export const isOfShop = (name: Placeholder): boolean => ofShop.some((each) => each === name)
/** The values of every mail about a booking (booking/mail-facts.server.ts). */
const ofBooking = [
  'customer_name',
  'booking_reference',
  'service_name',
  'travel_date',
  'travel_time',
  'meeting_point',
  'traveler_count',
  'total_amount',
  'customer_email',
  'customer_phone',
  'applicant_name',
  'application_id',
  'payment_method',
  'payment_status',
  'booking_status',
  'payment_url',
  'documents_url',
  'document_links',
  'tracking_url',
  'review_url',
  'admin_url',
  'expires_at',
  'hold_notice',
  'reason',
] as const
const ofDocument = ['document_name', 'document_url'] as const
const ofRefund = ['refund_amount'] as const
const ofCancellation = [...ofRefund, 'refund_terms'] as const
/** `message` is what staff add. */
const ofDeparture = [...ofCancellation, 'message'] as const
const ofMove = [...ofCancellation, 'old_date', 'old_time'] as const
const ofPreparedMove = ['new_date', 'new_time', 'difference'] as const
const ofMessage = ['subject', 'message'] as const
const ofEnquiry = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'topic',
  'subject',
  'message',
  'travel_date',
  'traveler_count',
  'admin_url',
] as const
const ofAccount = ['customer_name', 'action_url'] as const
const ofWaiting = [
  'customer_name',
  'service_name',
  'travel_date',
  'travel_time',
  'traveler_count',
  'waiting_url',
] as const
const ofWaitingOffer = [...ofWaiting, 'action_url', 'expires_at'] as const
const ofWaitingEnd = [...ofWaiting, 'action_url', 'reason'] as const
const namedTemplates: Readonly<Record<string, readonly Placeholder[]>> = {
  waiting_joined: ofWaiting,
  waiting_offer: ofWaitingOffer,
  waiting_ended: ofWaitingEnd,
  booking_corrected: [...ofBooking, 'message'],
  enquiry_reply: ['customer_name', 'subject', 'message', 'quoted_message'],
}
const ofLock = [...ofAccount, 'expires_at'] as const
const ofSecurity = [...ofAccount, 'security_event', 'event_time'] as const

/** The placeholders with values in a template. */
export function variablesOf(name: string): readonly Placeholder[] {
  const named = namedTemplates[name]
  if (named) return [...named, ...ofShop]
  if (name === recovery) return ['customer_name', 'recovery_code', ...ofShop]
  const own = oneTimeTemplates.includes(name)
    ? ofAccount
    : name === 'security_notice'
      ? ofSecurity
      : name === 'sign_in_locked'
        ? ofLock
        : name === 'admin_enquiry_alert'
          ? ofEnquiry
          : name.includes('refund')
            ? [...ofBooking, ...ofRefund]
            : name === 'cancellation' || name === 'places_gone'
              ? [...ofBooking, ...ofCancellation]
              : name === 'departure_cancelled'
                ? [...ofBooking, ...ofDeparture]
                : name === 'booking_moved'
                  ? [...ofBooking, ...ofMove]
                  : name.startsWith('move_')
                    ? [...ofBooking, ...ofPreparedMove]
                    : name === 'departure_message' || name === 'booking_message'
                      ? [...ofBooking, ...ofMessage]
                      : name.startsWith('document_')
                        ? [...ofBooking, ...ofDocument]
                        : ofBooking
  return [...own, ...ofShop]
}

/** Its values are mostly those of a booking. */
export const isAboutBooking = (name: string): boolean => variablesOf(name).includes('booking_reference')
