import type { Queryable } from '../../../platform/db/database.server.ts'
import { type BookingRecord, isSaleOver } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { Gateway } from '../gateways/store.server.ts'

interface Choice {
  readonly booking: BookingRecord
  readonly gateways: readonly Gateway[]
}

/** Whether paying this way takes hours or days, in which the places must be held. */
function isSlow(booking: BookingRecord, { provider, record }: Gateway): boolean {
  const confirms = provider.describe.isDueOnArrival === true && booking.instant_confirmation && !booking.awaits_agency
  return record.type === 'manual' && !confirms && booking.payment_gateway !== record.name
}

/**
 * Those of the methods that can still be chosen. After the end of sale, a bank transfer or unconfirmed cash would lose
 * its places at once. At most one statement.
 */
export async function inTime(q: Queryable, deps: PaymentDeps, choice: Choice): Promise<readonly Gateway[]> {
  const { booking, gateways } = choice
  const fast = gateways.filter((each) => !isSlow(booking, each))
  return fast.length === gateways.length || !(await isSaleOver(q, deps, booking)) ? gateways : fast
}
