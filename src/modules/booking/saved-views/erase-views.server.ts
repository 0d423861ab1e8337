import { selectAudit } from '../../../platform/audit.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Erased } from '../../../platform/erasure.server.ts'
import './tables.server.ts'

/**
 * Deletes views that name the person or search for them. Returns the ids of all views that ever did, so that the audit
 * trail forgets it too.
 */
export async function eraseViewsOf(trx: Trx, { scrub }: Pick<Erased, 'scrub'>): Promise<readonly string[]> {
  const isAbout = (values: unknown): boolean => JSON.stringify(scrub(values)) !== JSON.stringify(values)
  const views = await trx.selectFrom('booking_views').select(['id', 'name', 'query']).execute()
  const ids = views.filter(({ name, query }) => isAbout([name, query.q ?? ''])).map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('booking_views').where('id', 'in', ids).execute()
  const entries = await selectAudit(trx)
    .select(['entry.subject_id', 'entry.before', 'entry.after'])
    .where('entry.subject_type', '=', 'booking-view')
    .execute()
  const namedIds = entries.filter(({ before, after }) => isAbout([before, after])).map(({ subject_id }) => subject_id)
  return [...new Set([...ids, ...namedIds])]
}
