import type { RefundOutcome, RefundRequest } from '../../../modules/payment/port.ts'
import { type Desk, findOrder } from './captures.server.ts'
import { type Order, refundObject } from './objects.ts'

type Refund = Order['purchase_units'][number]['payments']['refunds'][number]

/** What PayPal's refusals mean to the staff who read them. */
const reasons: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'PayPal says that all of it has been given back already.',
  REFUND_AMOUNT_EXCEEDED: 'PayPal says that less than this is left of the payment.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'PayPal gives back only the currency that was paid.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal gives money back within 180 days only. Give it back by transfer.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'There is not enough money in the PayPal account.',
  PENDING_CAPTURE: 'PayPal has not completed the payment yet. Try again when it has.',
  PARTIAL_REFUND_NOT_ALLOWED: 'PayPal gives back this payment as a whole only.',
  TRANSACTION_DISPUTED: 'The customer has opened a case about this payment. Settle it in PayPal’s Resolution Center.',
}

/**
 * Gives money back under the refund's own id, which PayPal remembers for 45 days and then carries out anew: the order's
 * list is read first, so that a refund that is there is never made twice.
 */
export async function giveBack(desk: Desk, { attempt, refundId, amount }: RefundRequest): Promise<RefundOutcome> {
  const order = attempt.orderRef === null ? null : await findOrder(desk, attempt.orderRef)
  const payments = order?.purchase_units[0]?.payments
  const known = payments?.refunds.find(({ custom_id: id }) => id === refundId)
  if (known) return outcomeOf(known)
  const captures = payments?.captures ?? []
  const capture = captures.find(({ id }) => id === attempt.paymentRef) ?? captures[0]
  if (!capture) return { outcome: 'failed', message: 'PayPal knows no payment that could be given back.' }
  const answer = await desk.client.refund(capture.id, refundId, amount, desk.signal)
  if (!answer.isYes) return refusalOf(answer.status, answer.issues)
  const read = refundObject.safeParse(answer.body)
  // It may well have been made: asked again under the same id, PayPal tells.
  return read.success ? outcomeOf(read.data) : { outcome: 'unknown', message: 'PayPal’s answer could not be read' }
}

function outcomeOf(refund: Refund): RefundOutcome {
  if (refund.status === 'COMPLETED') return { outcome: 'succeeded', ref: refund.id }
  if (refund.status === 'PENDING') return { outcome: 'pending', ref: refund.id }
  return { outcome: 'failed', message: 'PayPal could not give the money back.' }
}

function refusalOf(status: number, issues: readonly string[]): RefundOutcome {
  // Our keys or rights, which may be set right: the refund stays to be made.
  if (status === 401 || status === 403) return { outcome: 'unknown', message: 'PayPal does not accept our keys' }
  const known = issues.find((issue) => issue in reasons)
  const message = known === undefined ? `PayPal refuses: ${issues.join(', ') || status}` : reasons[known]
  return { outcome: 'failed', message: message ?? 'PayPal refuses' }
}
