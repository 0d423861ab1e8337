import * as z from 'zod'
import { id, instant, pageInput, procedure } from '../../kernel/contract.ts'
import { mailSettingsProcedures } from './settings-contract.ts'

export type { EmailSettings, TemplateView } from './settings-contract.ts'

export const bookingMailTypes = ['confirmation', 'reminder', 'cancellation', 'payment_due'] as const

export const mailRow = z.object({
  id,
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  attempts: z.int(),
  lastError: z.string().nullable(),
  bookingId: id.nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})

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
      'Sends a confirmation, reminder, cancellation or payment link',
    )
      .input(sendInput)
      .output(z.object({ messageId: id, to: z.string() })),
    messages: procedure('staff:mail', 'GET /admin/mail', 'The outbox: queued, sent and failed mails, newest first')
      .input(
        z.strictObject({
          status: z.enum(['queued', 'sent', 'failed']).optional(),
          bookingId: id.optional(),
          ...pageInput,
        }),
      )
      .output(z.object({ items: z.array(mailRow), nextCursor: z.string().nullable() })),
    message: procedure('staff:mail', 'GET /admin/mail/{messageId}', 'One mail with its content')
      .input(z.strictObject({ messageId: id }))
      .output(mailRow.extend({ html: z.string(), text: z.string() })),
    retry: procedure('staff:mail', 'POST /admin/mail/{messageId}/retries', 'Queues a failed mail again')
      .input(z.strictObject({ messageId: id }))
      .output(mailRow),
    ...mailSettingsProcedures,
  },
}
