import type { ExpressionBuilder } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import './tables.server.ts'

/** Visitors may have typed capitals. */
const isFrom = (email: string) => (eb: ExpressionBuilder<Tables, 'contact_messages'>) =>
  eb(eb.fn<string>('lower', ['email']), '=', email)

/** The enquiries sent under this address: how many, and the names and phone numbers in them. */
export async function findEnquiriesOf(
  q: Queryable,
  email: string,
): Promise<{ readonly count: number; readonly words: readonly string[] }> {
  const rows = await q.selectFrom('contact_messages').select(['name', 'phone']).where(isFrom(email)).execute()
  return { count: rows.length, words: rows.flatMap(({ name, phone }) => [name, phone]) }
}

/** How many enquiries came from these addresses. One statement. */
export async function countEnquiriesOf(q: Queryable, emails: readonly string[]): Promise<number> {
  const { count } = await q
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn.any(val([...emails]))))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The addresses of all enquiries, in lower case, once each. */
export async function listEnquiryAddresses(q: Queryable): Promise<readonly string[]> {
  const rows = await q
    .selectFrom('contact_messages')
    .select((eb) => eb.fn<string>('lower', ['email']).as('email'))
    .distinct()
    .execute()
  return rows.map(({ email }) => email)
}

/** Fields of audit entries that people type into: an erasure removes them. */
export const enquiryTypedFields = ['reply', 'answer'] as const

/**
 * Deletes the enquiries with their threads, which contain nothing but personal data, and removes the person from other
 * threads that have their address. Returns the ids of the enquiries.
 */
export async function eraseEnquiriesOf(trx: Trx, { email, scrub }: Erased): Promise<readonly string[]> {
  const deleted = await trx.deleteFrom('contact_messages').where(isFrom(email)).returning('id').execute()
  const others = await trx
    .selectFrom('enquiry_entries')
    .select(['id', 'text'])
    .where(holdsAddress('text', email))
    .execute()
  for (const { id, text } of others)
    await trx
      .updateTable('enquiry_entries')
      .set({ text: scrub(text) })
      .where('id', '=', id)
      .execute()
  return deleted.map(({ id }) => id)
}
