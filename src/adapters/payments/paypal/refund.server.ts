import { foreignWords, type Text } from '../../../kernel/messages.ts'
import type { RefundOutcome, RefundRequest } from '../../../modules/payment/port.ts'
import { type Desk, findOrder } from './captures.server.ts'
import { type Order, refundObject } from './objects.ts'
import { text } from './text.ts'

type Refund = Order['purchase_units'][number]['payments']['refunds'][number]

const reasons: Readonly<Record<string, Text>> = {
  CAPTURE_FULLY_REFUNDED: text('refund.fully'),
  REFUND_AMOUNT_EXCEEDED: text('refund.tooMuch'),
  REFUND_CAPTURE_CURRENCY_MISMATCH: text('refund.currency'),
  REFUND_TIME_LIMIT_EXCEEDED: text('refund.tooLate'),
  REFUND_FAILED_INSUFFICIENT_FUNDS: text('refund.noFunds'),
  PENDING_CAPTURE: text('refund.pending'),
  PARTIAL_REFUND_NOT_ALLOWED: text('refund.wholeOnly'),
  TRANSACTION_DISPUTED: text('refund.disputed'),
}

/**
 * PayPal remembers the refund id for 45 days and would then refund again. So we read the order's refunds first and
 * never create one twice.
 */
export async function giveBack(desk: Desk, { attempt, refundId, amount }: RefundRequest): Promise<RefundOutcome> {
  const order = attempt.orderRef === null ? null : await findOrder(desk, attempt.orderRef)
  const payments = order?.purchase_units[0]?.payments
  const known = payments?.refunds.find(({ custom_id: id }) => id === refundId)
  if (known) return outcomeOf(known)
  const captures = payments?.captures ?? []
  const capture = captures.find(({ id }) => id === attempt.paymentRef) ?? captures[0]
  if (!capture) return { outcome: 'failed', message: text('refund.noPayment') }
  const answer = await desk.client.refund(capture.id, refundId, amount, desk.signal)
  if (!answer.isYes) return refusalOf(answer.status, answer.issues)
  const parsed = refundObject.safeParse(answer.body)
  // The refund may exist: a retry with the same id will show it.
  return parsed.success ? outcomeOf(parsed.data) : { outcome: 'unknown', message: text('refund.unreadable') }
}

function outcomeOf(refund: Refund): RefundOutcome {
  if (refund.status === 'COMPLETED') return { outcome: 'succeeded', ref: refund.id }
  if (refund.status === 'PENDING') return { outcome: 'pending', ref: refund.id }
  return { outcome: 'failed', message: text('refund.failed') }
}

function refusalOf(status: number, issues: readonly string[]): RefundOutcome {
  // A problem with our keys or permissions: keep the refund pending.
  if (status === 401 || status === 403) return { outcome: 'unknown', message: text('refund.wrongKeys') }
  const [known] = issues.flatMap((issue) => (Object.hasOwn(reasons, issue) ? (reasons[issue] ?? []) : []))
  const reason = foreignWords(issues.join(', ')) || status
  return { outcome: 'failed', message: known ?? text('refund.refused', { reason }) }
}
