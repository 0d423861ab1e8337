import { sql } from 'kysely'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { type CatalogueDeps, getKind } from '../views.server.ts'
import type { Mapping } from './columns.ts'
import type { UploadView } from './contract.ts'
import { guessMapping } from './headers.ts'
import { maxColumns } from './limits.ts'
import { allColumns, translationLanguages, viewUpload } from './queries.server.ts'
import type { Sheet } from './sheet-thread.server.ts'
import '../tables.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { text } from '../text.ts'

export const uploadJob = 'bulk-upload'
/** Runs in the caller's transaction. `rest`: delay in milliseconds. At most one job waits per upload. */
export const runLater = (trx: Trx, uploadId: string, rest = 0) =>
  addJob(trx, uploadJob, { uploadId, rest }, { key: `${uploadJob}:${uploadId}` })

/**
 * Stores a file's rows and starts checking them; the catalogue does not change. Refuses 'catalogue/unknown-kind',
 * 'catalogue/upload-refused' (too many columns).
 */
export async function stageUpload(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly kind: string; readonly fileName: string; readonly sheet: Sheet },
): Promise<UploadView> {
  const kind = getKind(deps, input.kind)
  const columns = allColumns(kind, await translationLanguages(deps))
  const { headers, pieces } = input.sheet
  if (headers.length > maxColumns) throw new Refusal('catalogue/upload-refused', { reason: 'too-large' })
  const now = deps.clock()
  const id = newId(now)
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('catalogue_uploads')
      .values({
        id,
        kind: kind.key,
        file_name: input.fileName,
        state: 'checking',
        headers: JSON.stringify(headers),
        mapping: JSON.stringify(guessMapping(headers, columns, say)),
        started_by: JSON.stringify({ userId: caller.userId, name: caller.name }),
        created_at: now,
      })
      .execute()
    for (const piece of pieces) {
      await sql`insert into catalogue_upload_rows (upload_id, line, cells, fault_line)
        select ${id}, line, cells, fault_line
        from jsonb_to_recordset(${piece}::jsonb) as given (line integer, cells jsonb, fault_line integer)`.execute(trx)
    }
    // Without fresh statistics PostgreSQL assumes few rows and scans the whole upload for each batch.
    await sql`analyze catalogue_upload_rows`.execute(trx)
    await runLater(trx, id)
  })
  return viewUpload(deps, id)
}

/**
 * Changes the mapping and checks all rows again. Refuses 'catalogue/no-upload', 'catalogue/upload-state' (storing has
 * started), 'catalogue/invalid' (an unknown field, or one that is filled twice).
 */
export async function mapUpload(
  deps: CatalogueDeps,
  { uploadId, mapping }: { readonly uploadId: string; readonly mapping: Mapping },
): Promise<UploadView> {
  const languages = await translationLanguages(deps)
  await deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, uploadId)
    if (upload.state !== 'checking' && upload.state !== 'checked') throw new Refusal('catalogue/upload-state')
    const { plain, translated } = allColumns(getKind(deps, upload.kind), languages)
    const names = [...plain, ...translated].map(({ name }) => name)
    const errors = faultsOf(mapping, upload.headers.length, names)
    if (errors.length > 0) throw new Refusal('catalogue/invalid', {}, errors)
    await trx
      .updateTable('catalogue_uploads')
      .set({ mapping: JSON.stringify(mapping), state: 'checking' })
      .where('id', '=', uploadId)
      .execute()
    await trx
      .updateTable('catalogue_upload_rows')
      .set({ plan: null, errors: '[]', warning: null, service_id: null, version: null, translation_versions: null })
      .where('upload_id', '=', uploadId)
      .execute()
    await runLater(trx, uploadId)
  })
  return viewUpload(deps, uploadId)
}

function faultsOf(mapping: Mapping, columns: number, names: readonly string[]): FieldError[] {
  if (mapping.length !== columns) return [{ path: 'mapping', message: text('bulk.mapEachColumn') }]
  return mapping.flatMap((name, at): FieldError[] => {
    const path = `mapping.${at}`
    if (name === null) return []
    if (!names.includes(name)) return [{ path, message: text('editing.unknownField') }]
    return mapping.indexOf(name) < at ? [{ path, message: text('bulk.mappedTwice') }] : []
  })
}

/**
 * Starts storing the valid rows. Refuses 'catalogue/no-upload', 'catalogue/upload-state' (not checked yet, or storing
 * has started).
 */
export async function commitUpload(deps: CatalogueDeps, caller: Caller, uploadId: string): Promise<UploadView> {
  await deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, uploadId)
    if (upload.state !== 'checked') throw new Refusal('catalogue/upload-state')
    await trx
      .updateTable('catalogue_uploads')
      .set({ state: 'storing', started_by: JSON.stringify({ userId: caller.userId, name: caller.name }) })
      .where('id', '=', uploadId)
      .execute()
    const { kind, file_name: fileName } = upload
    const entry = { action: 'catalogue.upload-started', subjectType: 'upload', subjectId: uploadId }
    await writeAudit(trx, caller, { ...entry, after: { kind, fileName } }, deps.clock())
    await runLater(trx, uploadId)
  })
  return viewUpload(deps, uploadId)
}

/** Refuses 'catalogue/no-upload'. */
export async function lockUpload(trx: Trx, uploadId: string) {
  const upload = await trx
    .selectFrom('catalogue_uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) throw new Refusal('catalogue/no-upload')
  return upload
}

/** The next rows for this step, in file order. */
export const waitingRows = (trx: Trx, uploadId: string, step: 'check' | 'store', max: number) =>
  trx
    .selectFrom('catalogue_upload_rows')
    .select(['line', 'cells', 'fault_line', 'plan', 'service_id', 'version', 'translation_versions'])
    .where('upload_id', '=', uploadId)
    .where(
      step === 'check' ? sql<boolean>`plan is null` : sql<boolean>`plan in ('create', 'update') and result is null`,
    )
    .orderBy('line')
    .limit(max)
    .execute()
