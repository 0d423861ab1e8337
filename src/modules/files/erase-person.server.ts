import { sql } from 'kysely'
import { erasedWord } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { forgetFiles } from './commands.server.ts'
import type { FilesDeps } from './tables.server.ts'

/**
 * Nobody can read these files from the end of the transaction on, and neither their names nor who of the customers
 * looked at them stay. Gives back where their bytes are, to be removed after it.
 */
export async function eraseFilesOf(
  trx: Trx,
  deps: Pick<FilesDeps, 'clock'>,
  { userId }: Erased,
  fileIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...fileIds]
  const open = await sql<{ id: string }>`select id from files where id = any (${ids}::uuid[]) and erased_at is null`
    .execute(trx)
    .then(({ rows }) => rows.map(({ id }) => id))
  const keys = open.length === 0 ? [] : await forgetFiles(trx, deps, open)
  await sql`update files set original_name = ${erasedWord} where id = any (${ids}::uuid[])`.execute(trx)
  // Views by staff stay: who of them looked is what the record is for.
  await sql`update file_views set viewer = split_part(viewer, ':', 1) || ${`: ${erasedWord}`}, address = ''
    where viewer_id = ${userId} or (file_id = any (${ids}::uuid[]) and viewer_id is null)`.execute(trx)
  return keys
}
