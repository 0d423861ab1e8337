import { erasedWord } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { forgetFiles } from './commands.server.ts'
import { readableFiles } from './readable-files.server.ts'
import type { FilesDeps } from './tables.server.ts'

/**
 * Makes a person's files unreadable and removes their names and the customer's views from the records. Returns their
 * storage keys, for removeForgotten.
 */
export async function eraseFilesOf(
  trx: Trx,
  deps: Pick<FilesDeps, 'clock'>,
  { userId }: Erased,
  fileIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...fileIds]
  const readable = await trx
    .selectFrom(readableFiles)
    .select('readable_files.id')
    .where(({ eb, fn, val }) => eb('readable_files.id', '=', fn.any(val(ids))))
    .execute()
  const keys =
    readable.length === 0
      ? []
      : await forgetFiles(
          trx,
          deps,
          readable.map(({ id }) => id),
        )
  await trx
    .updateTable('files')
    .set({ original_name: erasedWord })
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  // Views by staff stay: the record exists to show who looked.
  await trx
    .updateTable('file_views')
    .set(({ eb, fn, lit, val }) => ({
      viewer: eb(fn<string>('split_part', ['viewer', val(':'), lit(1)]), '||', `: ${erasedWord}`),
      address: '',
    }))
    .where(({ and, eb, fn, or, val }) =>
      or([eb('viewer_id', '=', userId), and([eb('file_id', '=', fn.any(val(ids))), eb('viewer_id', 'is', null)])]),
    )
    .execute()
  return keys
}
