import * as z from 'zod'
import { id, instant, line, procedure, text } from '../../../kernel/contract.ts'
import { mailStatuses } from '../../mail/contract.ts'
import { enquiryStates, maxCannedTitle, maxReply } from './rules.ts'

/** In the order in which they came; the customer's first message is the enquiry itself. */
const entry = z.object({
  id,
  /** 'reply': by staff, sent by mail. 'answer': the customer's, which staff copied from the agency's mailbox. */
  kind: z.enum(['reply', 'answer']),
  text: z.string(),
  /** Who wrote the reply, or copied the answer. */
  author: z.string(),
  at: instant,
  /** The mail of a reply; null once it is no longer stored. */
  mail: z
    .object({ id, status: z.enum(mailStatuses), lastError: z.string().nullable(), canRetry: z.boolean() })
    .nullable(),
})
export type ThreadEntry = z.infer<typeof entry>

export const threadView = z.object({
  entries: z.array(entry),
  /** The agency's mailbox, where answers arrive; null: that of the mail server. */
  reply_to: z.string().nullable(),
  /** False without a mail server: replies are stored but not sent. */
  sends_mail: z.boolean(),
})
export type Thread = z.infer<typeof threadView>

const canned = z.object({ id, version: z.int(), title: z.string(), text: z.string() })
export type CannedReply = z.infer<typeof canned>
const cannedInput = { title: line(maxCannedTitle), text: text(maxReply) }
const version = z.int().min(1)

const area = 'staff:enquiries'
const one = { enquiryId: id }
const path = '/admin/contact-messages/{enquiryId}' as const

export const threadProcedures = {
  thread: procedure(area, `GET ${path}/thread`, 'Replies to a message and answers to them, oldest first')
    .input(z.strictObject(one))
    .output(threadView),
  reply: procedure(area, `POST ${path}/replies`, 'Sends a reply by mail, once, and marks the message as answered', {
    idempotent: true,
  })
    .input(
      z.strictObject({
        ...one,
        text: text(maxReply),
        /** The newest entry that the writer has seen; refused if there is a newer one. */
        last_entry: id.nullable(),
        /** Also closes the message. */
        close: z.boolean().default(false),
      }),
    )
    .output(threadView),
  addAnswer: procedure(
    area,
    `POST ${path}/answers`,
    'Adds an answer of the customer that came by mail; the message is new again',
    { idempotent: true },
  )
    .input(z.strictObject({ ...one, text: text(maxReply) }))
    .output(threadView),
  removeAnswer: procedure(area, `DELETE ${path}/answers/{entryId}`, 'Deletes an added answer')
    .input(z.strictObject({ ...one, entryId: id }))
    .output(threadView),
  restoreAnswer: procedure(area, `POST ${path}/answers/{entryId}/restoration`, 'Brings a deleted answer back')
    .input(z.strictObject({ ...one, entryId: id }))
    .output(threadView),
  setState: procedure(area, `PUT ${path}/state`, 'Marks a message as new, answered or closed; repeats change nothing')
    .input(z.strictObject({ ...one, state: z.enum(enquiryStates) }))
    .output(z.object({ id, state: z.enum(enquiryStates) })),
  canned: {
    list: procedure(area, 'GET /admin/canned-replies', 'Replies that are kept ready, by title').output(z.array(canned)),
    create: procedure(area, 'POST /admin/canned-replies', 'Keeps a reply ready', { idempotent: true })
      .input(z.strictObject(cannedInput))
      .output(canned),
    change: procedure(area, 'PUT /admin/canned-replies/{cannedId}', 'Changes one; refuses an old version')
      .input(z.strictObject({ cannedId: id, version, ...cannedInput }))
      .output(canned),
    remove: procedure(area, 'DELETE /admin/canned-replies/{cannedId}', 'Deletes one')
      .input(z.strictObject({ cannedId: id }))
      .output(canned),
    restore: procedure(area, 'POST /admin/canned-replies/{cannedId}/restoration', 'Brings a deleted one back')
      .input(z.strictObject({ cannedId: id }))
      .output(canned),
  },
}
