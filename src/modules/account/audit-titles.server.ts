import { sql } from 'kysely'
import type { TitleRow, TitleSource } from '../../platform/audit.server.ts'
import type { ReadDatabase } from '../../platform/db/reads.server.ts'
import './tables.server.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const accountTitles: readonly TitleSource[] = [
  (ids) => sql`select 'user' as type, id::text, name as title, null as kind, null as currency, null as service_id,
      true as is_open
    from users where id = any(${ids}::text[])`,
]

/** Every id within values, at any depth. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [...idsIn(key), ...idsIn(one)])
}

/** What the ids stand for today; those of deleted rows are missing. One statement, by primary keys. */
export async function readTitles(
  q: ReadDatabase,
  sources: readonly TitleSource[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, TitleRow>> {
  const known = [...new Set(ids)].filter((id) => uuid.test(id))
  if (known.length === 0) return new Map()
  const all = [...sources, ...accountTitles].map((source) => source(sql`${known}::uuid[]`))
  const { rows } = await sql<TitleRow>`${sql.join(all, sql` union all `)}`.execute(q)
  return new Map(rows.map((row) => [row.id, row]))
}
