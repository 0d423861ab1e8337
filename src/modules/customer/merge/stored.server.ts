import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { CustomerRecord } from '../tables.server.ts'
import type { Stored } from './facts.ts'
import type { Mergeable } from './rules.ts'
import '../tables.server.ts'

export const mergeableOf = (record: CustomerRecord): Mergeable => {
  const { name, email, phone, language, tags, marketing, marketing_at } = record
  return { name, email, phone, language, tags, marketing, marketing_at: marketing_at?.toISOString() ?? null }
}
export const storedOf = ({ user_id, last_booked_at, active_at }: CustomerRecord): Stored => ({
  ...{ user_id, last_booked_at: last_booked_at?.toISOString() ?? null, active_at: active_at.toISOString() },
})

/** Where a merged record is now, through any number of merges; undefined for a record that was not merged. One statement. */
export async function findMergedInto(q: Queryable, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive way (id) as (
      select into_id from customer_merges where from_id = ${customerId}
      union select into_id from customer_merges join way on from_id = way.id
    )
    select customers.id from way join customers on customers.id = way.id`.execute(q)
  return rows[0]?.id
}

/** All records that were merged into these, also by way of others. One statement. */
export async function listMergedInto(q: Queryable, customerIds: readonly string[]) {
  const { rows } = await sql<{
    from_id: string
    name: string | null
    phone: string | null
    email: string | null
    user_id: string | null
  }>`
    with recursive merged (from_id, facts) as (
      select from_id, facts from customer_merges where into_id = any(${[...customerIds]}::uuid[])
      union all select next.from_id, next.facts from customer_merges as next join merged on next.into_id = merged.from_id
    )
    select from_id, facts -> 'from' ->> 'name' as name, facts -> 'from' ->> 'phone' as phone,
      facts -> 'from' ->> 'email' as email, facts -> 'from' ->> 'user_id' as user_id from merged`.execute(q)
  return rows
}

/** Merges into a record that can be undone, newest first. One statement. */
export const listMerges = (q: Queryable, customerId: string) =>
  q
    .selectFrom('customer_merges')
    .select(['from_id', 'facts', 'merged_by', 'merged_at'])
    .where('into_id', '=', customerId)
    .where('facts', 'is not', null)
    .orderBy('merged_at', 'desc')
    .orderBy('from_id')
    .execute()
