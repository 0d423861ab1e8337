import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { holdsAddress } from '../../platform/erasure.server.ts'
import { type Section, type Source, sections } from './sections.ts'

export type Row = Readonly<Record<string, unknown>>
export interface Exported {
  readonly section: Section
  readonly rows: readonly Row[]
}
export type Keys = Readonly<Record<Source, readonly string[]>>

/** All rows about the person, without empty sections. A statement per section; like a backup, it knows tables as text. */
export async function readPersonRows(q: Queryable, keys: Keys): Promise<readonly Exported[]> {
  // Mails and invitations have no index by address.
  await sql`select set_config('statement_timeout', '120000', true)`.execute(q)
  const exported: Exported[] = []
  for (const section of sections) {
    const rows = await readSection(q, keys, section)
    if (rows.length > 0) exported.push({ section, rows })
  }
  return exported
}

async function readSection(q: Queryable, keys: Keys, { table, rows, hide = [] }: Section): Promise<readonly Row[]> {
  const conditions = rows.map((row) =>
    'holds' in row
      ? holdsAddress(row.holds, keys.email[0] ?? '')
      : 'is' in row
        ? matches(keys, row)
        : sql`${sql.ref(row.column)} in (select ${sql.ref(row.key)} from ${sql.table(row.in)} where ${matches(keys, row.where)})`,
  )
  const { rows: stored } = await sql<{ row: Row }>`
    select to_jsonb(one) - ${[...hide]}::text[] as row from ${sql.table(table)} as one
    where ${sql.join(conditions, sql` or `)}`.execute(q)
  return stored.map(({ row }) => row)
}

/** Casts the values, not the column, so that its index serves. */
function matches(keys: Keys, { column, is }: { column: string; is: Source }): RawBuilder<unknown> {
  const values = [...keys[is]]
  if (is === 'email') return sql`lower(${sql.ref(column)}) = any (${values}::text[])`
  const type = is === 'user' || column === 'subject_id' ? sql`text[]` : sql`uuid[]`
  return sql`${sql.ref(column)} = any (${values}::${type})`
}
