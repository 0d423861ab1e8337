import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { findVisibleBooking } from '../../booking/index.server.ts'
import { listAttempts } from '../attempts.server.ts'
import type { PaymentPage } from '../contract.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways.server.ts'
import { readPaymentPage } from '../queries/payment-page.server.ts'
import { isPaid } from '../rules/attempt.ts'
import { refreshAttempt } from './close-attempt.server.ts'

const checks = { name: 'payment-check', hits: 60, seconds: 600 }

/**
 * Asks the provider about the last attempt and shows the payment page as it is then. A provider that does not answer
 * leaves the page as it was: still checking, never "failed".
 */
export async function checkPayment(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined },
): Promise<PaymentPage> {
  const booking = await findVisibleBooking(deps, caller, input)
  await countHit(deps, checks, booking.id)
  const [last] = await listAttempts(deps.db, booking.id)
  if (last && !isPaid(last.state)) await refreshQuietly(deps, last)
  return readPaymentPage(deps, caller, input)
}

/** True when the provider has answered. */
async function refreshQuietly(deps: PaymentDeps, attempt: Parameters<typeof refreshAttempt>[1]): Promise<boolean> {
  try {
    await refreshAttempt(deps, attempt)
    return true
  } catch (error) {
    if (error instanceof ProviderUnreachable) return false
    throw error
  }
}
