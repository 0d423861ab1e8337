import { sql } from 'kysely'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { CustomerAccount } from '../account/index.server.ts'
import type { BookingContact } from '../booking/index.server.ts'
import {
  type AddressOwner,
  type BookedContact,
  type ContactKind,
  contactsOf,
  type NewContact,
  type NewRecord,
  placeAccounts,
  placeBookings,
  type Seen,
} from './rules.ts'
import './tables.server.ts'

/** Serialises creating, merging and re-addressing records: two bookings of a new customer must create one record. */
export async function lockRecords(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('customer:records', 0))`.execute(trx)
}

/** Joins bookings, read under the lock, to records, and makes those that are missing. At most seven statements. */
export async function recordBookings(trx: Trx, bookings: readonly BookingContact[]): Promise<void> {
  if (bookings.length === 0) return
  const booked = bookings.map(
    (booking): BookedContact => ({
      ...{ email: booking.customer_email, phone: booking.customer_phone, name: booking.customer_name },
      ...{ language: booking.selected_language, at: booking.created_at },
    }),
  )
  const { created, contacts, seen } = placeBookings(await findContacts(trx, contactsOf(booked)), booked, newId)
  await insertRecords(trx, created, seen)
  await insertContacts(trx, contacts, created)
  await markSeen(trx, seen)
}

/** Joins accounts with a verified address to records, and makes those that are missing. */
export async function recordAccounts(trx: Trx, accounts: readonly CustomerAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const owners = await findOwners(trx, accounts)
  const { created, linked, moved } = placeAccounts(owners, accounts, newId)
  for (const { customerId, userId } of linked)
    await trx.updateTable('customers').set({ user_id: userId }).where('id', '=', customerId).execute()
  await trx
    .deleteFrom('customer_contacts')
    .where('kind', '=', 'email')
    .where(({ eb, fn, val }) => eb('value', '=', fn.any(val(moved.map(({ email }) => email)))))
    .execute()
  await insertRecords(trx, created)
  const contacts = created.flatMap(({ id: customerId, email, phone }): NewContact[] => [
    { kind: 'email', value: email, customerId },
    ...(phone ? [{ kind: 'phone' as const, value: phone, customerId }] : []),
  ])
  await insertContacts(trx, contacts, created)
  await refreshContacts(
    trx,
    moved.flatMap(({ from }) => from ?? []),
  )
}

const findContacts = async (
  q: Queryable,
  { emails, phones }: { emails: string[]; phones: string[] },
): Promise<readonly NewContact[]> =>
  q
    .selectFrom('customer_contacts')
    .select(['kind', 'value', 'customer_id as customerId'])
    .where(({ eb, fn, val, and, or }) =>
      or([
        and([eb('kind', '=', 'email'), eb('value', '=', fn.any(val(emails)))]),
        and([eb('kind', '=', 'phone'), eb('value', '=', fn.any(val(phones)))]),
      ]),
    )
    .execute()

async function findOwners(
  q: Queryable,
  accounts: readonly CustomerAccount[],
): Promise<ReadonlyMap<string, AddressOwner>> {
  const rows = await q
    .selectFrom('customer_contacts as contact')
    .innerJoin('customers as customer', 'customer.id', 'contact.customer_id')
    .select(['contact.value', 'customer.id', 'customer.email', 'customer.user_id'])
    .where('contact.kind', '=', 'email')
    .where(({ eb, fn, val }) => eb('contact.value', '=', fn.any(val(accounts.map(({ email }) => email)))))
    .execute()
  return new Map(
    rows.map(({ value, id, email, user_id }) => [
      value,
      { customerId: id, isPrimary: email === value, userId: user_id },
    ]),
  )
}

async function insertRecords(
  trx: Trx,
  created: readonly NewRecord[],
  seen: ReadonlyMap<string, Seen> = new Map(),
): Promise<void> {
  if (created.length === 0) return
  const rows = created.map(({ userId, at, ...given }) => {
    const last = seen.get(given.id)
    return {
      ...given,
      user_id: userId,
      language: given.language ?? last?.language ?? null,
      ...{ last_booked_at: last?.at ?? null, active_at: last?.at ?? at, created_at: at, updated_at: at },
    }
  })
  await trx.insertInto('customers').values(rows).execute()
}

/** A number that another record has stays there. */
async function insertContacts(trx: Trx, contacts: readonly NewContact[], created: readonly NewRecord[]): Promise<void> {
  if (contacts.length === 0) return
  const at = new Map(created.map((record) => [record.id, record.at]))
  const rows = contacts.map(({ customerId, ...contact }) => ({
    ...contact,
    ...{ customer_id: customerId, added_at: at.get(customerId) ?? new Date() },
  }))
  await trx
    .insertInto('customer_contacts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
  const ids = contacts.map(({ customerId }) => customerId)
  await refreshContacts(trx, ids)
  await fillContacts(trx, ids)
}

/** Repeats the contacts where the search reads them. One statement. */
export async function refreshContacts(trx: Trx, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return
  await sql`update customers as customer set contacts = coalesce(
      (select string_agg(value, E'\n ' order by kind, added_at, value) from customer_contacts
        where customer_id = customer.id), '')
    where id = any(${[...new Set(customerIds)]}::uuid[])`.execute(trx)
}

/** Shows one of the contacts where a record has no address or number to show. One statement. */
export async function fillContacts(trx: Trx, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return
  const first = (kind: ContactKind) => sql`(select value from customer_contacts
    where customer_id = customer.id and kind = ${kind} order by added_at, value limit 1)`
  await sql`update customers as customer
    set email = coalesce(email, ${first('email')}), phone = coalesce(phone, ${first('phone')})
    where id = any(${[...new Set(customerIds)]}::uuid[]) and (email is null or phone is null)`.execute(trx)
}

/**
 * When they booked last; the language of a booking if none is known. Writes only what is new, because the job reads young
 * bookings each minute. One statement.
 */
async function markSeen(trx: Trx, seen: ReadonlyMap<string, Seen>): Promise<void> {
  if (seen.size === 0) return
  const [ids, all] = [[...seen.keys()], [...seen.values()]]
  await sql`update customers as customer
    set last_booked_at = greatest(customer.last_booked_at, seen.at), active_at = greatest(customer.active_at, seen.at),
      language = coalesce(customer.language, seen.language)
    from unnest(${ids}::uuid[], ${all.map(({ at }) => at)}::timestamptz[], ${all.map(({ language }) => language)}::text[])
      as seen (id, at, language)
    where customer.id = seen.id and (
      customer.last_booked_at is null or customer.last_booked_at < seen.at or customer.active_at < seen.at
      or (customer.language is null and seen.language is not null))`.execute(trx)
}
