import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { changing, lockItem, requireVersion } from './changing.server.ts'
import { draftOf, guardDraft, readInput, type SaveServiceInput, storeDrafts } from './drafts.server.ts'
import { getService } from './queries.server.ts'
import {
  type CatalogueDeps,
  type CatalogueService,
  getKind,
  notThere,
  type ServiceRow,
  viewService,
} from './views.server.ts'

/**
 * Creates or updates an item; the kind's rules derive its shared columns. Refuses 'catalogue/unknown-kind',
 * 'catalogue/invalid' and 'catalogue/slug-taken' (with field errors; details have the path 'details.name'),
 * 'catalogue/not-found', 'catalogue/in-trash', 'catalogue/version-conflict', 'catalogue/one-active', and what `guardChange` refuses.
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

async function lockRow(
  trx: Trx,
  { kind, key }: LoadedKind,
  id: string,
  version: number | undefined,
): Promise<ServiceRow> {
  const row = await lockItem(trx, id)
  if (row.kind !== key) throw notThere(kind)
  if (row.trashed_at !== null) throw new Refusal('catalogue/in-trash')
  requireVersion(row, version)
  return row
}
