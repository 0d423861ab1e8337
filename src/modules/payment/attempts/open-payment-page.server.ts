import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { actorOf, findVisibleBooking, lockBooking } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { PaymentPage } from './contract.ts'
import { touchProven } from './grants.server.ts'
import { readPaymentPage } from './read-payment-page.server.ts'

const visits = { name: 'payment-page', hits: 60, seconds: 600 }

/**
 * The customer has opened the payment page: the hold starts again, and released places are taken again if the departure is
 * less than half sold. Refuses 'booking/not-found', 'limit/too-many'.
 */
export async function openPaymentPage(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined },
): Promise<PaymentPage> {
  await countHit(deps, visits, caller.address)
  const { id } = await findVisibleBooking(deps, caller, input)
  const visit = { occasion: 'page', actor: actorOf(caller) } as const
  await deps.db.transaction().execute(async (trx) => touchProven({ trx, deps }, await lockBooking(trx, id), visit))
  return readPaymentPage(deps, caller, input)
}
