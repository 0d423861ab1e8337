/** What every change of one item has in common: a transaction, a lock, the edited version, and caches to drop. */
import { Refusal } from '../../kernel/refusal.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { tagsOf } from './rating.server.ts'
import type { Removal } from './trash.ts'
import { type CatalogueDeps, type ServiceRow, serviceColumns } from './views.server.ts'
import './tables.server.ts'

/** Changes one item in a transaction and invalidates the caches of all nodes. */
export async function changing<T extends { readonly id: string }>(
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
      if (isSecondActive(error)) throw new Refusal('catalogue/one-active')
      throw error
    })
  dropHere(deps, tagsOf(changed.id))
  return changed
}

const tagsAMessage = 100
/** For many items. Sent in chunks: a message that is too long would drop the whole cache. Returns the tags. */
export async function publishAll(trx: Trx, tags: readonly string[]): Promise<readonly string[]> {
  for (let at = 0; at < tags.length; at += tagsAMessage)
    await publishInvalidation(trx, tags.slice(at, at + tagsAMessage))
  return tags
}

export const isSecondActive = (error: unknown): boolean => isViolation(error, '23505', 'services_one_active')

export function isViolation(error: unknown, code: string, constraint?: string): boolean {
  const databaseError = error as { code?: unknown; constraint?: unknown } | null
  return databaseError?.code === code && (constraint === undefined || databaseError.constraint === constraint)
}

/** A row with its state in the archive and the trash. */
export type StoredRow = ServiceRow & Removal
export const removalColumns = ['archived_at', 'archived_from', 'trashed_at', 'trashed_by', 'trashed_from'] as const
export const storedColumns = [...serviceColumns, ...removalColumns] as const

/** Sales of the item finish first; later ones see the change. One statement. Refuses 'catalogue/not-found'. */
export async function lockItem(trx: Trx, id: string): Promise<StoredRow> {
  const row = await trx.selectFrom('services').select(storedColumns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found')
  return row
}

export function requireVersion(row: Pick<ServiceRow, 'version'>, version: number | undefined): void {
  if (row.version !== version) throw new Refusal('catalogue/version-conflict', { version: row.version })
}
