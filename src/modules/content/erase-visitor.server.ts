import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import './tables.server.ts'

/** What somebody wrote to the agency, by whom it says it is. */
export async function findEnquiriesOf(
  q: Queryable,
  email: string,
): Promise<{ readonly count: number; readonly words: readonly string[] }> {
  const rows = await q
    .selectFrom('contact_messages')
    .select(['name', 'phone'])
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute()
  return { count: rows.length, words: rows.flatMap(({ name, phone }) => [name, phone]) }
}

/** Messages are about nothing but the person: they go whole. Gives back which went. */
export async function eraseEnquiriesOf(trx: Trx, { email }: Erased): Promise<readonly string[]> {
  const gone = await trx
    .deleteFrom('contact_messages')
    .where(sql<boolean>`lower(email) = ${email}`)
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
