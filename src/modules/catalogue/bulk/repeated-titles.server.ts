import { sql } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'
import type { Batch, Checked } from './rows.server.ts'
import '../tables.server.ts'

const folded = (title: string): string => title.trim().toLowerCase()

/**
 * New items with the title of another one, by row: they may be meant, but a forgotten slug looks the same. At most two
 * statements.
 */
export async function findRepeatedTitles(
  work: Pick<Batch, 'trx' | 'kind' | 'upload'>,
  checked: readonly Checked[],
): Promise<ReadonlyMap<number, Text>> {
  const created = checked.flatMap(({ line, title }) => (title === undefined ? [] : [{ line, title: folded(title) }]))
  if (created.length === 0) return new Map()
  const titles = [...new Set(created.map(({ title }) => title))]
  const [stored, first] = [await findStored(work, titles), await findFirstLines(work, titles)]
  return new Map(
    created.flatMap(({ line, title }): [number, Text][] => {
      const earlier = first.get(title)
      if (stored.has(title)) return [[line, text('bulk.titleExists')]]
      return earlier !== undefined && earlier < line ? [[line, text('bulk.titleTwice', { row: earlier })]] : []
    }),
  )
}

async function findStored({ trx, kind }: Pick<Batch, 'trx' | 'kind'>, titles: readonly string[]) {
  const { rows } = await sql<{ title: string }>`select distinct lower(title) as title from services
    where kind = ${kind.key} and lower(title) = any (${titles}::text[]) and trashed_at is null`.execute(trx)
  return new Set(rows.map(({ title }) => title))
}

/** Not of kinds whose title follows from other fields. */
async function findFirstLines({ trx, upload }: Pick<Batch, 'trx' | 'upload'>, titles: readonly string[]) {
  const at = upload.mapping.indexOf('title')
  if (at < 0) return new Map<string, number>()
  const { rows } = await sql<{ title: string; line: number }>`
    select lower(btrim(cells ->> ${at}::int)) as title, min(line) as line from catalogue_upload_rows
    where upload_id = ${upload.id} and fault_line is null and lower(btrim(cells ->> ${at}::int)) = any (${titles}::text[])
    group by 1`.execute(trx)
  return new Map(rows.map(({ title, line }) => [title, line]))
}
