import { sql } from 'kysely'
import { writeAudit } from '../../../platform/audit.server.ts'
import { throttledTag } from '../../../platform/cache-invalidation.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { publishAll } from '../changing.server.ts'
import { runLater } from './commands.server.ts'
import { batchSize } from './limits.ts'
import { restAfter } from './pace.ts'
import type { Batch } from './rows.server.ts'
import { type UndoableRow, type Undone, undoerOf, undoRows } from './undo-batch.server.ts'
import { countUndone } from './undo-view.server.ts'
import '../tables.server.ts'

/** One batch of an undo. Returns the cache tags to invalidate. */
export async function undoBatch(batch: Batch): Promise<readonly string[]> {
  const { trx, pace, upload } = batch
  const rows = await nextRows(trx, upload.id)
  if (rows.length === 0) {
    await finish(batch)
    return publishAll(trx, ['catalogue'])
  }
  const undone = await undoRows(batch, rows)
  await writeUndone(trx, upload.id, undone)
  await runLater(trx, upload.id, restAfter(pace.worked()))
  const changed = undone.flatMap(({ undone: outcome, id }) => (outcome === 'left' || id === null ? [] : [id]))
  return publishAll(trx, [throttledTag('catalogue'), ...changed.map((id) => `service:${id}`)])
}

/** The last row first: where only one item may be active, each step sees the state in which its row was stored. */
const nextRows = (trx: Trx, uploadId: string): Promise<UndoableRow[]> =>
  trx
    .selectFrom('catalogue_upload_rows')
    .select(['line', 'plan', 'service_id', 'version', 'old_values'])
    .where('upload_id', '=', uploadId)
    .where('result', '=', 'stored')
    .where('undone', 'is', null)
    .orderBy('line', 'desc')
    .limit(batchSize)
    .execute()

/** One statement for any number of rows. The old values are no longer needed. */
async function writeUndone(trx: Trx, uploadId: string, undone: readonly Undone[]): Promise<void> {
  await sql`update catalogue_upload_rows as r
    set undone = u.undone, undone_reason = u.reason, old_values = null
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as u (line integer, undone text, reason text)
    where r.upload_id = ${uploadId} and r.line = u.line`.execute(trx)
}

async function finish({ trx, deps, upload }: Batch): Promise<void> {
  const now = deps.clock()
  const done = { undo_state: 'undone', undone_at: now } as const
  await trx.updateTable('catalogue_uploads').set(done).where('id', '=', upload.id).execute()
  const { total: _, ...counts } = await countUndone(trx, upload.id)
  const { kind, file_name: fileName } = upload
  const entry = { action: 'catalogue.upload-undone', subjectType: 'upload', subjectId: upload.id }
  await writeAudit(trx, undoerOf(upload), { ...entry, after: { kind, fileName, ...counts } }, now)
}
