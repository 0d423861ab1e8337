import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { lateDrawings, pictureKey, promptDrawings } from './picture-drawings.server.ts'

/** Null also in a database of an earlier version, which has no such column: backups are made before migrations. */
const drawnAt = sql<string | null>`to_jsonb(pictures) ->> 'drawn_at'`

const batchSize = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** The storage keys of all readable files and pictures, in batches. */
export async function* namedKeys(q: Queryable): AsyncGenerator<readonly string[]> {
  for (let after = beforeAll; ; ) {
    const files = await q
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('erased_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield files.map(({ storage_key }) => storage_key)
    const last = files.at(-1)
    if (!last || files.length < batchSize) break
    after = last.id
  }
  for (let after = beforeAll; ; ) {
    const pictures = await q
      .selectFrom('pictures')
      .select(['id', 'width', drawnAt.as('drawn_at')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield pictures.flatMap(({ id, width, drawn_at }) =>
      // Renditions that the job has not made yet are made again after a restore.
      [...promptDrawings(width), ...(drawn_at ? lateDrawings(width) : [])].map((each) => pictureKey(id, each)),
    )
    const last = pictures.at(-1)
    if (!last || pictures.length < batchSize) break
    after = last.id
  }
}

export async function isErased(q: Queryable, storageKey: string): Promise<boolean> {
  const erased = await q
    .selectFrom('files')
    .select('id')
    .where('storage_key', '=', storageKey)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return erased !== undefined
}
