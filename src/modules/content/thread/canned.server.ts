/** Replies that all staff share, kept ready for messages. */
import { sql } from 'kysely'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../../platform/retention.server.ts'
import { text } from '../text.ts'
import type { CannedReply } from './contract.ts'
import { cannedErrors, maxCannedReplies } from './rules.ts'
import '../tables.server.ts'

const columns = ['id', 'version', 'title', 'text'] as const
type Draft = { readonly title: string; readonly text: string }

/** By title. One statement. */
export const listCanned = (q: Queryable): Promise<CannedReply[]> =>
  q
    .selectFrom('canned_replies')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy(({ fn }) => fn('lower', ['title']))
    .execute()

/** Titles and their number stay the same until the transaction ends. */
const lockTitles = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('content:canned-replies', 0))`.execute(trx)

/** Refuses 'content/invalid', also for a title that another one has, in any letter case, and for too many. */
async function refuseWrong(trx: Trx, draft: Draft, ownId: string): Promise<void> {
  const errors = cannedErrors(draft)
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
  const others = (await listCanned(trx)).filter(({ id }) => id !== ownId)
  const isTaken = others.some(({ title }) => title.toLowerCase() === draft.title.toLowerCase())
  if (isTaken) throw new Refusal('content/invalid', {}, [{ path: 'title', message: text('canned.titleTaken') }])
  const tooMany = text('canned.tooMany', { max: maxCannedReplies })
  if (others.length >= maxCannedReplies) throw new Refusal('content/invalid', {}, [{ path: 'title', message: tooMany }])
}

const subject = (subjectId: string) => ({ subjectType: 'canned-reply', subjectId })

/** Once per idempotency key. Refuses 'content/invalid'. Audited. */
export async function createCanned(
  { db, clock }: Core,
  { caller, idempotencyKey: key }: Pick<RequestContext, 'caller' | 'idempotencyKey'>,
  draft: Draft,
): Promise<CannedReply> {
  const repeatable = key === null ? null : { scope: `content.canned:${caller.userId}`, key, request: draft }
  return db.transaction().execute((trx) =>
    onceIfKeyed(trx, repeatable, async () => {
      await lockTitles(trx)
      const now = clock()
      const row = { id: newId(now), ...draft }
      await refuseWrong(trx, draft, row.id)
      await trx
        .insertInto('canned_replies')
        .values({ ...row, created_at: now, updated_at: now })
        .execute()
      await writeAudit(trx, caller, { action: 'canned-reply.created', ...subject(row.id), after: draft }, now)
      return { ...row, version: 1 }
    }),
  )
}

async function lockCanned(trx: Trx, cannedId: string) {
  await lockTitles(trx)
  const row = await trx
    .selectFrom('canned_replies')
    .select([...columns, 'deleted_at'])
    .where('id', '=', cannedId)
    .executeTakeFirst()
  if (!row) throw new Refusal('content/no-canned-reply')
  const { deleted_at, ...stored } = row
  return { stored, isDeleted: deleted_at !== null }
}

/** Refuses 'content/no-canned-reply', 'content/version-conflict', 'content/invalid'. Audited, unless nothing changes. */
export async function changeCanned(
  { db, clock }: Core,
  caller: Caller,
  { cannedId, version, ...draft }: Draft & { readonly cannedId: string; readonly version: number },
): Promise<CannedReply> {
  return db.transaction().execute(async (trx) => {
    const { stored, isDeleted } = await lockCanned(trx, cannedId)
    if (isDeleted) throw new Refusal('content/no-canned-reply')
    if (stored.version !== version) throw new Refusal('content/version-conflict')
    if (stored.title === draft.title && stored.text === draft.text) return stored
    await refuseWrong(trx, draft, cannedId)
    const after = { ...stored, ...draft, version: version + 1 }
    const now = clock()
    await trx
      .updateTable('canned_replies')
      .set({ ...draft, version: after.version, updated_at: now })
      .where('id', '=', cannedId)
      .execute()
    const entry = { before: { title: stored.title, text: stored.text }, after: draft }
    await writeAudit(trx, caller, { action: 'canned-reply.changed', ...subject(cannedId), ...entry }, now)
    return after
  })
}

/**
 * Deletes one, or brings it back. The same again changes nothing. Refuses 'content/no-canned-reply', and
 * 'content/invalid' when its title was taken meanwhile. Audited.
 */
export async function setCannedDeleted(
  { db, clock }: Core,
  caller: Caller,
  { cannedId, isDeleted }: { readonly cannedId: string; readonly isDeleted: boolean },
): Promise<CannedReply> {
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const { stored, isDeleted: wasDeleted } = await lockCanned(trx, cannedId)
    if (wasDeleted === isDeleted) return stored
    if (!isDeleted) await refuseWrong(trx, stored, cannedId)
    await trx
      .updateTable('canned_replies')
      .set({ deleted_at: isDeleted ? now : null, updated_at: now })
      .where('id', '=', cannedId)
      .execute()
    const facts = { title: stored.title, text: stored.text }
    const entry = isDeleted
      ? { action: 'canned-reply.deleted', before: facts }
      : { action: 'canned-reply.restored', after: facts }
    await writeAudit(trx, caller, { ...entry, ...subject(cannedId) }, now)
    return stored
  })
}

/** Deletes for good what was deleted a month ago. */
export async function purgeCanned({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const isOld = sql<boolean>`deleted_at < ${daysBefore(clock(), keptDays.canned_replies)}`
  await deleteOld({ db }, { table: 'canned_replies', isOld })
}
