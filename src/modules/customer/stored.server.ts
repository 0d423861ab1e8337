import { Refusal } from '../../kernel/refusal.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { BookedBy } from '../booking/index.server.ts'
import type { CustomerRecord } from './tables.server.ts'
import './tables.server.ts'

/** Refuses 'customer/not-found'. */
export async function getRecord(q: Queryable, customerId: string): Promise<CustomerRecord> {
  const record = await q.selectFrom('customers').selectAll().where('id', '=', customerId).executeTakeFirst()
  if (!record) throw new Refusal('customer/not-found')
  return record
}

/** The record stays until the transaction ends: neither merged nor erased. Refuses 'customer/not-found'. */
export async function holdRecord(trx: Queryable, customerId: string): Promise<void> {
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('customer/not-found')
}

export const listContacts = (q: Queryable, customerId: string) =>
  q
    .selectFrom('customer_contacts')
    .select(['kind', 'value'])
    .where('customer_id', '=', customerId)
    .orderBy('added_at')
    .orderBy('value')
    .execute()

/** All bookings under the record's addresses or made with its account. */
export async function bookedByOf(q: Queryable, { id, user_id }: CustomerRecord): Promise<BookedBy> {
  const contacts = await listContacts(q, id)
  return { emails: contacts.flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])), userId: user_id }
}
