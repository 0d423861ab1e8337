import { bookingRows, button, enquiryRows } from './layout.ts'
import type { Placeholder } from './rules.ts'

export type MailTemplate = { readonly name: string; readonly subject: string; readonly body: string }
const hello = '<p>Dear {{customer_name}},</p>'

/** The default templates; the back office may change subject and body, the frame is layout.ts. */
export const defaultTemplates: readonly MailTemplate[] = [
  {
    name: 'booking_received',
    subject: 'Booking {{booking_reference}} received, payment due',
    body: `${hello}<p>We have received your booking. It is kept for you until {{expires_at}}; please complete the payment before then.</p>${bookingRows}${button('Complete your payment', 'payment_url')}<p>You can follow your booking at any time: <a href="{{tracking_url}}">track your booking</a>.</p>`,
  },
  {
    name: 'booking_confirmation',
    subject: 'Your booking {{booking_reference}} is confirmed',
    body: `${hello}<p>Your booking is confirmed. Here are the details:</p>${bookingRows}${button('View your booking', 'tracking_url')}<p>If a pickup is part of your booking, please be there 15 minutes before.</p>`,
  },
  {
    name: 'payment_approved',
    subject: 'Payment received for booking {{booking_reference}}',
    body: `${hello}<p>We have received your payment of {{total_amount}}. Thank you.</p>${bookingRows}<p>Booking status: <strong>{{booking_status}}</strong></p>${button('View your booking', 'tracking_url')}`,
  },
  {
    name: 'documents_needed',
    subject: 'Documents for booking {{booking_reference}}: {{service_name}}',
    body: `${hello}<p>Your application is paid. To send it off we need the details and documents of each traveller.</p>${button('Send the documents', 'documents_url')}<p>Each traveller has a private link, which you can pass on:</p><p style="white-space:pre-line;word-break:break-all">{{document_links}}</p>${bookingRows}`,
  },
  {
    name: 'document_asked',
    subject: 'Please send a document again for booking {{booking_reference}}',
    body: `${hello}<p>We have looked at your documents and need this one again: <strong>{{document_name}}</strong>.</p><p>{{reason}}</p><p>Please replace it; everything else stays as you sent it.</p>${button('Replace the document', 'document_url')}${bookingRows}`,
  },
  {
    name: 'document_delivered',
    subject: '{{document_name}} is ready: booking {{booking_reference}}',
    body: `${hello}<p>Good news: <strong>{{document_name}}</strong> is ready. Open your booking to download it; it is not attached, so that nobody else can read it.</p>${button('Open your booking', 'tracking_url')}${bookingRows}`,
  },
  {
    name: 'payment_rejected',
    subject: 'We could not verify your payment for booking {{booking_reference}}',
    body: `${hello}<p>We could not verify the bank transfer for your booking, and the booking was cancelled.</p><p>{{reason}}</p>${bookingRows}<p>If you have paid, please contact us: {{contact_phone}}, {{contact_email}}.</p>`,
  },
  {
    name: 'proof_received',
    subject: 'Payment proof received for booking {{booking_reference}}',
    body: `${hello}<p>Thank you, your payment proof has arrived. We verify bank transfers within {{verification_time}} and write to you as soon as it is done.</p>${bookingRows}${button('View your booking', 'tracking_url')}`,
  },
  {
    name: 'proof_asked',
    subject: 'Please send a new payment proof for booking {{booking_reference}}',
    body: `${hello}<p>We could not read or match the payment proof that you sent:</p><p><strong>{{reason}}</strong></p><p>Your booking stays open. Please upload another proof.</p>${bookingRows}${button('Upload a new proof', 'payment_url')}`,
  },
  {
    name: 'booking_expired',
    subject: 'Booking {{booking_reference}} has expired',
    body: `${hello}<p>Your booking was not paid in time and has expired. Nothing was charged. You are welcome to book again.</p>${bookingRows}`,
  },
  {
    name: 'reminder',
    subject: 'Reminder for booking {{booking_reference}}',
    body: `${hello}<p>This is a reminder of your booking.</p>${bookingRows}<p>Payment: <strong>{{payment_status}}</strong></p>${button('View your booking', 'payment_url')}`,
  },
  {
    name: 'cancellation',
    subject: 'Booking {{booking_reference}} was cancelled',
    body: `${hello}<p>Your booking was cancelled.</p><p>{{reason}}</p>${bookingRows}<p>{{refund_terms}}</p><p>Questions: {{contact_phone}}, {{contact_email}}.</p>`,
  },
  {
    name: 'refund_started',
    subject: 'Refund started for booking {{booking_reference}}',
    body: `${hello}<p>We have started a refund of <strong>{{refund_amount}}</strong> to the way you paid with.</p><p>Reason: {{reason}}</p>${bookingRows}<p>It can take some working days until you see it. Questions: {{contact_phone}}, {{contact_email}}.</p>`,
  },
  {
    name: 'refund_done',
    subject: 'Refund done for booking {{booking_reference}}',
    body: `${hello}<p>Your refund of <strong>{{refund_amount}}</strong> is done.</p><p>Reason: {{reason}}</p>${bookingRows}<p>Depending on your bank it can take some working days until you see it. Questions: {{contact_phone}}, {{contact_email}}.</p>`,
  },
  {
    name: 'visa_approval',
    subject: 'Your visa application {{application_id}} is approved',
    body: `<p>Dear {{applicant_name}},</p><p>Good news: your visa application is approved.</p>${bookingRows}${button('View your booking', 'tracking_url')}`,
  },
  {
    name: 'review_invitation',
    subject: 'How was your trip? Your review of {{service_name}}',
    body: `${hello}<p>Thank you for booking with us. How was it? A few words help other travellers to choose, and us to do better. It takes a minute.</p>${bookingRows}${button('Write a review', 'review_url')}<p>We publish reviews of real bookings only, with the name that you choose.</p>`,
  },
  {
    name: 'admin_booking_alert',
    subject: 'New booking {{booking_reference}}: {{service_name}}',
    body: `<p>A new booking has arrived.</p>${bookingRows}<p>{{customer_name}}, {{customer_email}}, {{customer_phone}}</p>${button('Open in the back office', 'admin_url')}`,
  },
  {
    name: 'admin_proof_alert',
    subject: 'Payment proof to check: {{booking_reference}}',
    body: `<p>{{customer_name}} has uploaded a payment proof. Customers are promised an answer within {{verification_time}}.</p>${bookingRows}${button('Check the proof', 'admin_url')}`,
  },
  {
    name: 'admin_review_alert',
    subject: 'Payment under review: {{booking_reference}}',
    body: `<p>A payment needs a decision: <strong>{{reason}}</strong></p>${bookingRows}${button('Open in the back office', 'admin_url')}`,
  },
  {
    name: 'admin_refund_alert',
    subject: 'Refund started: {{booking_reference}}',
    body: `<p>A refund of <strong>{{refund_amount}}</strong> to {{customer_name}} was started: {{reason}}</p>${bookingRows}<p>Refunds of bank transfers and cash are made by hand: please record them in the back office.</p>${button('Open in the back office', 'admin_url')}`,
  },
  {
    name: 'admin_enquiry_alert',
    subject: 'Message from {{customer_name}}: {{subject}}',
    body: `<p>{{customer_name}} has written to you ({{topic}}).</p>${enquiryRows}<p style="white-space:pre-line">{{message}}</p><p>Please answer within the time that your contact page promises: <a href="mailto:{{customer_email}}">{{customer_email}}</a></p>`,
  },
  {
    name: 'verify_email',
    subject: 'Please confirm your e-mail address',
    body: `${hello}<p>Please confirm that this is your e-mail address. The link works for 24 hours.</p>${button('Confirm e-mail address', 'action_url')}<p>If you did not create an account, you can ignore this mail.</p>`,
  },
  {
    name: 'reset_password',
    subject: 'Set a new password',
    body: `${hello}<p>Somebody, hopefully you, asked for a new password. The link works for one hour.</p>${button('Set a new password', 'action_url')}<p>If it was not you, you can ignore this mail; your password stays as it is.</p>`,
  },
  {
    name: 'staff_invitation',
    subject: 'You are invited to the team of {{site_title}}',
    body: `${hello}<p>You are invited to work in the back office. Choose a password to accept; the link works once and for 72 hours.</p>${button('Accept the invitation', 'action_url')}<p>If you did not expect this, you can ignore this mail.</p>`,
  },
  {
    name: 'security_notice',
    subject: 'Your sign-in to {{site_title}}: {{security_event}}',
    body: `${hello}<p><strong>{{security_event}}.</strong></p><p>{{event_time}}, Dubai time</p><p>If this was expected, there is nothing to do. If not, somebody else may know your password: <a href="{{action_url}}">set a new one</a> at once, and tell an owner of the back office.</p>`,
  },
]

/** Their links work once, and open an account: whoever reads the outbox must not find them. */
export const oneTimeTemplates: readonly string[] = ['verify_email', 'reset_password', 'staff_invitation']
/** Whoever words these could have an owner's link sent to themselves, or hide that an account was taken over. */
const accountTemplates: readonly string[] = [...oneTimeTemplates, 'security_notice']
export const isOwnersTemplate = (name: string): boolean => accountTemplates.includes(name)

const ofTheShop = ['site_title', 'contact_phone', 'contact_email', 'verification_time'] as const
/** What every mail about a booking can say of it (app/booking-mail.server.ts). */
const ofBooking = [
  'customer_name',
  'booking_reference',
  'service_name',
  'travel_date',
  'travel_time',
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
  'reason',
] as const
const ofDocument = ['document_name', 'document_url'] as const
const ofRefund = ['refund_amount'] as const
/** What was decided of the refund, as an amount and as a sentence. */
const ofCancellation = [...ofRefund, 'refund_terms'] as const
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
const ofSecurity = [...ofAccount, 'security_event', 'event_time'] as const

/** The names that a template's mail is filled with. */
export function variablesOf(name: string): readonly Placeholder[] {
  const own = oneTimeTemplates.includes(name)
    ? ofAccount
    : name === 'security_notice'
      ? ofSecurity
      : name === 'admin_enquiry_alert'
        ? ofEnquiry
        : name.includes('refund')
          ? [...ofBooking, ...ofRefund]
          : name === 'cancellation'
            ? [...ofBooking, ...ofCancellation]
            : name.startsWith('document_')
              ? [...ofBooking, ...ofDocument]
              : ofBooking
  return [...own, ...ofTheShop]
}
