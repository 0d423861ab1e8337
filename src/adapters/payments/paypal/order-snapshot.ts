import type { Attempt, ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import type { Order } from './objects.ts'

type Unit = Order['purchase_units'][number]
type Capture = Unit['payments']['captures'][number]

/** Money that has arrived, given back since or not. */
const paid: readonly Capture['status'][] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']
const gone: readonly Capture['status'][] = ['REFUNDED', 'REVERSED']
const isPaid = (capture: Capture): boolean => paid.includes(capture.status)
/** Why PayPal holds a payment: the payer has complained. */
const disputeReasons: readonly string[] = ['BUYER_COMPLAINT', 'CHARGEBACK']

export const declinedMessage = 'PayPal could not take this payment. Please try again, or choose another way to pay.'

export const actMessage =
  'PayPal could not take this payment as you chose to pay it. Please try again and choose another card or account at PayPal.'

/**
 * Reduces an order to what it says of the money. The captures decide, never the order's own status: a COMPLETED order
 * may have a capture that is pending or declined.
 */
export function orderSnapshot(order: Order, attempt: Pick<Attempt, 'id'>, expected: ProviderMode): Snapshot {
  const [unit] = order.purchase_units
  if (!unit) throw new Error('An order without a purchase unit')
  const { captures } = unit.payments
  const good = captures.filter(isPaid)
  const told = good[0] ?? captures.at(-1)
  const currency = (told ?? unit).amount.currency
  const capturedMinor = sumOf(good.filter(({ amount }) => amount.currency === currency))
  const fee = feeOf(good, currency)
  const isDisputed = captures.some(({ status_details: why }) => disputeReasons.includes(why?.reason ?? ''))
  const status = statusOf(order, captures)
  return {
    orderRef: isOurs(unit, attempt) ? order.id : `${order.id} of ${unit.custom_id ?? 'nobody'}`,
    paymentRef: told?.id ?? null,
    status,
    currency,
    capturedMinor,
    ...refundsOf(unit, good, capturedMinor),
    mode: modeOf(order, expected),
    failureMessage: status === 'failed' ? declinedMessage : null,
    ...(fee !== null && { feeMinor: fee }),
    ...(isDisputed && { isDisputed }),
  }
}

const sumOf = (list: readonly { readonly amount: { readonly minor: number } }[]): number =>
  list.reduce((sum, { amount }) => sum + amount.minor, 0)

/** An order under our id that says it is another's pays for nothing. */
const isOurs = (unit: Unit, attempt: Pick<Attempt, 'id'>): boolean =>
  unit.custom_id === attempt.id &&
  unit.payments.captures.every(({ custom_id: id }) => id === undefined || id === attempt.id)

function statusOf(order: Order, captures: readonly Capture[]): SnapshotStatus {
  if (captures.some(isPaid)) return 'succeeded'
  if (captures.some(({ status }) => status === 'PENDING')) return 'processing'
  if (captures.length > 0) return 'failed'
  // Approved is not paid: we have to capture it.
  return order.status === 'VOIDED' ? 'cancelled' : order.status === 'COMPLETED' ? 'processing' : 'requires_action'
}

function feeOf(good: readonly Capture[], currency: string): number | null {
  const fees = good.map(({ seller_receivable_breakdown: breakdown }) => breakdown?.paypal_fee)
  if (fees.length === 0 || fees.some((fee) => fee?.currency !== currency)) return null
  return fees.reduce((sum, fee) => sum + (fee?.minor ?? 0), 0)
}

const refundStates = { COMPLETED: 'succeeded', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const

function refundsOf(
  unit: Unit,
  good: readonly Capture[],
  capturedMinor: number,
): Pick<Snapshot, 'refundedMinor' | 'refunds'> {
  const refunds = unit.payments.refunds.map((refund): RefundSnapshot => {
    const state = refundStates[refund.status]
    return { ref: refund.id, ourId: refund.custom_id ?? null, amountMinor: refund.amount.minor, state }
  })
  const refundedMinor = refunds.filter(({ state }) => state === 'succeeded').reduce((n, r) => n + r.amountMinor, 0)
  // A capture that is gone as a whole while the list explains less of it (taken back by the bank): the total counts.
  const isGone = good.length > 0 && good.every(({ status }) => gone.includes(status))
  const promised = refunds.filter(({ state }) => state !== 'failed').reduce((n, r) => n + r.amountMinor, 0)
  return isGone && promised < capturedMinor
    ? { refunds: null, refundedMinor: capturedMinor }
    : { refunds, refundedMinor }
}

/** Orders do not say whether money moves; their links lead to the one or the other PayPal. */
function modeOf(order: Order, expected: ProviderMode): ProviderMode {
  const self = order.links.find(({ rel }) => rel === 'self')?.href
  const host = self && URL.canParse(self) ? new URL(self).hostname : ''
  if (!host.endsWith('.paypal.com')) return expected
  return host.endsWith('.sandbox.paypal.com') ? 'test' : 'live'
}

/** What the payer has approved is what we asked for: nothing else is ever captured. */
export function isAsAsked(order: Order, attempt: Attempt): boolean {
  const [unit] = order.purchase_units
  return (
    unit?.custom_id === attempt.id &&
    unit.amount.minor === attempt.amountMinor &&
    unit.amount.currency === attempt.currency
  )
}

export const unknownOrder = (attempt: Attempt, mode: ProviderMode): Snapshot => ({
  orderRef: attempt.orderRef,
  paymentRef: null,
  status: 'not-found',
  currency: attempt.currency,
  capturedMinor: 0,
  refundedMinor: 0,
  refunds: null,
  mode,
  failureMessage: null,
})
