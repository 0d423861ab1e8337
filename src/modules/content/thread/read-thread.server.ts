import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { type MailDeps, mailStates, sendsMail } from '../../mail/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { Thread, ThreadEntry } from './contract.ts'
import '../tables.server.ts'

export type ThreadDeps = Core & Pick<MailDeps, 'mailer'>
/** More are not kept: then it is time to talk. */
export const maxEntries = 200

/** Where answers to replies go: the mailbox that customers know, else the one for alerts. */
export async function replyToOf(deps: ThreadDeps): Promise<string | null> {
  const { contact_email, alert_email } = await readSettings(deps)
  return contact_email || alert_email || null
}

/** Oldest first. Three statements. Refuses 'content/no-enquiry'. */
export async function readThread(deps: ThreadDeps, enquiryId: string): Promise<Thread> {
  await requireEnquiry(deps.db, enquiryId)
  const rows = await selectEntries(deps.db, enquiryId).orderBy('id').limit(maxEntries).execute()
  const mails = await mailStates(
    deps.db,
    rows.flatMap(({ mail_id }) => mail_id ?? []),
  )
  const entries = rows.map(
    ({ id, kind, text, author_name: author, created_at, mail_id }): ThreadEntry => ({
      ...{ id, kind, text, author, at: created_at.toISOString() },
      mail: mails.find((mail) => mail.id === mail_id) ?? null,
    }),
  )
  return { entries, reply_to: await replyToOf(deps), sends_mail: await sendsMail(deps) }
}

const selectEntries = (q: Queryable, enquiryId: string) =>
  q
    .selectFrom('enquiry_entries')
    .select(['id', 'kind', 'text', 'author_name', 'created_at', 'mail_id'])
    .where('enquiry_id', '=', enquiryId)
    .where('deleted_at', 'is', null)

async function requireEnquiry(q: Queryable, enquiryId: string): Promise<void> {
  const row = await q.selectFrom('contact_messages').select('id').where('id', '=', enquiryId).executeTakeFirst()
  if (!row) throw new Refusal('content/no-enquiry')
}

/** The id of the newest entry; null for a message without replies. */
export async function findLastEntry(q: Queryable, enquiryId: string): Promise<string | null> {
  const row = await selectEntries(q, enquiryId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? null
}

export interface SentReply {
  readonly id: string
  readonly enquiry_id: string
  readonly text: string
  readonly created_at: Date
}
/** The replies to these messages, oldest first, for their customer. One statement. */
export async function listReplies(q: Queryable, enquiryIds: readonly string[]): Promise<readonly SentReply[]> {
  if (enquiryIds.length === 0) return []
  return q
    .selectFrom('enquiry_entries')
    .select(['id', 'enquiry_id', 'text', 'created_at'])
    .where('enquiry_id', 'in', [...enquiryIds])
    .where('kind', '=', 'reply')
    .orderBy('id')
    .execute()
}
