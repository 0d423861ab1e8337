import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { type BookingContact, findNewestContact } from '../booking/index.server.ts'
import { listMergedInto } from './merge/stored.server.ts'
import { fillContacts, lockRecords, refreshContacts } from './records.server.ts'
import './tables.server.ts'

type Person = Pick<Erased, 'email' | 'userId'>

/**
 * The records of an address or an account, also those merged into them, with the words that identify the person. Two
 * statements.
 */
export async function findRecordsOf(
  q: Queryable,
  { email, userId }: Person,
): Promise<{ readonly ids: readonly string[]; readonly words: readonly string[] }> {
  const rows = await selectRecords(q, { email, userId })
  // The name is that of another person where the address is only a further one.
  const own = rows.filter((row) => row.email === email || (userId !== null && row.user_id === userId))
  const merged = await listMergedInto(
    q,
    rows.map(({ id }) => id),
  )
  const ownMerged = merged.filter((row) => row.email === email || (userId !== null && row.user_id === userId))
  return {
    ids: [...rows.map(({ id }) => id), ...merged.map(({ from_id }) => from_id)],
    words: [...own, ...ownMerged].flatMap(({ name, phone }) => [name ?? '', phone ?? '']),
  }
}

const selectRecords = (q: Queryable, { email, userId }: Person) =>
  q
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone', 'user_id'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb(
          'id',
          'in',
          selectFrom('customer_contacts').select('customer_id').where('kind', '=', 'email').where('value', '=', email),
        ),
        ...(userId === null ? [] : [eb('user_id', '=', userId)]),
      ]),
    )
    .execute()

/** All addresses of records, in lower case. */
export async function listRecordAddresses(q: Queryable): Promise<readonly string[]> {
  const rows = await q.selectFrom('customer_contacts').select('value').where('kind', '=', 'email').execute()
  return rows.map(({ value }) => value)
}

/**
 * Deletes the records of the address. A record that also has the bookings of another address stays for that one, with
 * the contact of its newest booking. Call it once the bookings are erased. Returns the ids that audit entries may name.
 */
export async function eraseRecordsOf(trx: Trx, person: Erased): Promise<readonly string[]> {
  await lockRecords(trx)
  const records = await selectRecords(trx, person)
  const ids = records.map(({ id }) => id)
  const merged = (await listMergedInto(trx, ids)).map(({ from_id }) => from_id)
  // Merged addresses keep leading to this record, but the merge can no longer be undone.
  if (merged.length > 0)
    await trx.updateTable('customer_merges').set({ facts: null }).where('from_id', 'in', merged).execute()
  for (const id of ids) await eraseRecord(trx, person, id)
  return [...ids, ...merged]
}

async function eraseRecord(trx: Trx, { email, scrub }: Erased, customerId: string): Promise<void> {
  const contacts = trx.deleteFrom('customer_contacts').where('customer_id', '=', customerId)
  await contacts.where('kind', '=', 'email').where('value', '=', email).execute()
  // Nobody knows whose the numbers are; that of the other address comes back below.
  await contacts.where('kind', '=', 'phone').execute()
  const others = await trx
    .selectFrom('customer_contacts')
    .select('value')
    .where('customer_id', '=', customerId)
    .execute()
  const addresses = others.map(({ value }) => value)
  const newest = await findNewestContact(trx, addresses)
  if (newest) await keepForOther(trx, customerId, newest)
  else await trx.deleteFrom('customers').where('id', '=', customerId).execute()
  const notes = trx.selectFrom('customer_notes').select(['id', 'text']).where('customer_id', '=', customerId)
  for (const { id, text } of await notes.execute())
    await trx
      .updateTable('customer_notes')
      .set({ text: scrub(text) })
      .where('id', '=', id)
      .execute()
}

async function keepForOther(trx: Trx, id: string, newest: BookingContact): Promise<void> {
  const { customer_name: name, customer_email: email, customer_phone: phone } = newest
  if (phone)
    await trx
      .insertInto('customer_contacts')
      .values({ kind: 'phone', value: phone, customer_id: id, added_at: newest.created_at })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
      .execute()
  await trx
    .updateTable('customers')
    .set({ name, email, phone: null, language: null, tags: [], user_id: null })
    .set({ marketing: 'unknown', marketing_at: null })
    .where('id', '=', id)
    .execute()
  await refreshContacts(trx, [id])
  await fillContacts(trx, [id])
}
