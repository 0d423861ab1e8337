import * as z from 'zod'
import { id, instant, pageInput, procedure } from '../../kernel/contract.ts'
import { mailSettingsProcedures } from './settings-contract.ts'

export type { EmailSettings, TemplateDraft, TemplatePreview, TemplateView } from './settings-contract.ts'

export const bookingMailTypes = ['confirmation', 'reminder', 'cancellation', 'payment_due', 'documents'] as const

/** 'not_sent': there was no mail server, so it was written to a file. */
export const mailStatuses = ['queued', 'sent', 'not_sent', 'failed'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const mailRow = z.object({
  id,
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  /** It can be queued again. */
  canRetry: z.boolean(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  bookingId: id.nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})

/**
 * Whether mail reaches people: 'none' without a mail server; 'untested' while no mail went through the present one;
 * 'failing' when it did not take the newest mail that was tried.
 */
export const deliveries = ['none', 'untested', 'failing', 'working'] as const
export type Delivery = (typeof deliveries)[number]

/** D102: also accepts the older booking_id with email_type 'booking_confirmation'. */
const sendInput = z.union([
  z.strictObject({ bookingId: id, emailType: z.enum(bookingMailTypes) }),
  z.strictObject({ booking_id: id, email_type: z.literal('booking_confirmation') }),
])

export const mailContract = {
  admin: {
    sendBookingMail: procedure(
      'staff:bookings',
      'POST /admin/booking-emails',
      'Sends a confirmation, reminder, cancellation, payment link or request for documents',
    )
      .input(sendInput)
      .output(z.object({ messageId: id, to: z.string(), delivery: z.enum(deliveries) })),
    messages: procedure(
      'staff:mail',
      'GET /admin/mail',
      'The outbox: queued, sent, unsent and failed mails, newest first',
    )
      .input(
        z.strictObject({
          status: z.enum(mailStatuses).optional(),
          bookingId: id.optional(),
          ...pageInput,
        }),
      )
      .output(z.object({ items: z.array(mailRow), nextCursor: z.string().nullable() })),
    message: procedure('staff:mail', 'GET /admin/mail/{messageId}', 'One mail with its content')
      .input(z.strictObject({ messageId: id }))
      .output(mailRow.extend({ html: z.string(), text: z.string() })),
    bookingMail: procedure(
      'staff:bookings',
      'GET /admin/bookings/{bookingId}/mails/{messageId}',
      'The text of a mail about a booking, with its private links masked',
    )
      .input(z.strictObject({ bookingId: id, messageId: id }))
      .output(z.object({ subject: z.string(), to: z.string(), text: z.string() })),
    delivery: procedure('staff:overview', 'GET /admin/mail-delivery', 'Whether mail reaches people').output(
      z.object({ delivery: z.enum(deliveries) }),
    ),
    retry: procedure(
      'staff:mail',
      'POST /admin/mail/{messageId}/retries',
      'Queues a mail again that failed or was not sent',
    )
      .input(z.strictObject({ messageId: id }))
      .output(mailRow),
    ...mailSettingsProcedures,
  },
}
