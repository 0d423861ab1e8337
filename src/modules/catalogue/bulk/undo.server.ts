import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { CatalogueDeps } from '../views.server.ts'
import { lockUpload, runLater } from './commands.server.ts'
import type { UploadView } from './contract.ts'
import { viewUpload } from './queries.server.ts'
import { undoUntil } from './undo-rules.ts'
import '../tables.server.ts'

/**
 * Starts undoing a finished import; a repeated request changes nothing. The job writes the audit entry, when the numbers
 * are known. Refuses 'catalogue/no-upload', 'catalogue/upload-state' (not finished), 'catalogue/upload-too-old'.
 */
export async function undoUpload(deps: CatalogueDeps, caller: Caller, uploadId: string): Promise<UploadView> {
  await deps.db.transaction().execute(async (trx) => {
    const { finished_at: finished, undo_state: state } = await lockUpload(trx, uploadId)
    if (state !== null) return
    if (finished === null) throw new Refusal('catalogue/upload-state')
    if (undoUntil(finished) <= deps.clock()) throw new Refusal('catalogue/upload-too-old')
    const undone_by = JSON.stringify({ userId: caller.userId, name: caller.name })
    await trx
      .updateTable('catalogue_uploads')
      .set({ undo_state: 'undoing', undone_by })
      .where('id', '=', uploadId)
      .execute()
    await runLater(trx, uploadId)
  })
  return viewUpload(deps, uploadId)
}
