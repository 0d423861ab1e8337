import { foreignWords, type Text } from '../../../kernel/messages.ts'
import type { ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import type { StripeRefund, StripeSession } from './objects.ts'
import { text } from './text.ts'

type Intent = Exclude<StripeSession['payment_intent'], string | null>
type Charge = Exclude<Intent['latest_charge'], string | null>

export const intentOf = ({ payment_intent: intent }: StripeSession): Intent | null =>
  typeof intent === 'object' ? intent : null
export const intentIdOf = ({ payment_intent: intent }: StripeSession): string | null =>
  typeof intent === 'object' ? (intent?.id ?? null) : intent
export function chargeOf(session: StripeSession): Charge | null {
  const charge = intentOf(session)?.latest_charge
  return typeof charge === 'object' ? (charge ?? null) : null
}

/**
 * Reduces a session to the attempt's payment state. `refunds`: all of the payment's refunds, in any order; null if
 * they were not fetched. Adaptive Pricing may show the customer another currency; `amount_total` and `currency` hold
 * the original one.
 */
export function snapshotOf(
  session: StripeSession,
  attemptId: string,
  refunds: readonly StripeRefund[] | null,
): Snapshot {
  const status = statusOf(session)
  const charge = chargeOf(session)
  const capturedMinor = status === 'succeeded' ? capturedOf(session) : 0
  const feeMinor = charge && capturedMinor > 0 ? feeOf(charge, capturedMinor) : null
  const refundList = refunds?.map(refundOf) ?? null
  return {
    orderRef: orderRefOf(session, attemptId),
    paymentRef: intentIdOf(session),
    status,
    currency: session.currency.toUpperCase(),
    capturedMinor,
    refundedMinor: refundList ? settledTotal(refundList) : (charge?.amount_refunded ?? 0),
    refunds: refundList,
    mode: modeOfSession(session),
    failureMessage: status === 'failed' ? failureOf(session) : null,
    ...(feeMinor !== null && { feeMinor }),
    ...(charge && { isDisputed: charge.disputed }),
  }
}

function failureOf(session: StripeSession): Text {
  const words = intentOf(session)?.last_payment_error?.message
  return typeof words === 'string' ? foreignWords(words) : text('failed')
}

const modeOfSession = ({ livemode }: { livemode: boolean }): ProviderMode => (livemode ? 'live' : 'test')

/** A session of another attempt is another order, even with this id. */
function orderRefOf(session: StripeSession, attemptId: string): string {
  const madeFor = session.client_reference_id
  return madeFor === attemptId ? session.id : `${session.id} of ${madeFor ?? 'nobody'}`
}

function statusOf(session: StripeSession): SnapshotStatus {
  // A session without anything to pay should never happen. It counts as paid with 0, so that staff review it.
  if (session.payment_status !== 'unpaid' && session.status === 'complete') return 'succeeded'
  if (session.status === 'open') return 'requires_action'
  if (session.status === 'expired') return 'expired'
  // A delayed payment method, until the bank decides or the intent asks for another method.
  const decided = intentOf(session)?.status
  return decided === 'requires_payment_method' || decided === 'canceled' ? 'failed' : 'processing'
}

/** If session and intent differ, the lower amount counts. */
function capturedOf(session: StripeSession): number {
  if (session.payment_status !== 'paid') return 0
  const intent = intentOf(session)
  if (!intent) return session.amount_total
  return intent.currency === session.currency ? Math.min(session.amount_total, intent.amount_received) : 0
}

/** In the charge's currency. For other payout currencies the fee is converted in proportion, rounded half up. */
function feeOf({ balance_transaction: entry, currency }: Charge, captured: number): number | null {
  if (entry === null || typeof entry === 'string' || entry.fee < 0) return null
  if (entry.currency === currency) return entry.fee
  const [fee, amount] = [BigInt(entry.fee), BigInt(entry.amount)]
  return amount > 0n ? Number((2n * fee * BigInt(captured) + amount) / (2n * amount)) : null
}

const states: Readonly<Record<string, RefundSnapshot['state']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}
/** Unknown statuses count as pending. */
export const refundStateOf = ({ status }: StripeRefund): RefundSnapshot['state'] => states[status ?? ''] ?? 'pending'

const refundOf = (refund: StripeRefund): RefundSnapshot => ({
  ref: refund.id,
  ourId: refund.metadata?.refund_id ?? null,
  amountMinor: refund.amount,
  state: refundStateOf(refund),
})
const settledTotal = (refunds: readonly RefundSnapshot[]): number =>
  refunds.reduce((sum, { state, amountMinor }) => (state === 'succeeded' ? sum + amountMinor : sum), 0)
