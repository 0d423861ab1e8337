import { addHours } from '../../kernel/dates.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { pictureFolder } from './picture-drawings.server.ts'
import { isKnownPicture } from './pictures.server.ts'
import type { FileRecord, FilesDeps } from './tables.server.ts'
import type { StagedFile } from './uploads.server.ts'

/** Stores the row of a staged file, in the transaction of its owner. */
export async function recordFile(trx: Trx, deps: FilesDeps, staged: StagedFile): Promise<FileRecord> {
  return trx
    .insertInto('files')
    .values({
      id: staged.id,
      purpose: staged.purpose,
      content_type: staged.contentType,
      original_name: staged.originalName,
      size_bytes: staged.size,
      sha256: staged.sha256,
      storage_key: staged.storageKey,
      sealed_key: staged.sealedKey,
      uploaded_by: staged.uploadedBy,
      created_at: deps.clock(),
      erased_at: null,
    })
    .returning([
      'id',
      'purpose',
      'content_type',
      'original_name',
      'size_bytes',
      'storage_key',
      'uploaded_by',
      'created_at',
      'erased_at',
    ])
    .executeTakeFirstOrThrow()
}

/** Whether a stored file that was not erased has the content of a staged one. */
export async function hasContent(q: Queryable, fileId: string, { sha256 }: StagedFile): Promise<boolean> {
  const same = await q
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('sha256', '=', sha256)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Deletes the keys of files: nobody can read them after the commit. Returns their storage keys, for removeForgotten.
 */
export async function forgetFiles(
  q: Queryable,
  deps: Pick<FilesDeps, 'clock'>,
  fileIds: readonly string[],
): Promise<readonly string[]> {
  const files = await q
    .updateTable('files')
    .set({ sealed_key: null, erased_at: deps.clock() })
    .where('id', 'in', fileIds)
    .returning('storage_key')
    .execute()
  return files.map(({ storage_key: key }) => key)
}

/**
 * Like forgetFiles, by storage key: for erasures that a restored database does not know of. Ignores unknown and
 * erased files. Returns the number of files.
 */
export async function forgetStored(q: Queryable, now: Date, storageKeys: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await q
    .updateTable('files')
    .set({ sealed_key: null, erased_at: now })
    .where('storage_key', 'in', storageKeys)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Makes a file permanently unreadable. Repeating it is safe. */
export async function eraseFile(deps: FilesDeps, fileId: string): Promise<void> {
  await removeForgotten(deps, await forgetFiles(deps.db, deps, [fileId]))
}

/** Call it after the commit of forgetFiles. Bytes that cannot be removed are unreadable, and the sweep retries. */
export async function removeForgotten(
  { store, log }: Pick<FilesDeps, 'store' | 'log'>,
  storageKeys: readonly string[],
): Promise<void> {
  for (const key of storageKeys)
    await store.remove(key).catch((error: unknown) => {
      log.warn({ err: error, key }, 'bytes of an erased file are left to the sweep')
    })
}

/**
 * Removes bytes without a row: uploads whose transaction failed, and erased files whose removal failed. Skips the
 * last hour, in which uploads may be under way. Returns the number of removed keys.
 */
export async function sweepOrphanFiles(deps: FilesDeps): Promise<number> {
  const old = addHours(deps.clock(), -1)
  let removed = 0
  for await (const { key, writtenAt } of deps.store.list()) {
    if (writtenAt > old) continue
    if (await (key.startsWith(pictureFolder) ? isKnownPicture(deps, key) : isKnownFile(deps, key))) continue
    await deps.store.remove(key)
    removed++
  }
  return removed
}

async function isKnownFile(deps: FilesDeps, key: string): Promise<boolean> {
  const known = await deps.db
    .selectFrom('files')
    .select('id')
    .where('storage_key', '=', key)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return known !== undefined
}
