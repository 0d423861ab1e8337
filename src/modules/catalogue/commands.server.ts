import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { draftOf, guardDraft, readInput, type SaveServiceInput, storeDrafts } from './drafts.server.ts'
import { getService } from './queries.server.ts'
import { tagsOf } from './rating.server.ts'
import {
  type CatalogueDeps,
  type CatalogueService,
  getKind,
  notThere,
  type ServiceRow,
  serviceColumns,
  viewService,
} from './views.server.ts'

/**
 * Creates or updates an item; the kind's rules derive its shared columns. Refuses 'catalogue/unknown-kind',
 * 'catalogue/invalid' and 'catalogue/slug-taken' (with field errors; details have the path 'details.name'),
 * 'catalogue/not-found', 'catalogue/version-conflict', 'catalogue/one-active', and what `guardChange` refuses.
 */
export async function saveService(
  deps: CatalogueDeps,
  caller: Caller,
  input: SaveServiceInput,
): Promise<CatalogueService> {
  const saved = await changing(deps, (trx) => saveServiceIn(trx, deps, caller, input))
  return viewService(getKind(deps, input.kind), saved)
}

async function saveServiceIn(
  trx: Trx,
  deps: CatalogueDeps,
  caller: Caller,
  input: SaveServiceInput,
): Promise<ServiceRow> {
  const kind = getKind(deps, input.kind)
  const before = input.id === undefined ? null : await lockRow(trx, kind, input.id, input.version)
  const draft = draftOf(kind, before, readInput(kind, input, before), deps.clock())
  await guardDraft(trx, deps, { kind, draft, confirmed: input.confirmed })
  const [saved] = await storeDrafts(trx, deps, caller, kind, [draft])
  if (isRefusal(saved)) throw saved
  return saved as ServiceRow
}

/** Refuses like saveService. */
export async function setServiceStatus(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number; readonly status: 'active' | 'inactive' },
): Promise<CatalogueService> {
  const { kind } = await getService(deps.db, deps, input.id)
  return saveService(deps, caller, { kind, id: input.id, version: input.version, status: input.status })
}

/**
 * Deletes an item, or archives it if a booking still refers to it (D143). Refuses 'catalogue/not-found',
 * 'catalogue/version-conflict'.
 */
export async function removeService(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number },
): Promise<'deleted' | 'archived'> {
  const service = await getService(deps.db, deps, input.id)
  const kind = getKind(deps, service.kind)
  try {
    await changing(deps, async (trx) => {
      const before = await lockRow(trx, kind, input.id, input.version)
      await trx.deleteFrom('services').where('id', '=', before.id).execute()
      const entry = { action: 'service.deleted', subjectType: 'service', subjectId: before.id, before }
      await writeAudit(trx, caller, entry, deps.clock())
      return before
    })
    return 'deleted'
  } catch (error) {
    if (!isViolation(error, '23503')) throw error
    await archiveService(deps, caller, input)
    return 'archived'
  }
}

/** Keeps the item for its bookings but stops offering it. Refuses like removeService. */
export async function archiveService(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number },
): Promise<CatalogueService> {
  const service = await getService(deps.db, deps, input.id)
  const kind = getKind(deps, service.kind)
  const archived = await changing(deps, async (trx) => {
    const before = await lockRow(trx, kind, input.id, input.version)
    const row = await trx
      .updateTable('services')
      .set({ status: 'archived', version: before.version + 1, updated_at: deps.clock() })
      .where('id', '=', before.id)
      .returning(serviceColumns)
      .executeTakeFirstOrThrow()
    const entry = { action: 'service.archived', subjectType: 'service', subjectId: row.id }
    await writeAudit(
      trx,
      caller,
      { ...entry, before: { status: before.status }, after: { status: row.status } },
      deps.clock(),
    )
    return row
  })
  return viewService(kind, archived)
}

/** Changes one item in a transaction and invalidates the caches of all nodes. */
async function changing<T extends { readonly id: string }>(
  deps: CatalogueDeps,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const changed = await deps.db
    .transaction()
    .execute(async (trx) => {
      const row = await work(trx)
      await publishInvalidation(trx, tagsOf(row.id))
      return row
    })
    .catch((error: unknown) => {
      if (isViolation(error, '23505', 'services_one_active')) throw new Refusal('catalogue/one-active')
      throw error
    })
  dropHere(deps, tagsOf(changed.id))
  return changed
}

function isViolation(error: unknown, code: string, constraint?: string): boolean {
  const given = error as { code?: unknown; constraint?: unknown } | null
  return given?.code === code && (constraint === undefined || given.constraint === constraint)
}

async function lockRow(
  trx: Trx,
  { kind, key }: LoadedKind,
  id: string,
  version: number | undefined,
): Promise<ServiceRow> {
  const row = await trx
    .selectFrom('services')
    .select(serviceColumns)
    .where('id', '=', id)
    .where('kind', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notThere(kind)
  if (row.version !== version) throw new Refusal('catalogue/version-conflict', { version: row.version })
  return row
}
