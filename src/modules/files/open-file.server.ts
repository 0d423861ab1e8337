import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { daysBefore, deleteOld } from '../../platform/retention.server.ts'
import { NotStored } from './port.ts'
import { downloadName, type UploadType } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'
import { algorithm } from './uploads.server.ts'

export type OpenedFile = { bytes: Buffer; contentType: UploadType; name: string }

/**
 * Opens a file for a viewer who was authorized before. The view is recorded before a byte is read. Refuses
 * 'file/not-found' for an unknown or erased file, 'file/damaged' when its bytes are changed or missing.
 */
export async function openFile(deps: FilesDeps, fileId: string, viewer: Caller): Promise<OpenedFile> {
  const file = await deps.db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file?.sealed_key) throw new Refusal('file/not-found')
  await deps.db
    .insertInto('file_views')
    .values({
      file_id: file.id,
      viewer_id: viewer.userId,
      viewer: `${viewer.role}: ${viewer.name}`,
      address: viewer.address,
      at: deps.clock(),
    })
    .execute()
  const key = deps.keys.open('file-key', file.sealed_key)
  const bytes = await readBytes(deps, file.storage_key, (sealed) => decrypt(sealed, key, file.id))
  if (bytes === null) throw await damagedRefusal(deps, file.id, viewer)
  if (file.damaged_at) await deps.db.updateTable('files').set({ damaged_at: null }).where('id', '=', file.id).execute()
  return { bytes, contentType: file.content_type, name: downloadName(file.original_name, file.content_type) }
}

/** Null when the bytes are changed or missing. Throws when the store does not answer. */
async function readBytes(
  { store }: Pick<FilesDeps, 'store'>,
  storageKey: string,
  open: (sealed: Uint8Array) => Buffer,
): Promise<Buffer | null> {
  const sealed = await store.get(storageKey).catch((error: unknown) => {
    if (error instanceof NotStored) return null
    throw error
  })
  try {
    return sealed && open(sealed)
  } catch {
    return null
  }
}

function decrypt(sealed: Uint8Array, key: Uint8Array, id: string): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

/** Marks the file for the dashboard, and logs it the first time. */
async function damagedRefusal(deps: FilesDeps, fileId: string, viewer: Caller): Promise<Refusal> {
  const marked = await deps.db
    .updateTable('files')
    .set({ damaged_at: deps.clock() })
    .where('id', '=', fileId)
    .where('damaged_at', 'is', null)
    .where('erased_at', 'is', null)
    .returning('storage_key')
    .executeTakeFirst()
  if (marked) {
    deps.log.error({ fileId, key: marked.storage_key }, 'a private file is damaged or missing in the file store')
  } else if (await isErasedNow(deps.db, fileId)) return new Refusal('file/not-found')
  return new Refusal('file/damaged', { viewer: isStaffRole(viewer.role) ? 'staff' : 'customer' })
}

/** Deletes records of views that are older than so many days. */
export async function purgeViews({ db, clock }: Pick<FilesDeps, 'db' | 'clock'>, days: number): Promise<void> {
  await deleteOld({ db }, { table: 'file_views', isOld: sql`at < ${daysBefore(clock(), days)}` })
}

/** An erasure may come between the row and the bytes. */
async function isErasedNow(q: Queryable, fileId: string): Promise<boolean> {
  const row = await q.selectFrom('files').select('erased_at').where('id', '=', fileId).executeTakeFirst()
  return !row || row.erased_at !== null
}

/** Files that could not be opened the last time, as part of a statement: the dashboard counts all open work in one. */
export const damagedFiles = sql<number>`(select count(*)::int from files where damaged_at is not null and erased_at is null)`
