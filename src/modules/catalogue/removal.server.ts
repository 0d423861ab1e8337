/**
 * Archive and trash. Either way an item leaves the shop at once and keeps its slugs. A repeated request finds its work
 * done and changes nothing.
 */
import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { trashedUntil } from '../../kernel/trash.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { automatic, type Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import {
  changing,
  isSecondActive,
  isViolation,
  lockItem,
  requireVersion,
  type StoredRow,
  storedColumns,
} from './changing.server.ts'
import type { ServiceStatus } from './rules.ts'
import { restoredStatus } from './trash.ts'
import { forgetTrending } from './trending.server.ts'
import type { CatalogueDeps } from './views.server.ts'

type Versioned = { readonly id: string; readonly version: number }
export interface Removed {
  readonly id: string
  readonly outcome: 'trashed' | 'archived'
  readonly version: number
}

/**
 * Moves an item to the trash for 30 days, or archives it if something refers to it, such as a booking (D143). Refuses
 * 'catalogue/not-found', 'catalogue/version-conflict'.
 */
export async function removeService(deps: CatalogueDeps, caller: Caller, input: Versioned): Promise<Removed> {
  const row = await changing(deps, async (trx) => {
    const before = await lockItem(trx, input.id)
    const isArchived = before.status === 'archived' && before.trashed_at === null
    const isDone = before.trashed_at !== null || (isArchived && (await hasReferences(trx, [before.id])))
    if (isRepeated(before, input.version, isDone)) return before
    requireVersion(before, input.version)
    const work = { trx, deps, caller }
    const isReferred = await hasReferences(trx, [before.id])
    return isReferred ? archive(work, before) : moveToTrash(work, before)
  })
  return { id: row.id, outcome: row.trashed_at === null ? 'archived' : 'trashed', version: row.version }
}

/** Keeps the item for its bookings but stops offering it. Refuses like removeService, and 'catalogue/in-trash'. */
export async function archiveService(deps: CatalogueDeps, caller: Caller, input: Versioned): Promise<StoredRow> {
  return changing(deps, async (trx) => {
    const before = await lockItem(trx, input.id)
    if (before.trashed_at !== null) throw new Refusal('catalogue/in-trash')
    if (isRepeated(before, input.version, before.status === 'archived')) return before
    requireVersion(before, input.version)
    return archive({ trx, deps, caller }, before)
  })
}

/**
 * Brings an item back from the trash or the archive, as `restoredStatus` says; inactive where only one item of the kind
 * may be active and another is. Refuses like removeService.
 */
export async function restoreService(deps: CatalogueDeps, caller: Caller, input: Versioned): Promise<StoredRow> {
  return changing(deps, async (trx) => {
    const before = await lockItem(trx, input.id)
    if (isRepeated(before, input.version, before.status !== 'archived')) return before
    requireVersion(before, input.version)
    const work = { trx, deps, caller }
    const restored = await storeRestored(work, before)
    await deps.onStored?.(trx, { created: [], changed: [restored.id] })
    await audit(work, { action: 'service.restored', before, after: restored })
    return restored
  })
}

/**
 * Deletes an item of the trash, or leaves it archived if something refers to it after all. Refuses
 * 'catalogue/not-found', 'catalogue/not-in-trash', 'catalogue/version-conflict'.
 */
export async function deleteForGood(
  deps: CatalogueDeps,
  caller: Caller,
  input: Versioned,
): Promise<'deleted' | 'archived'> {
  const { outcome } = await changing(deps, async (trx) => {
    const before = await lockItem(trx, input.id)
    if (before.trashed_at === null) throw new Refusal('catalogue/not-in-trash')
    requireVersion(before, input.version)
    return leaveTrash({ trx, deps, caller }, before)
  })
  return outcome
}

const batchSize = 100
/** Deletes for good what has been in the trash for 30 days. Each item in its own transaction. */
export async function emptyTrash(deps: CatalogueDeps): Promise<void> {
  await forgetTrending(deps)
  const until = trashedUntil(deps.clock())
  for (;;) {
    const due = await listDue(deps, until)
    for (const { id } of due)
      await changing(deps, async (trx) => {
        const before = await trx
          .selectFrom('services')
          .select(storedColumns)
          .where('id', '=', id)
          .where('trashed_at', '<=', until)
          .forUpdate()
          .executeTakeFirst()
        // It was restored or deleted meanwhile.
        return before ? leaveTrash({ trx, deps, caller: automatic }, before) : { id }
      })
    if (due.length < batchSize) return
  }
}

const listDue = ({ db }: CatalogueDeps, until: Date) =>
  db
    .selectFrom('services')
    .select('id')
    .where('trashed_at', '<=', until)
    .orderBy('trashed_at')
    .limit(batchSize)
    .execute()

/** The same request again, or another one that wanted the same of the same version. */
const isRepeated = (row: StoredRow, version: number, isDone: boolean): boolean =>
  isDone && (row.version === version || row.version === version + 1)

/** Whether the database would refuse to delete one of the items. Leaves nothing changed. Four statements. */
export async function hasReferences(trx: Trx, ids: readonly string[]): Promise<boolean> {
  await sql`savepoint deletion`.execute(trx)
  const isKept = await trx
    .deleteFrom('services')
    .where('id', 'in', ids)
    .execute()
    .then(
      () => false,
      (error: unknown) => {
        if (!isViolation(error, '23503')) throw error
        return true
      },
    )
  await sql`rollback to savepoint deletion`.execute(trx)
  await sql`release savepoint deletion`.execute(trx)
  return isKept
}

export interface RemovalWork {
  readonly trx: Trx
  readonly deps: CatalogueDeps
  readonly caller: Caller
}

async function archive(work: RemovalWork, before: StoredRow): Promise<StoredRow> {
  const from = before.status === 'archived' ? before.archived_from : before.status
  const now = work.deps.clock()
  const after = await store(work, before, { status: 'archived', archived_at: now, archived_from: from })
  await audit(work, { action: 'service.archived', before, after })
  return after
}

async function moveToTrash(work: RemovalWork, before: StoredRow): Promise<StoredRow> {
  const { deps, caller } = work
  const trashed = { trashed_at: deps.clock(), trashed_by: caller.name, trashed_from: before.status }
  const after = await store(work, before, { status: 'archived', ...trashed })
  await audit(work, { action: 'service.trashed', before, after })
  return after
}

const outOfTrash = { trashed_at: null, trashed_by: null, trashed_from: null }

async function storeRestored(work: RemovalWork, before: StoredRow): Promise<StoredRow> {
  const { trx, deps } = work
  const status = restoredStatus(before, deps.clock())
  const change = (to: ServiceStatus): Change => ({
    ...{ status: to, ...outOfTrash },
    ...(to !== 'archived' && { archived_at: null, archived_from: null }),
  })
  if (status !== 'active') return store(work, before, change(status))
  await sql`savepoint activation`.execute(trx)
  try {
    return await store(work, before, change(status))
  } catch (error) {
    if (!isSecondActive(error)) throw error
    await sql`rollback to savepoint activation`.execute(trx)
    return store(work, before, change('inactive'))
  }
}

async function leaveTrash(
  work: RemovalWork,
  before: StoredRow,
): Promise<{ id: string; outcome: 'deleted' | 'archived' }> {
  const { trx, deps, caller } = work
  const { id } = before
  if (await hasReferences(trx, [id])) {
    const from = before.trashed_from === 'archived' ? before.archived_from : before.trashed_from
    const archived = { archived_at: before.archived_at ?? before.trashed_at, archived_from: from }
    const after = await store(work, before, { status: 'archived', ...archived, ...outOfTrash })
    await audit(work, { action: 'service.archived', before, after })
    return { id, outcome: 'archived' }
  }
  await trx.deleteFrom('services').where('id', '=', id).execute()
  const entry = { action: 'service.deleted', subjectType: 'service', subjectId: id, before }
  await writeAudit(trx, caller, entry, deps.clock())
  return { id, outcome: 'deleted' }
}

type Change = Partial<Pick<StoredRow, 'status' | 'archived_at' | 'archived_from' | keyof typeof outOfTrash>>

const store = ({ trx, deps }: RemovalWork, { id, version }: StoredRow, change: Change): Promise<StoredRow> =>
  trx
    .updateTable('services')
    .set({ ...change, version: version + 1, updated_at: deps.clock() })
    .where('id', '=', id)
    .returning(storedColumns)
    .executeTakeFirstOrThrow()

type Audited = { readonly action: string; readonly before: StoredRow; readonly after: StoredRow }
const audit = ({ trx, deps, caller }: RemovalWork, { action, before, after }: Audited): Promise<void> => {
  const entry = { action, subjectType: 'service', subjectId: after.id, before: placeOf(before), after: placeOf(after) }
  return writeAudit(trx, caller, entry, deps.clock())
}
const placeOf = ({ status, trashed_at, trashed_by }: StoredRow) => ({
  ...{ status, is_in_trash: trashed_at !== null },
  ...(trashed_at && { trashed_at, trashed_by }),
})
