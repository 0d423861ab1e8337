import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { findVisibleBooking } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { refreshAttempt } from './close-attempt.server.ts'
import type { PaymentPage } from './contract.ts'
import { readPaymentPage } from './read-payment-page.server.ts'
import { isPaid } from './rules/attempt.ts'
import { listAttempts } from './store.server.ts'

const checks = { name: 'payment-check', hits: 60, seconds: 600 }

/**
 * Checks the newest attempt with its provider and returns the payment page. When the provider does not answer, the page
 * still says "checking", never "failed".
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

async function refreshQuietly(deps: PaymentDeps, attempt: Parameters<typeof refreshAttempt>[1]): Promise<boolean> {
  try {
    await refreshAttempt(deps, attempt)
    return true
  } catch (error) {
    if (error instanceof ProviderUnreachable) return false
    throw error
  }
}
