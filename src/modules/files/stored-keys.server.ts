import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { lateDrawings, pictureKey, promptDrawings } from './picture-drawings.server.ts'

/** Null also where the database is of a version before: it is backed up before it is brought up to date. */
const drawnAt = sql<string | null>`to_jsonb(pictures) ->> 'drawn_at'`

const atOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Where the bytes are of every file that can be read and of every picture, some hundred keys at a time. */
export async function* namedKeys(q: Queryable): AsyncGenerator<readonly string[]> {
  for (let after = beforeAll; ; ) {
    const files = await q
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('erased_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    yield files.map(({ storage_key }) => storage_key)
    const last = files.at(-1)
    if (!last || files.length < atOnce) break
    after = last.id
  }
  for (let after = beforeAll; ; ) {
    const pictures = await q
      .selectFrom('pictures')
      .select(['id', 'width', drawnAt.as('drawn_at')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    yield pictures.flatMap(({ id, width, drawn_at }) =>
      // What the job has not come to yet is drawn again where the archive is brought back.
      [...promptDrawings(width), ...(drawn_at ? lateDrawings(width) : [])].map((each) => pictureKey(id, each)),
    )
    const last = pictures.at(-1)
    if (!last || pictures.length < atOnce) break
    after = last.id
  }
}

/** Whether the file whose bytes were there has been erased. */
export async function isErased(q: Queryable, storageKey: string): Promise<boolean> {
  const found = await q
    .selectFrom('files')
    .select('id')
    .where('storage_key', '=', storageKey)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
