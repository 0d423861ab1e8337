import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import { queueMail } from '../../mail/index.server.ts'
import { text } from '../text.ts'
import type { Thread } from './contract.ts'
import { findLastEntry, maxEntries, readThread, replyToOf, type ThreadDeps } from './read-thread.server.ts'
import { replyFault } from './rules.ts'
import { lockEnquiry, moveToState } from './state.server.ts'
import '../tables.server.ts'

type Keyed = Pick<RequestContext, 'caller' | 'idempotencyKey'>
type ReplyInput = {
  readonly enquiryId: string
  readonly text: string
  readonly last_entry: string | null
  readonly close: boolean
}

const keyOf = ({ caller, idempotencyKey: key }: Keyed, what: string, request: unknown) =>
  key === null ? null : { scope: `content.${what}:${caller.userId}`, key, request }
const invalid = (message: ReturnType<typeof text>) => new Refusal('content/invalid', {}, [{ path: 'text', message }])

/**
 * Stores a reply and its mail together, once per idempotency key, and marks the message as answered. Refuses
 * 'content/no-enquiry', 'content/invalid' for the text, 'content/thread-changed' when there is an entry that the writer
 * has not seen, 'content/no-mail' when no mail can be written. Audited.
 */
export async function replyToEnquiry(deps: ThreadDeps, context: Keyed, input: ReplyInput): Promise<Thread> {
  const fault = replyFault(input.text)
  if (fault) throw invalid(fault as ReturnType<typeof text>)
  const replyTo = await replyToOf(deps)
  await deps.db.transaction().execute((trx) =>
    // The stored answer is the id alone: the text names the customer.
    onceIfKeyed(trx, keyOf(context, 'reply', input), () =>
      storeReply(trx, { deps, caller: context.caller }, { ...input, replyTo }),
    ),
  )
  return readThread(deps, input.enquiryId)
}

type By = { readonly deps: ThreadDeps; readonly caller: Caller }

async function storeReply(
  trx: Trx,
  { deps, caller }: By,
  { enquiryId, text: typed, last_entry, close, replyTo }: ReplyInput & { readonly replyTo: string | null },
): Promise<string> {
  const enquiry = await lockEnquiry(trx, enquiryId)
  await refuseUnseen(trx, enquiryId, last_entry)
  const now = deps.clock()
  const id = newId(now)
  const mailId = await queueMail(trx, deps, {
    ...{ template: 'enquiry_reply', to: enquiry.email, language: enquiry.language, replyTo: replyTo ?? undefined },
    ...{ bookingId: enquiry.booking_id ?? undefined, dedupeKey: `enquiry-reply:${id}` },
    values: {
      ...{ customer_name: enquiry.name, subject: enquiry.subject, message: typed },
      quoted_message: quoteOf(enquiry.message),
    },
  })
  if (mailId === null) throw new Refusal('content/no-mail')
  await trx
    .insertInto('enquiry_entries')
    .values({
      ...{ id, enquiry_id: enquiryId, kind: 'reply', text: typed, mail_id: mailId, created_at: now },
      ...{ author_id: caller.userId, author_name: caller.name },
    })
    .execute()
  await moveToState(trx, enquiry, { to: close ? 'closed' : 'answered', name: caller.name, now })
  const entry = { action: 'enquiry.replied', subjectType: 'enquiry', subjectId: enquiryId }
  await writeAudit(trx, caller, { ...entry, after: { reply: typed, state: close ? 'closed' : 'answered' } }, now)
  return id
}

const maxQuoted = 2_000
/** The customer's words below the reply. */
const quoteOf = (message: string): string => (message.length <= maxQuoted ? message : `${message.slice(0, maxQuoted)}…`)

async function refuseUnseen(trx: Trx, enquiryId: string, seen: string | null): Promise<void> {
  if ((await findLastEntry(trx, enquiryId)) !== seen) throw new Refusal('content/thread-changed')
  const { entries } = await trx
    .selectFrom('enquiry_entries')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow()
  if (entries >= maxEntries) throw new Refusal('content/thread-full')
}

/**
 * Adds an answer that arrived in the agency's mailbox; the message waits for a reply again. Once per idempotency key.
 * Refuses 'content/no-enquiry', 'content/invalid' without a text. Audited.
 */
export async function addAnswer(
  deps: ThreadDeps,
  context: Keyed,
  input: { readonly enquiryId: string; readonly text: string },
): Promise<Thread> {
  if (input.text === '') throw invalid(text('reply.answerMissing'))
  const { enquiryId, text: typed } = input
  const { caller } = context
  await deps.db.transaction().execute((trx) =>
    onceIfKeyed(trx, keyOf(context, 'answer', input), async () => {
      const enquiry = await lockEnquiry(trx, enquiryId)
      await refuseUnseen(trx, enquiryId, await findLastEntry(trx, enquiryId))
      const now = deps.clock()
      const id = newId(now)
      await trx
        .insertInto('enquiry_entries')
        .values({
          ...{ id, enquiry_id: enquiryId, kind: 'answer', text: typed, mail_id: null, created_at: now },
          ...{ author_id: caller.userId, author_name: caller.name },
        })
        .execute()
      await moveToState(trx, enquiry, { to: 'new', name: caller.name, now })
      const entry = { action: 'enquiry.answer-added', subjectType: 'enquiry', subjectId: enquiryId }
      await writeAudit(trx, caller, { ...entry, after: { answer: typed } }, now)
      return id
    }),
  )
  return readThread(deps, enquiryId)
}

/** Deletes an added answer, or brings it back. The same again changes nothing. Refuses 'content/no-entry'. Audited. */
export async function setAnswerDeleted(
  deps: ThreadDeps,
  caller: Caller,
  { enquiryId, entryId, isDeleted }: { enquiryId: string; entryId: string; isDeleted: boolean },
): Promise<Thread> {
  await deps.db.transaction().execute(async (trx) => {
    const enquiry = await lockEnquiry(trx, enquiryId)
    const row = await trx
      .selectFrom('enquiry_entries')
      .select(['text', 'deleted_at'])
      .where('id', '=', entryId)
      .where('enquiry_id', '=', enquiryId)
      .where('kind', '=', 'answer')
      .executeTakeFirst()
    if (!row) throw new Refusal('content/no-entry')
    if ((row.deleted_at !== null) === isDeleted) return
    const now = deps.clock()
    await trx
      .updateTable('enquiry_entries')
      .set({ deleted_at: isDeleted ? now : null })
      .where('id', '=', entryId)
      .execute()
    await followThread(trx, enquiry, now)
    const entry = isDeleted
      ? { action: 'enquiry.answer-deleted', before: { answer: row.text } }
      : { action: 'enquiry.answer-restored', after: { answer: row.text } }
    await writeAudit(trx, caller, { ...entry, subjectType: 'enquiry', subjectId: enquiryId }, now)
  })
  return readThread(deps, enquiryId)
}

/** After a copied answer came or went: an answer as the last entry waits for a reply, after a reply nothing does. */
async function followThread(trx: Trx, enquiry: Awaited<ReturnType<typeof lockEnquiry>>, now: Date): Promise<void> {
  const last = await trx
    .selectFrom('enquiry_entries')
    .select(['kind', 'author_name'])
    .where('enquiry_id', '=', enquiry.id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last)
    await moveToState(trx, enquiry, { to: last.kind === 'reply' ? 'answered' : 'new', name: last.author_name, now })
}
