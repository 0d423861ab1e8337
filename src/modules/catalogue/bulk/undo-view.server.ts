import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { CatalogueDeps } from '../views.server.ts'
import type { UploadView } from './contract.ts'
import type { UploadsTable } from './tables.server.ts'
import { undoUntil } from './undo-rules.ts'
import '../tables.server.ts'

type Undo = NonNullable<UploadView['undo']>
type Upload = Selectable<UploadsTable>

/** What an undo would do or has done; null while the import is under way and after 30 days. At most one statement. */
export async function viewUndo(
  { db, clock }: Pick<CatalogueDeps, 'db' | 'clock'>,
  upload: Upload,
): Promise<Undo | null> {
  const { id, finished_at: finished, undo_state: state, undone_at: at } = upload
  if (finished === null) return null
  const until = undoUntil(finished)
  if (state === null && until <= clock()) return null
  return {
    state: state === null ? 'possible' : state === 'undoing' ? 'running' : 'done',
    until: until.toISOString(),
    by: upload.undone_by?.name ?? null,
    at: at?.toISOString() ?? null,
    counts: state === null ? await countExpected(db, id) : await countUndone(db, id),
  }
}

/** From the items as they are now. Only the undo itself checks whether something refers to them. */
async function countExpected(q: Queryable, uploadId: string): Promise<Undo['counts']> {
  const { rows } = await sql<Omit<Undo['counts'], 'left'>>`
    select count(*)::int as total, 0 as archived,
      count(*) filter (where r.plan = 'create' and s.id is not null)::int as trashed,
      count(*) filter (where r.plan = 'update' and r.old_values is not null and s.id is not null)::int as "putBack"
    from catalogue_upload_rows r
      left join services s on s.id = r.service_id and s.version = r.version and s.trashed_at is null
        and not exists (
          select from jsonb_to_recordset(r.old_values -> 'translations') as old (language text, version integer)
            left join service_translations t on t.service_id = r.service_id and t.language = old.language
          where t.version is distinct from old.version)
    where r.upload_id = ${uploadId} and r.result = 'stored'`.execute(q)
  const counts = rows[0] as Omit<Undo['counts'], 'left'>
  return { ...counts, left: counts.total - counts.trashed - counts.putBack }
}

export async function countUndone(q: Queryable, uploadId: string): Promise<Undo['counts']> {
  const { rows } = await sql<Undo['counts']>`
    select count(*)::int as total, count(*) filter (where undone = 'trashed')::int as trashed,
      count(*) filter (where undone = 'archived')::int as archived,
      count(*) filter (where undone = 'put-back')::int as "putBack", count(*) filter (where undone = 'left')::int as "left"
    from catalogue_upload_rows where upload_id = ${uploadId} and result = 'stored'`.execute(q)
  return rows[0] as Undo['counts']
}
