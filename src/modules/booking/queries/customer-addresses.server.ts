import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

/** The addresses of all customers, in lower case, once each. */
export async function listCustomerAddresses(q: Queryable): Promise<readonly string[]> {
  const rows = await q.selectFrom('bookings').select('customer_email').distinct().execute()
  return rows.map((row) => row.customer_email)
}
