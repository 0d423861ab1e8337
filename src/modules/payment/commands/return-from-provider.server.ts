import { countHit } from '../../../platform/rate-limit.server.ts'
import { type BookingRecord, issueBookingToken } from '../../booking/index.server.ts'
import { confirmationHref, paymentHref } from '../../booking/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import { getAttempt, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, findGateway, inOneAnswer, ProviderUnreachable } from '../gateways.server.ts'
import type { ReturnReading, ReturnVisit } from '../port.ts'
import { isPaid, isSoftEnd } from '../rules/attempt.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { closeAttempt, refreshAttempt } from './close-attempt.server.ts'
import { isNoAnswer } from './payment-round.server.ts'

const visits = { name: 'payment-return', hits: 60, seconds: 600 }

/**
 * Where a browser that comes back from a provider goes on to (C207). The visit proves nothing about money: the provider
 * is asked. Whoever shows what only this payer has from the provider gets the booking's link; others see the booking
 * only with their own session or link.
 */
export async function returnFromProvider(server: PaymentDeps, attemptId: string, visit: ReturnVisit): Promise<string> {
  const deps = inOneAnswer(server)
  const attempt = await getAttempt(deps.db, attemptId)
  await countHit(deps, visits, attempt.id)
  const { isProven, isCancelled = false } = await readVisit(deps, attempt, visit)
  const follow = isCancelled ? closeQuietly : refreshQuietly
  const told = isPaid(attempt.state) ? null : await follow(deps, attempt)
  if (isProven && told?.payerUrl) return told.payerUrl
  const { state } = await getAttempt(deps.db, attemptId)
  const booking: BookingRecord = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', attempt.booking_id)
    .executeTakeFirstOrThrow()
  const { token_days: days } = await readSettings(deps)
  const token = isProven ? issueBookingToken(deps, booking, days) : undefined
  // A definite end without money: the payment page says why, and the customer can try again (D82).
  if (isSoftEnd(state) || told?.hasFailedTry) return paymentHref(booking.id, token)
  const confirmation = confirmationHref(booking.id, token)
  return isPaid(state) ? `${confirmation}&status=success` : confirmation
}

async function readVisit(deps: PaymentDeps, row: AttemptRecord, visit: ReturnVisit): Promise<ReturnReading> {
  const gateway = await findGateway(deps, row.provider)
  const read = gateway?.provider.readReturn
  if (!gateway || !read) return { isProven: false }
  try {
    return await callProvider(deps, gateway, (ctx) => read(ctx, toAttempt(row), visit))
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { isProven: false }
    throw error
  }
}

/** Who gives up may have paid in another window: the provider says which. Without its answer the attempt stays open. */
async function closeQuietly(deps: PaymentDeps, row: AttemptRecord): Promise<null> {
  try {
    await closeAttempt(deps, row.id, 'cancelled')
  } catch (error) {
    if (!isNoAnswer(error)) throw error
  }
  return null
}

/** Asks the provider; null: it has not answered, and nobody knows yet. */
async function refreshQuietly(deps: PaymentDeps, row: AttemptRecord): ReturnType<typeof refreshAttempt> {
  try {
    return await refreshAttempt(deps, row)
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}
