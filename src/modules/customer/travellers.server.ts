import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { type EarlierTraveller, listTravellersOf } from '../booking/index.server.ts'
import type { CustomerDeps } from './deps.server.ts'
import { findPersonBookingIds } from './names.server.ts'

/**
 * The travellers of a person's bookings, each once, as the newest booking has them. The audit trail records who saw
 * passports. Five statements. Refuses 'customer/not-found'.
 */
export async function listEarlierTravellers(
  deps: CustomerDeps,
  caller: Caller,
  customerId: string,
): Promise<readonly EarlierTraveller[]> {
  return deps.db.transaction().execute(async (trx) => {
    const travellers = await listTravellersOf(trx, await findPersonBookingIds(trx, customerId))
    const passports = travellers.filter(({ passport_number }) => passport_number !== null).length
    const entry = { action: 'customer.travellers-viewed', subjectType: 'customer', subjectId: customerId }
    if (passports > 0) await writeAudit(trx, caller, { ...entry, after: { passports } }, deps.clock())
    return travellers
  })
}
