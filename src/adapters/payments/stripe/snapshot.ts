import type { ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import type { StripeRefund, StripeSession } from './objects.ts'

type Intent = Exclude<StripeSession['payment_intent'], string | null>
type Charge = Exclude<Intent['latest_charge'], string | null>

const saysNothing = 'The payment did not go through. You can try again or choose another way to pay.'

export const intentOf = ({ payment_intent: intent }: StripeSession): Intent | null =>
  typeof intent === 'object' ? intent : null
export const intentIdOf = ({ payment_intent: intent }: StripeSession): string | null =>
  typeof intent === 'object' ? (intent?.id ?? null) : intent
export function chargeOf(session: StripeSession): Charge | null {
  const charge = intentOf(session)?.latest_charge
  return typeof charge === 'object' ? (charge ?? null) : null
}

/**
 * A session, reduced to what it means for the attempt. `refunds`: all of the payment's, in any order; null where they
 * were not asked for. What the customer was shown in another currency (Adaptive Pricing) is not ours: `amount_total`
 * and `currency` are what the session was made with.
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
  const told = refunds?.map(refundOf) ?? null
  return {
    orderRef: orderRefOf(session, attemptId),
    paymentRef: intentIdOf(session),
    status,
    currency: session.currency.toUpperCase(),
    capturedMinor,
    refundedMinor: told ? settledTotal(told) : (charge?.amount_refunded ?? 0),
    refunds: told,
    mode: modeOfSession(session),
    failureMessage: status === 'failed' ? (intentOf(session)?.last_payment_error?.message ?? saysNothing) : null,
    ...(feeMinor !== null && { feeMinor }),
    ...(charge && { isDisputed: charge.disputed }),
  }
}

const modeOfSession = ({ livemode }: { livemode: boolean }): ProviderMode => (livemode ? 'live' : 'test')

/** A session that was not made for this attempt is another order, whatever its id is. */
function orderRefOf(session: StripeSession, attemptId: string): string {
  const madeFor = session.client_reference_id
  return madeFor === attemptId ? session.id : `${session.id} of ${madeFor ?? 'nobody'}`
}

function statusOf(session: StripeSession): SnapshotStatus {
  // Nothing to pay never happens to us: it counts as paid with nothing, which a person gets to see.
  if (session.payment_status !== 'unpaid' && session.status === 'complete') return 'succeeded'
  if (session.status === 'open') return 'requires_action'
  if (session.status === 'expired') return 'expired'
  // Through Checkout, and the bank has not decided: a delayed method, until its intent has come back for another one.
  const decided = intentOf(session)?.status
  return decided === 'requires_payment_method' || decided === 'canceled' ? 'failed' : 'processing'
}

/** Where session and intent do not agree, the lower one is what we can count on. */
function capturedOf(session: StripeSession): number {
  if (session.payment_status !== 'paid') return 0
  const intent = intentOf(session)
  if (!intent) return session.amount_total
  return intent.currency === session.currency ? Math.min(session.amount_total, intent.amount_received) : 0
}

/** In the charge's currency. Paid out in another one, the fee is the same part of the whole, rounded half up. */
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
/** A word that is new to us is no decision. */
export const refundStateOf = ({ status }: StripeRefund): RefundSnapshot['state'] => states[status ?? ''] ?? 'pending'

const refundOf = (refund: StripeRefund): RefundSnapshot => ({
  ref: refund.id,
  ourId: refund.metadata?.refund_id ?? null,
  amountMinor: refund.amount,
  state: refundStateOf(refund),
})
const settledTotal = (refunds: readonly RefundSnapshot[]): number =>
  refunds.reduce((sum, { state, amountMinor }) => (state === 'succeeded' ? sum + amountMinor : sum), 0)
