import { sql } from 'kysely'
import type { ReadDatabase } from '../../platform/db/reads.server.ts'
import { hrefOf } from './rules.ts'
import type { CatalogueDeps } from './views.server.ts'
import './tables.server.ts'

export type ItemAddress = { readonly href: string; readonly updatedAt: Date }
type AddressRow = { readonly id: string; readonly kind: string; readonly slug: string; readonly updated_at: Date }
const perStatement = 1_000

const active = ({ kinds }: CatalogueDeps, db: ReadDatabase) =>
  db
    .selectFrom('services')
    .where('status', '=', 'active')
    .where(
      'kind',
      'in',
      kinds.all.map(({ key }) => key),
    )

/** One statement. */
export async function countAddresses(deps: CatalogueDeps): Promise<number> {
  const row = await deps.reads.recent({}, (db) =>
    active(deps, db)
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow(),
  )
  return row.items
}

/**
 * Yields active items in order of creation: up to `max`, after skipping `skip`. Reads batches of 1,000 with one
 * statement each, to bound memory.
 */
export async function* walkAddresses(
  deps: CatalogueDeps,
  { skip, max }: { skip: number; max: number },
): AsyncGenerator<ItemAddress> {
  let after: string | null = null
  for (let left = max; left > 0; left -= perStatement) {
    const rows: readonly AddressRow[] = await deps.reads.recent({}, (db) => {
      const batch = active(deps, db)
        .select(['id', 'kind', 'slug', 'updated_at'])
        .orderBy('id')
        .limit(Math.min(perStatement, left))
      return (after === null ? batch.offset(sql.lit(skip)) : batch.where('id', '>', after)).execute()
    })
    for (const { kind, slug, updated_at } of rows) {
      const known = deps.kinds.find(kind)
      if (known) yield { href: hrefOf(known.kind, slug), updatedAt: updated_at }
    }
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}
