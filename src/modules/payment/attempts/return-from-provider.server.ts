import { countHit } from '../../../platform/rate-limit.server.ts'
import { getBooking, issueBookingToken } from '../../booking/index.server.ts'
import { confirmationHref, paymentHref } from '../../booking/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import { addressFor } from '../../settings/index.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { withAnswerBy } from '../gateways/patience.server.ts'
import { findGateway } from '../gateways/store.server.ts'
import type { ReturnReading, ReturnVisit } from '../port.ts'
import { isUnanswered } from '../rounds/round.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { checkAfterReturn } from './checking.server.ts'
import { closeAttempt, refreshAttempt } from './close-attempt.server.ts'
import { isActive, isPaid, isSoftEnd } from './rules/attempt.ts'
import { getAttempt, toAttempt } from './store.server.ts'

const visits = { name: 'payment-return', hits: 60, seconds: 600 }

/**
 * Returns the address for a browser that comes back from a provider (C207). The visit proves nothing about money, so
 * the provider is asked. Only a visitor with the provider's proof gets the booking's link; others need their own
 * session or link.
 */
export async function returnFromProvider(server: PaymentDeps, attemptId: string, visit: ReturnVisit): Promise<string> {
  const deps = withAnswerBy(server)
  const attempt = await getAttempt(deps.db, attemptId)
  await countHit(deps, visits, attempt.id)
  const { isProven, isCancelled = false } = await readVisit(deps, attempt, visit)
  const follow = isCancelled ? closeQuietly : refreshQuietly
  const refreshed = isPaid(attempt.state) ? null : await follow(deps, attempt)
  if (isProven && refreshed?.payerUrl) return refreshed.payerUrl
  const { state } = await getAttempt(deps.db, attemptId)
  // An unreadable answer, or one from before the payment: the customer is not asked to pay again.
  const isUnsettled = refreshed ? isActive(state) && !refreshed.hasFailedTry : !isPaid(state)
  if (isProven && !isCancelled && isUnsettled) await checkAfterReturn(deps, attempt)
  const booking = await getBooking(deps.db, attempt.booking_id)
  const settings = await readSettings(deps)
  const token = isProven ? issueBookingToken(deps, booking, settings.token_days) : undefined
  const inTheirs = (href: string) => addressFor(settings, booking.language, href)
  // The payment page explains the failure and offers another try (D82).
  if (isSoftEnd(state) || refreshed?.hasFailedTry) return inTheirs(paymentHref(booking.id, token))
  const confirmation = inTheirs(confirmationHref(booking.id, token))
  return isPaid(state) ? `${confirmation}&status=success` : confirmation
}

async function readVisit(deps: PaymentDeps, row: AttemptRecord, visit: ReturnVisit): Promise<ReturnReading> {
  const gateway = await findGateway(deps, row.provider)
  const readReturn = gateway?.provider.readReturn
  if (!gateway || !readReturn) return { isProven: false }
  try {
    return await callProvider(deps, gateway, (ctx) => readReturn(ctx, toAttempt(row), visit))
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { isProven: false }
    throw error
  }
}

/**
 * Somebody who cancels may have paid in another window, so the provider decides. Without its answer the attempt stays
 * open.
 */
async function closeQuietly(deps: PaymentDeps, row: AttemptRecord): Promise<null> {
  try {
    await closeAttempt(deps, row.id, 'cancelled')
  } catch (error) {
    if (!isUnanswered(error)) throw error
  }
  return null
}

/** Null: the provider did not answer. */
async function refreshQuietly(deps: PaymentDeps, row: AttemptRecord): ReturnType<typeof refreshAttempt> {
  try {
    return await refreshAttempt(deps, row)
  } catch (error) {
    if (isUnanswered(error)) return null
    throw error
  }
}
