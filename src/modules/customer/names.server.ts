import { expressionBuilder } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { sumPersonBookings } from '../booking/index.server.ts'
import { bookedByOf, getRecord } from './stored.server.ts'
import './tables.server.ts'

/** The name of a record, for joins in other rooms' queries. */
export const customerNames = expressionBuilder<Tables, never>()
  .selectFrom('customers')
  .select(['customers.id', 'customers.name'])
  .as('customer_names')

/** Whether there is a record, which then stays until the transaction ends. One statement. */
export async function hasRecord(trx: Trx, customerId: string): Promise<boolean> {
  const record = trx.selectFrom('customers').select('id').where('id', '=', customerId).forKeyShare()
  return (await record.executeTakeFirst()) !== undefined
}

/** The bookings that a record shows. Three statements. Refuses 'customer/not-found'. */
export async function findPersonBookingIds(q: Queryable, customerId: string): Promise<readonly string[]> {
  const { ids } = await sumPersonBookings(q, await bookedByOf(q, await getRecord(q, customerId)))
  return ids
}
