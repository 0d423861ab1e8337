import * as z from 'zod'
import { id, instant, pageInput, procedure } from '../../kernel/contract.ts'

export const timelineSources = ['event', 'action', 'mail', 'view', 'message'] as const

const line = z.object({
  /** Unique within the booking. */
  key: z.string(),
  /**
   * 'event': the booking's history; 'action': what staff did beside it; 'mail'; 'view': a private file was opened;
   * 'message': what the customer wrote.
   */
  source: z.enum(timelineSources),
  /** The event, the action of the audit trail, the mail's template, or the name of the document. */
  name: z.string(),
  /** 'customer', 'admin', 'system' or 'provider'. */
  actor: z.string(),
  actorName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  at: instant,
  mail: z
    .object({
      id,
      subject: z.string(),
      to: z.string(),
      status: z.enum(['queued', 'sent', 'not_sent', 'failed']),
      lastError: z.string().nullable(),
      /** False once the person was erased. */
      hasText: z.boolean(),
    })
    .nullable(),
})
export type StaffTimelineLine = z.infer<typeof line>

export const staffTimelineProcedures = {
  timeline: procedure(
    'staff:bookings',
    'GET /admin/bookings/{bookingId}/timeline',
    'Everything that happened to a booking, newest first: states, payments, mails, notes, documents, opened files',
  )
    .input(z.strictObject({ bookingId: id, ...pageInput }))
    .output(z.object({ items: z.array(line), nextCursor: z.string().nullable() })),
}
