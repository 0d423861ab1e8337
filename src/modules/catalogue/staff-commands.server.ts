import { isRefusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { archiveService, saveService } from './commands.server.ts'
import type { SaveServiceInput } from './drafts.server.ts'
import { getService } from './queries.server.ts'
import { isSlug } from './rules.ts'
import { type CatalogueDeps, type CatalogueService, getKind } from './views.server.ts'

const longestTitle = 200
const copyMark = ' (copy)'

/** Copies an item as inactive, with its own slug. Refuses 'catalogue/not-found', and otherwise like saveService. */
export async function duplicateService(deps: CatalogueDeps, caller: Caller, id: string): Promise<CatalogueService> {
  const { kind, title, currency, summary, featuredImage, details } = await getService(deps.db, deps, id)
  return saveService(deps, caller, {
    kind,
    title: `${title.slice(0, longestTitle - copyMark.length)}${copyMark}`,
    status: 'inactive',
    currency: currency as NonNullable<SaveServiceInput['currency']>,
    summary,
    featured_image: featuredImage,
    details,
  })
}

type Versioned = { readonly id: string; readonly version: number }
export type BulkAction = 'activate' | 'deactivate' | 'feature' | 'unfeature' | 'archive'
const changes = {
  activate: { status: 'active' },
  deactivate: { status: 'inactive' },
  feature: { is_featured: true },
  unfeature: { is_featured: false },
} as const

/** Changes each item separately: a conflict is reported and does not stop the others. */
export async function changeServices(
  deps: CatalogueDeps,
  caller: Caller,
  { action, items }: { readonly action: BulkAction; readonly items: readonly Versioned[] },
): Promise<{ done: number; refused: string[] }> {
  const refused: string[] = []
  for (const { id, version } of items) {
    try {
      if (action === 'archive') await archiveService(deps, caller, { id, version })
      else {
        const { kind } = await getService(deps.db, deps, id)
        await saveService(deps, caller, { kind, id, version, ...changes[action] })
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused.push(id)
    }
  }
  return { done: items.length - refused.length, refused }
}

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
