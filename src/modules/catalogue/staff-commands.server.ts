import { isRefusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { requireVersion } from './changing.server.ts'
import { saveService } from './commands.server.ts'
import type { SaveServiceInput } from './drafts.server.ts'
import { getService } from './queries.server.ts'
import { archiveService, removeService, restoreService } from './removal.server.ts'
import { isSlug, type ServiceStatus } from './rules.ts'
import { copyTranslations } from './translations/commands.server.ts'
import { type CatalogueDeps, type CatalogueService, getKind } from './views.server.ts'

const maxTitle = 200
const copyMark = ' (copy)'

/** Copies an item with its translations as inactive, with its own slug. Refuses 'catalogue/not-found', and otherwise like saveService. */
export async function duplicateService(deps: CatalogueDeps, caller: Caller, id: string): Promise<CatalogueService> {
  const { kind, title, currency, summary, featuredImage, details } = await getService(deps.db, deps, id)
  const copy = await saveService(deps, caller, {
    kind,
    title: `${title.slice(0, maxTitle - copyMark.length)}${copyMark}`,
    status: 'inactive',
    currency: currency as NonNullable<SaveServiceInput['currency']>,
    summary,
    featured_image: featuredImage,
    details,
  })
  await copyTranslations(deps, id, copy.id)
  return copy
}

type Versioned = { readonly id: string; readonly version: number }
const changes = {
  activate: { status: 'active' },
  deactivate: { status: 'inactive' },
  feature: { is_featured: true },
  unfeature: { is_featured: false },
} as const
export type BulkAction = keyof typeof changes | 'duplicate' | 'archive' | 'delete' | 'restore'

export interface ChangedService extends Versioned {
  readonly status: ServiceStatus
  readonly is_in_trash: boolean
}

interface BulkChange {
  readonly action: BulkAction
  readonly items: readonly Versioned[]
}
/** Changes each item separately: a conflict is reported and does not stop the others. Several are one audit entry. */
export async function changeServices(
  deps: CatalogueDeps,
  starter: Caller,
  { action, items }: BulkChange,
): Promise<{ done: number; refused: string[]; items: ChangedService[] }> {
  const caller = items.length > 1 ? await startTogether(deps, starter, { action, items }) : starter
  const refused: string[] = []
  const changed: ChangedService[] = []
  for (const item of items) {
    try {
      changed.push(await changeOne(deps, caller, { action, item }))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused.push(item.id)
    }
  }
  return { done: changed.length, refused, items: changed }
}

/** First, so that no part lacks the whole. */
async function startTogether(deps: CatalogueDeps, caller: Caller, { action, items }: BulkChange): Promise<Caller> {
  const now = deps.clock()
  const subjectId = newId(now)
  const entry = { action: `services.${action}`, subjectType: 'service-change', subjectId }
  await writeAudit(deps.db, caller, { ...entry, after: { items: items.length } }, now)
  return { ...caller, partOf: subjectId }
}

async function changeOne(
  deps: CatalogueDeps,
  caller: Caller,
  { action, item }: { readonly action: BulkAction; readonly item: Versioned },
): Promise<ChangedService> {
  if (action === 'delete') {
    const { id, version, outcome } = await removeService(deps, caller, item)
    return { id, version, status: 'archived', is_in_trash: outcome === 'trashed' }
  }
  if (action === 'archive') return viewChanged(await archiveService(deps, caller, item))
  if (action === 'restore') return viewChanged(await restoreService(deps, caller, item))
  const { kind, version } = await getService(deps.db, deps, item.id)
  if (action === 'duplicate') {
    requireVersion({ version }, item.version)
    return viewChanged(await duplicateService(deps, caller, item.id))
  }
  return viewChanged(await saveService(deps, caller, { kind, ...item, ...changes[action] }))
}

const viewChanged = (row: Versioned & { readonly status: ServiceStatus; readonly trashed_at?: Date | null }) => ({
  ...{ id: row.id, version: row.version, status: row.status },
  is_in_trash: row.trashed_at instanceof Date,
})

/** Whether no other item of the kind has or had this slug. One statement. Refuses 'catalogue/unknown-kind'. */
export async function isFreeSlug(
  deps: CatalogueDeps,
  input: { readonly kind: string; readonly slug: string; readonly id?: string | undefined },
): Promise<boolean> {
  const kind = getKind(deps, input.kind)
  if (!isSlug(input.slug)) return false
  const owner = await deps.db
    .selectFrom('service_slugs')
    .select('service_id')
    .where('kind', '=', kind.key)
    .where('slug', '=', input.slug)
    .executeTakeFirst()
  return owner === undefined || owner.service_id === input.id
}
