import { forAnswer } from '../../../kernel/messages.ts'
import type { CatalogueDeps } from '../views.server.ts'
import type { LeftItem, RecentImport } from './contract.ts'
import { findUpload } from './queries.server.ts'
import { finishedUntil } from './undo-rules.ts'
import '../tables.server.ts'

/** Items that the undo archived or left as they are, in file order. Three statements. Refuses 'catalogue/no-upload'. */
export async function listLeft(
  deps: CatalogueDeps,
  input: { readonly uploadId: string; readonly page: number; readonly limit: number },
): Promise<{ items: LeftItem[]; total: number }> {
  const { mapping } = await findUpload(deps, input.uploadId)
  const all = deps.db
    .selectFrom('catalogue_upload_rows as r')
    .where('r.upload_id', '=', input.uploadId)
    .where('r.undone', 'in', ['archived', 'left'])
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .leftJoin('services as s', 's.id', 'r.service_id')
    .select(['r.line as row', 'r.cells', 's.id', 's.title', 'r.undone_reason', 'r.undone'])
    .orderBy('r.line')
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
    .execute()
  return {
    items: rows.map(({ row, cells, id, title, undone, undone_reason: reason }) => ({
      ...{ row, id, title: title ?? cells[mapping.indexOf('title')] ?? '', isArchived: undone === 'archived' },
      reason: forAnswer(reason ?? ''),
    })),
    total,
  }
}

const maxRecent = 10
/** Imports of the last 30 days, the newest first. One statement. */
export async function listImports(deps: CatalogueDeps): Promise<{ items: RecentImport[] }> {
  const rows = await deps.db
    .selectFrom('catalogue_uploads')
    .select(['id', 'kind', 'file_name', 'started_by', 'finished_at', 'undo_state'])
    .where('finished_at', '>', finishedUntil(deps.clock()))
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .execute()
  return {
    items: rows.flatMap(({ id, kind, file_name: fileName, started_by, finished_at: at, undo_state: state }) =>
      at ? [{ ...{ id, kind, fileName, by: started_by.name, at: at.toISOString() }, isUndone: state !== null }] : [],
    ),
  }
}
