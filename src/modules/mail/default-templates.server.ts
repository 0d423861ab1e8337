/**
 * The default templates. A new shop stores them in English, and staff can edit subject and body; layout.ts is the frame.
 * While a text is as it was, mails have it in the reader's language.
 */
import { catalogueLanguage, type Language } from '../../kernel/language.ts'
import { sayIn } from '../../platform/messages.server.ts'
import { accountTemplate } from './account-template.server.ts'
import { departureTemplates, waitingListTemplates } from './departure-templates.server.ts'
import { enquiryTemplates } from './enquiry-templates.server.ts'
import { linkTemplates } from './link-templates.server.ts'
import { bookingRows, button, type Default, hello, type Part, p, raw, write } from './template-parts.ts'
import type { MailTemplate } from './templates.ts'

const refundTerms = raw('<p>{{refund_terms}}</p>')
const viewBooking = button('defaults.buttons.viewYourBooking', 'tracking_url')
/** The booking has ended. */
const endTemplate = (name: 'cancellation' | 'places_gone', ...why: readonly Part[]): Default => ({
  name,
  subject: `defaults.${name}.subject`,
  body: [hello, p(`defaults.${name}.p1`), ...why, viewBooking, p(`defaults.${name}.p2`)],
})

/** Those for customers first. */
const defaults: readonly Default[] = [
  accountTemplate('bank_account_changed', 'new'),
  accountTemplate('bank_transfer_off', 'off'),
  {
    name: 'booking_received',
    subject: 'defaults.booking_received.subject',
    body: [
      hello,
      p('defaults.booking_received.p1'),
      raw('<p>{{hold_notice}}</p>'),
      bookingRows,
      button('defaults.buttons.completeYourPayment', 'payment_url'),
      p('defaults.booking_received.p2', '{{tracking_url}}'),
    ],
  },
  {
    name: 'booking_confirmation',
    subject: 'defaults.booking_confirmation.subject',
    body: [
      hello,
      p('defaults.booking_confirmation.p1'),
      bookingRows,
      viewBooking,
      p('defaults.booking_confirmation.p2'),
    ],
  },
  {
    name: 'booking_moved',
    subject: 'defaults.booking_moved.subject',
    body: [
      hello,
      p('defaults.booking_moved.p1'),
      bookingRows,
      p('defaults.booking_moved.p2'),
      raw('<p>{{refund_terms}}</p>'),
      viewBooking,
    ],
  },
  {
    name: 'booking_corrected',
    subject: 'defaults.booking_corrected.subject',
    body: [
      hello,
      p('defaults.booking_corrected.p1'),
      raw('<p style="white-space:pre-line"><strong>{{message}}</strong></p>'),
      viewBooking,
      bookingRows,
      p('defaults.booking_corrected.p2'),
    ],
  },
  {
    name: 'payment_approved',
    subject: 'defaults.payment_approved.subject',
    body: [hello, p('defaults.payment_approved.p1'), bookingRows, p('defaults.payment_approved.p2'), viewBooking],
  },
  {
    name: 'documents_needed',
    subject: 'defaults.documents_needed.subject',
    body: [
      hello,
      p('defaults.documents_needed.p1'),
      button('defaults.buttons.uploadDocuments', 'documents_url'),
      p('defaults.documents_needed.p2'),
      raw('<p style="white-space:pre-line;word-break:break-all">{{document_links}}</p>'),
      bookingRows,
    ],
  },
  {
    name: 'document_asked',
    subject: 'defaults.document_asked.subject',
    body: [
      hello,
      p('defaults.document_asked.p1'),
      raw('<p>{{reason}}</p>'),
      p('defaults.document_asked.p2'),
      button('defaults.buttons.replaceDocument', 'document_url'),
      bookingRows,
    ],
  },
  {
    name: 'document_delivered',
    subject: 'defaults.document_delivered.subject',
    body: [
      hello,
      p('defaults.document_delivered.p1'),
      button('defaults.buttons.openYourBooking', 'tracking_url'),
      bookingRows,
    ],
  },
  {
    name: 'payment_rejected',
    subject: 'defaults.payment_rejected.subject',
    body: [
      hello,
      p('defaults.payment_rejected.p1'),
      raw('<p>{{reason}}</p>'),
      bookingRows,
      viewBooking,
      p('defaults.payment_rejected.p2'),
    ],
  },
  ...linkTemplates,
  {
    name: 'proof_received',
    subject: 'defaults.proof_received.subject',
    body: [hello, p('defaults.proof_received.p1'), bookingRows, viewBooking],
  },
  {
    name: 'proof_asked',
    subject: 'defaults.proof_asked.subject',
    body: [
      hello,
      p('defaults.proof_asked.p1'),
      raw('<p><strong>{{reason}}</strong></p>'),
      p('defaults.proof_asked.p2'),
      button('defaults.buttons.uploadNewProof', 'payment_url'),
      bookingRows,
    ],
  },
  {
    name: 'booking_expired',
    subject: 'defaults.booking_expired.subject',
    body: [hello, p('defaults.booking_expired.p1'), bookingRows, viewBooking, p('defaults.booking_expired.p2')],
  },
  endTemplate('places_gone', refundTerms, bookingRows),
  {
    name: 'reminder',
    subject: 'defaults.reminder.subject',
    body: [
      hello,
      p('defaults.reminder.p1'),
      p('defaults.reminder.due'),
      raw('<p>{{hold_notice}}</p>'),
      bookingRows,
      button('defaults.buttons.viewYourBooking', 'payment_url'),
    ],
  },
  endTemplate('cancellation', raw('<p>{{reason}}</p>'), bookingRows, refundTerms),
  ...departureTemplates,
  ...waitingListTemplates,
  {
    name: 'refund_started',
    subject: 'defaults.refund_started.subject',
    body: [
      hello,
      p('defaults.refund_started.p1'),
      p('defaults.refund_started.p2'),
      bookingRows,
      viewBooking,
      p('defaults.refund_started.p3'),
    ],
  },
  {
    name: 'refund_done',
    subject: 'defaults.refund_done.subject',
    body: [
      hello,
      p('defaults.refund_done.p1'),
      p('defaults.refund_done.p2'),
      bookingRows,
      viewBooking,
      p('defaults.refund_done.p3'),
    ],
  },
  {
    name: 'visa_approval',
    subject: 'defaults.visa_approval.subject',
    body: [p('defaults.visa_approval.p1'), p('defaults.visa_approval.p2'), bookingRows, viewBooking],
  },
  {
    name: 'review_invitation',
    subject: 'defaults.review_invitation.subject',
    body: [
      hello,
      p('defaults.review_invitation.p1'),
      bookingRows,
      button('defaults.buttons.writeAReview', 'review_url'),
      p('defaults.review_invitation.p2'),
    ],
  },
  {
    name: 'admin_booking_alert',
    subject: 'defaults.admin_booking_alert.subject',
    body: [
      p('defaults.admin_booking_alert.p1'),
      bookingRows,
      p('defaults.admin_booking_alert.customer'),
      button('defaults.buttons.openInTheBackOffice', 'admin_url'),
    ],
  },
  {
    name: 'admin_proof_alert',
    subject: 'defaults.admin_proof_alert.subject',
    body: [p('defaults.admin_proof_alert.p1'), bookingRows, button('defaults.buttons.verifyPayment', 'admin_url')],
  },
  {
    name: 'admin_review_alert',
    subject: 'defaults.admin_review_alert.subject',
    body: [
      p('defaults.admin_review_alert.p1'),
      bookingRows,
      button('defaults.buttons.openInTheBackOffice', 'admin_url'),
    ],
  },
  {
    name: 'admin_refund_alert',
    subject: 'defaults.admin_refund_alert.subject',
    body: [
      p('defaults.admin_refund_alert.p1'),
      bookingRows,
      p('defaults.admin_refund_alert.p2'),
      button('defaults.buttons.openInTheBackOffice', 'admin_url'),
    ],
  },
  ...enquiryTemplates,
  {
    name: 'verify_email',
    subject: 'defaults.verify_email.subject',
    body: [
      hello,
      p('defaults.verify_email.p1'),
      button('defaults.buttons.confirmEmailAddress', 'action_url'),
      p('defaults.verify_email.p2'),
    ],
  },
  {
    name: 'reset_password',
    subject: 'defaults.reset_password.subject',
    body: [
      hello,
      p('defaults.reset_password.p1'),
      button('defaults.buttons.setANewPassword', 'action_url'),
      p('defaults.reset_password.p2'),
    ],
  },
  {
    name: 'staff_invitation',
    subject: 'defaults.staff_invitation.subject',
    body: [
      hello,
      p('defaults.staff_invitation.p1'),
      button('defaults.buttons.acceptInvitation', 'action_url'),
      p('defaults.staff_invitation.p2'),
    ],
  },
  {
    name: 'sign_in_locked',
    subject: 'defaults.sign_in_locked.subject',
    body: [
      hello,
      p('defaults.sign_in_locked.p1'),
      p('defaults.sign_in_locked.p2'),
      p('defaults.sign_in_locked.p3'),
      button('defaults.buttons.setANewPassword', 'action_url'),
    ],
  },
  {
    name: 'security_notice',
    subject: 'defaults.security_notice.subject',
    body: [
      hello,
      p('defaults.security_notice.event'),
      raw('<p>{{event_time}}</p>'),
      p('defaults.security_notice.p1'),
      button('defaults.buttons.setANewPassword', 'action_url'),
    ],
  },
]

/** Values bring marks of their own, and markup needs none. Around several values marks would turn their order round. */
const withoutMarks = (words: string): string =>
  words.replace(/\u2068(\{\{\w+\}\}|<[^<>]*>|(?:<span>[^<>]*<\/span>)+)\u2069/g, '$1')

const written = new Map<Language, readonly MailTemplate[]>()
export function templatesIn(language: Language): readonly MailTemplate[] {
  const known = written.get(language)
  if (known) return known
  const say = sayIn(language)
  const made = defaults.map(({ name, subject, body }) => ({
    name,
    subject: withoutMarks(write(subject)(say)),
    body: withoutMarks(body.map((part) => part(say)).join('')),
  }))
  written.set(language, made)
  return made
}

export const allTemplates = templatesIn(catalogueLanguage)
