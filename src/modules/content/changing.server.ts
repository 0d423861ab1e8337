import { sql } from 'kysely'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'

const tags = ['content']

/**
 * Serialises changes of sliders or of menus: concurrent changes could break the order or create a cycle. Drops the
 * cached content on every node.
 */
export async function changing<T>(core: Core, what: 'sliders' | 'menus', work: (trx: Trx) => Promise<T>): Promise<T> {
  const changed = await core.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${what}`}, 0))`.execute(trx)
    const result = await work(trx)
    await publishInvalidation(trx, tags)
    return result
  })
  dropHere(core, tags)
  return changed
}
