import type { Attempt, ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import type { Order } from './objects.ts'
import { text } from './text.ts'

type Unit = Order['purchase_units'][number]
type Capture = Unit['payments']['captures'][number]

const paid: readonly Capture['status'][] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']
const gone: readonly Capture['status'][] = ['REFUNDED', 'REVERSED']
const isPaid = (capture: Capture): boolean => paid.includes(capture.status)
/** PayPal's hold reasons that mean a dispute. */
const disputeReasons: readonly string[] = ['BUYER_COMPLAINT', 'CHARGEBACK']

export const declinedMessage = text('failed.declined')

export const actMessage = text('failed.chooseAnother')

/**
 * Reduces an order to its payment state. The captures decide: a COMPLETED order may have a pending or declined
 * capture.
 */
export function orderSnapshot(order: Order, attempt: Pick<Attempt, 'id'>, expected: ProviderMode): Snapshot {
  const [unit] = order.purchase_units
  if (!unit) throw new Error('An order without a purchase unit')
  const { captures } = unit.payments
  const good = captures.filter(isPaid)
  const capture = good[0] ?? captures.at(-1)
  const currency = (capture ?? unit).amount.currency
  const capturedMinor = sumOf(good.filter(({ amount }) => amount.currency === currency))
  const fee = feeOf(good, currency)
  const isDisputed = captures.some(({ status_details: why }) => disputeReasons.includes(why?.reason ?? ''))
  const status = statusOf(order, captures)
  return {
    orderRef: isOurs(unit, attempt) ? order.id : `${order.id} of ${unit.custom_id ?? 'nobody'}`,
    paymentRef: capture?.id ?? null,
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

/** Rejects an order that carries another attempt's id. */
const isOurs = (unit: Unit, attempt: Pick<Attempt, 'id'>): boolean =>
  unit.custom_id === attempt.id &&
  unit.payments.captures.every(({ custom_id: id }) => id === undefined || id === attempt.id)

function statusOf(order: Order, captures: readonly Capture[]): SnapshotStatus {
  if (captures.some(isPaid)) return 'succeeded'
  if (captures.some(({ status }) => status === 'PENDING')) return 'processing'
  if (captures.length > 0) return 'failed'
  // Approved is not paid; it still needs our capture.
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
  // If the captures are gone but the refund list explains less (a reversal by the bank), the total counts.
  const isGone = good.length > 0 && good.every(({ status }) => gone.includes(status))
  const promised = refunds.filter(({ state }) => state !== 'failed').reduce((n, r) => n + r.amountMinor, 0)
  return isGone && promised < capturedMinor
    ? { refunds: null, refundedMinor: capturedMinor }
    : { refunds, refundedMinor }
}

/** Orders have no mode field; the host of their links shows sandbox or live. */
function modeOf(order: Order, expected: ProviderMode): ProviderMode {
  const self = order.links.find(({ rel }) => rel === 'self')?.href
  const host = self && URL.canParse(self) ? new URL(self).hostname : ''
  if (!host.endsWith('.paypal.com')) return expected
  return host.endsWith('.sandbox.paypal.com') ? 'test' : 'live'
}

/** Checked before every capture: the approved order must match the attempt. */
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
