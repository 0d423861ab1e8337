import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isRefusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere, throttledTag } from '../../../platform/cache-invalidation.server.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Jobs } from '../../../platform/jobs/worker.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../../platform/retention.server.ts'
import { publishAll } from '../changing.server.ts'
import { type CatalogueDeps, getKind } from '../views.server.ts'
import { checkRows } from './check-batch.server.ts'
import { lockUpload, runLater, uploadJob, waitingRows } from './commands.server.ts'
import { batchSize } from './limits.ts'
import { startPace } from './pace.server.ts'
import { restAfter, restBefore } from './pace.ts'
import { type Batch, type Outcome, type Upload, writeOutcomes } from './rows.server.ts'
import { storeRows, uploaderOf } from './store-batch.server.ts'
import { undoBatch } from './undo-jobs.server.ts'
import { finishedUntil } from './undo-rules.ts'
import '../tables.server.ts'

/**
 * Each job processes one batch and, in the same transaction, schedules the next one with a pause. A crash therefore
 * leaves whole batches, and each row records whether it was stored. Other jobs can run in between.
 */
export const bulkJobs = (deps: CatalogueDeps): Jobs => ({
  [uploadJob]: async ({ uploadId, rest }) => {
    await wait(restBefore(rest))
    await runBatch(deps, String(uploadId))
  },
})

/** Deletes drafts after a week, and imports when they can no longer be undone. Few at a time: each has up to 10,000 rows. */
export async function forgetUploads(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = core.clock()
  const isOld = sql<boolean>`undo_state is distinct from 'undoing' and (finished_at <= ${finishedUntil(now)}
    or finished_at is null and created_at < ${daysBefore(now, keptDays.catalogue_uploads)})`
  await deleteOld(core, { table: 'catalogue_uploads', isOld, rows: 2 })
}

export async function runBatch(deps: CatalogueDeps, uploadId: string): Promise<void> {
  const pace = startPace()
  let changed: readonly string[] = []
  try {
    await deps.db.transaction().execute(async (trx) => {
      const upload = await lockUpload(trx, uploadId)
      const batch = { trx, deps, pace, kind: getKind(deps, upload.kind), upload }
      if (upload.state === 'checking') await checkBatch(batch)
      if (upload.state === 'storing') changed = await storeBatch(batch)
      if (upload.undo_state === 'undoing') changed = await undoBatch(batch)
    })
  } catch (error) {
    // The upload was deleted meanwhile.
    if (isRefusal(error, 'catalogue/no-upload')) return
    throw error
  }
  if (changed.length > 0) dropHere(deps, changed)
}

async function checkBatch(batch: Batch): Promise<void> {
  const { trx, upload } = batch
  const rows = await waitingRows(trx, upload.id, 'check', batchSize)
  if (rows.length === 0) {
    await trx.updateTable('catalogue_uploads').set({ state: 'checked' }).where('id', '=', upload.id).execute()
    return
  }
  await goOn(batch, await checkRows(batch, rows))
}

/** Returns the cache tags to invalidate. */
async function storeBatch(batch: Batch): Promise<readonly string[]> {
  const { trx, deps, upload } = batch
  const rows = await waitingRows(trx, upload.id, 'store', batchSize)
  if (rows.length === 0) {
    await finish(trx, deps, upload)
    return publishAll(trx, ['catalogue'])
  }
  const outcomes = await storeRows(batch, rows)
  await goOn(batch, outcomes)
  // Lists may lag a few seconds during an import; item pages never do.
  return publishAll(trx, [
    throttledTag('catalogue'),
    ...outcomes.flatMap(({ plan, service_id }) => (plan === 'update' ? [`service:${service_id}`] : [])),
  ])
}

async function goOn({ trx, pace, upload }: Batch, outcomes: readonly Outcome[]): Promise<void> {
  await writeOutcomes(trx, upload.id, outcomes)
  await runLater(trx, upload.id, restAfter(pace.worked()))
}

async function finish(trx: Trx, deps: CatalogueDeps, upload: Upload): Promise<void> {
  const now = deps.clock()
  const set = { state: 'done', finished_at: now } as const
  await trx.updateTable('catalogue_uploads').set(set).where('id', '=', upload.id).execute()
  const { rows } = await sql<{ stored: number; refused: number }>`
    select count(*) filter (where result = 'stored')::int as stored,
      count(*) filter (where errors <> '[]')::int as refused
    from catalogue_upload_rows where upload_id = ${upload.id}`.execute(trx)
  const entry = { action: 'catalogue.upload-done', subjectType: 'upload', subjectId: upload.id, after: rows[0] }
  await writeAudit(trx, uploaderOf(upload), entry, now)
}
