import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { listBookedAddresses } from '../booking/index.server.ts'
import type { CustomerDeps } from './deps.server.ts'
import { fillContacts, lockRecords, refreshContacts } from './records.server.ts'
import './tables.server.ts'

export type ForgetDeps = CustomerDeps & {
  /** Whether staff have tasks about a record, which keep it. */
  readonly hasTasks: (q: Queryable, customerId: string) => Promise<boolean>
}

/**
 * After a correction: removes an address that no booking uses from its record, and the record if that leaves it empty. A
 * record that staff have changed keeps the address. Safe to repeat.
 */
export async function forgetAddress({ db, hasTasks }: ForgetDeps, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRecords(trx)
    const owner = await findUntouchedOwner(trx, email)
    if (!owner || (await listBookedAddresses(trx, [email])).length > 0 || (await hasTasks(trx, owner.id))) return
    await trx.deleteFrom('customer_contacts').where('kind', '=', 'email').where('value', '=', email).execute()
    const others = await trx
      .selectFrom('customer_contacts')
      .select('value')
      .where('customer_id', '=', owner.id)
      .where('kind', '=', 'email')
      .execute()
    if (others.length === 0) {
      await trx.deleteFrom('customers').where('id', '=', owner.id).execute()
      return
    }
    if (owner.email === email)
      await trx.updateTable('customers').set({ email: null }).where('id', '=', owner.id).execute()
    await refreshContacts(trx, [owner.id])
    await fillContacts(trx, [owner.id])
  })
}

const findUntouchedOwner = (trx: Trx, email: string) =>
  trx
    .selectFrom('customers as customer')
    .innerJoin('customer_contacts as contact', 'contact.customer_id', 'customer.id')
    .select(['customer.id', 'customer.email'])
    .where('contact.kind', '=', 'email')
    .where('contact.value', '=', email)
    .where('customer.user_id', 'is', null)
    .where('customer.version', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('customer_notes as note').select('note.id').whereRef('note.customer_id', '=', 'customer.id')),
      ),
    )
    .executeTakeFirst()
