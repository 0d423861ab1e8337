import type { ProviderContext, RefundSnapshot, Snapshot, StartRequest } from '../../../modules/payment/port.ts'
import { type Account, modeOf } from './accounts.server.ts'
import { type ApiAnswer, askApi } from './client.server.ts'
import { orderNumber } from './order-number.ts'
import { isNoRecord, orderSnapshot, readOrder, readRefunds } from './snapshot.server.ts'

type Attempt = StartRequest['attempt']

/** Fetches the order with its refunds. Throws if CCAvenue gives no clear answer. */
export async function fetchOrder(ctx: ProviderContext, account: Account, attempt: Attempt): Promise<Snapshot> {
  const answer = await askApi(account, 'orderStatusTracker', orderOf(attempt), ctx.signal)
  if (answer.kind === 'refused' && isNoRecord(answer)) return noRecord(ctx, attempt)
  const reading = readOrder(bodyOf(answer))
  if (reading.kind === 'error') {
    if (isNoRecord(reading)) return noRecord(ctx, attempt)
    throw new Error(`CCAvenue does not tell the order: ${reading.message} (${reading.code})`)
  }
  const { isAllRefunded, ...snapshot } = orderSnapshot(reading.value, modeOf(ctx), wasSuccessful(attempt))
  if (snapshot.capturedMinor === 0 || snapshot.paymentRef === null) return snapshot
  const refunds = await refundsQuietly(ctx, account, snapshot, isPaid(attempt) || isAllRefunded)
  // An empty list does not explain the amount that CCAvenue refunded by itself.
  if (refunds === null || (isAllRefunded && refunds.length === 0)) return snapshot
  const refundedMinor = total(refunds.filter(({ state }) => state === 'succeeded'))
  return { ...snapshot, refunds, refundedMinor }
}
const wasSuccessful = ({ state }: Attempt): boolean =>
  state === 'succeeded' || state === 'partially_refunded' || state === 'refunded'
/** Includes held payments. */
const isPaid = (attempt: Attempt): boolean => attempt.capturedMinor > 0
const total = (refunds: readonly RefundSnapshot[]): number => refunds.reduce((sum, one) => sum + one.amountMinor, 0)

/**
 * Queries by our order number until the payment succeeds, because each retry gets a new CCAvenue number. After that,
 * both numbers together select the successful payment.
 */
function orderOf(attempt: Attempt): Record<string, string> {
  const order = { order_no: orderNumber(attempt.id) }
  return isPaid(attempt) && attempt.paymentRef ? { reference_no: attempt.paymentRef, ...order } : order
}

/** CCAvenue knows no order until the customer opens its page. */
function noRecord(ctx: ProviderContext, attempt: Attempt): Snapshot {
  return {
    orderRef: attempt.orderRef,
    paymentRef: null,
    status: attempt.orderRef === null ? 'not-found' : 'requires_action',
    currency: attempt.currency,
    capturedMinor: 0,
    refundedMinor: 0,
    refunds: null,
    mode: modeOf(ctx),
    failureMessage: null,
  }
}

/** Returns the decrypted answer. Throws with CCAvenue's message on refusal; that message holds no secret. */
export function bodyOf(answer: ApiAnswer): unknown {
  if (answer.kind === 'answer') return answer.body
  if (answer.kind === 'unreadable') throw new Error('CCAvenue answered with another working key or encryption')
  throw new Error(`CCAvenue refused to answer: ${answer.message} (${answer.code})`)
}

export async function fetchRefunds(
  ctx: ProviderContext,
  account: Account,
  paymentRef: string,
): Promise<readonly RefundSnapshot[]> {
  const answer = await askApi(account, 'getRefundDetails', { reference_no: paymentRef }, ctx.signal)
  if (answer.kind === 'refused' && isNoRecord(answer)) return []
  const reading = readRefunds(bodyOf(answer), paymentRef, account.currency)
  if (reading.kind === 'error')
    throw new Error(`CCAvenue does not tell the refunds: ${reading.message} (${reading.code})`)
  return reading.value
}

/** Returns null if the refund list is unavailable, so that a new payment is still recorded. */
async function refundsQuietly(ctx: ProviderContext, account: Account, snapshot: Snapshot, isNeeded: boolean) {
  try {
    return await fetchRefunds(ctx, account, snapshot.paymentRef ?? '')
  } catch (error) {
    if (isNeeded) throw error
    return null
  }
}
