import * as z from 'zod'
import type { Text } from '../../../kernel/messages.ts'
import { type CurrencyCode, parseAmount } from '../../../kernel/money.ts'
import type { ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import { idOfOrderNumber } from './order-number.ts'
import { text } from './text.ts'

const amount = z.union([z.number().nonnegative(), z.string().regex(/^\d{1,12}(\.\d+)?$/)])
const word = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const currency = word.pipe(z.string().regex(/^[A-Z]{3}$/))

/** CCAvenue sends 'order_currncy'; its documentation says 'order_curr'. */
const orderSchema = z
  .object({
    reference_no: word.pipe(z.string().regex(/^\d{1,25}$/)),
    order_no: word.pipe(z.string().min(1).max(40)),
    order_currncy: currency.optional(),
    order_curr: currency.optional(),
    order_amt: amount,
    order_capt_amt: amount.optional(),
    order_fee_flat: amount.optional(),
    order_fee_perc_value: amount.optional(),
    order_tax: amount.optional(),
    order_status: word.pipe(z.string().min(1).max(60)),
    order_fraud_status: word.optional(),
  })
  .transform((order, context) => {
    const code = order.order_currncy ?? order.order_curr
    if (!code) context.addIssue({ code: 'custom', message: 'no currency' })
    return { ...order, currency: code ?? '' }
  })
export type OrderAnswer = z.infer<typeof orderSchema>

const errorSchema = z.object({ error_code: word.optional(), error_desc: z.string().optional() })
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

/** Accepts the bare object and the wrapper that some API versions add. Throws if the answer is invalid. */
export function readOrder(body: unknown): Reading<OrderAnswer> {
  return readBody(unwrapped(body, 'Order_Status_Result'), orderSchema)
}
function readBody<T>(body: unknown, schema: z.ZodType<T>): Reading<T> {
  const { error_code: code, error_desc: message = '' } = errorSchema.parse(body)
  if (code) return { kind: 'error', code, message: message.slice(0, 200) }
  return { kind: 'value', value: schema.parse(body) }
}
const unwrapped = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body ? (body as Record<string, unknown>)[name] : body

/** Error codes for "no records": the order has not reached CCAvenue, or never will. */
const noRecords = new Set(['51308', '51313', '51419'])
export const isNoRecord = ({ code }: { code: string }): boolean => noRecords.has(code)

/** The captured statuses, including later refunds and chargebacks. */
const statuses: Readonly<Record<string, SnapshotStatus | 'refunded' | 'disputed'>> = {
  successful: 'succeeded',
  shipped: 'succeeded',
  initiated: 'requires_action',
  awaited: 'processing',
  unsuccessful: 'failed',
  invalid: 'failed',
  fraud: 'failed',
  aborted: 'cancelled',
  cancelled: 'cancelled',
  'auto-cancelled': 'cancelled',
  timeout: 'expired',
  refunded: 'refunded',
  'system refund': 'refunded',
  'auto-reversed': 'refunded',
  chargeback: 'disputed',
}
const failureMessages: Readonly<Record<string, Text>> = {
  failed: text('failed.declined'),
  cancelled: text('failed.cancelled'),
  expired: text('failed.expired'),
}

/**
 * Converts an order, without its refunds. `wasPaid`: we have seen it succeed before, so a cancellation by staff or
 * after twelve days without confirmation means that the money goes back. Throws for an unknown status.
 */
export function orderSnapshot(
  order: OrderAnswer,
  mode: ProviderMode,
  wasPaid = false,
): Snapshot & { isAllRefunded: boolean } {
  const theirs = statuses[order.order_status.toLowerCase()]
  const known = theirs === 'cancelled' && wasPaid ? 'refunded' : theirs
  if (!known) throw new Error(`CCAvenue tells a status that we do not know: ${order.order_status.slice(0, 40)}`)
  const hasMoney = known === 'succeeded' || known === 'refunded' || known === 'disputed'
  // CCAvenue holds high-risk payments until staff decide in its dashboard, so the booking waits too.
  const isHeld = known === 'succeeded' && order.order_fraud_status?.toLowerCase() === 'high'
  const status = isHeld ? 'processing' : hasMoney ? 'succeeded' : known
  const capturedMinor = hasMoney ? capturedOf(order) : 0
  const feeMinor = hasMoney ? feeOf(order) : null
  return {
    orderRef: order.order_no,
    paymentRef: order.reference_no,
    status,
    currency: order.currency,
    capturedMinor,
    refundedMinor: known === 'refunded' ? capturedMinor : 0,
    refunds: null,
    mode,
    failureMessage: failureMessages[status] ?? null,
    ...(feeMinor !== null && { feeMinor }),
    ...(known === 'disputed' && { isDisputed: true }),
    ...(isHeld && { isHeld }),
    isAllRefunded: known === 'refunded',
  }
}

/**
 * The captured amount is 0 until the order is confirmed; until then use the ordered amount, which the bank approved.
 */
function capturedOf(order: OrderAnswer): number {
  const captured = minorOf(order.order_capt_amt ?? 0, order.currency)
  return captured > 0 ? captured : minorOf(order.order_amt, order.currency)
}
/** Returns null unless all parts of the fee are present. */
function feeOf({ order_fee_flat: flat, order_fee_perc_value: part, order_tax: tax, currency: code }: OrderAnswer) {
  if (flat === undefined || part === undefined || tax === undefined) return null
  return minorOf(flat, code) + minorOf(part, code) + minorOf(tax, code)
}

/** Rounds to the currency's own decimals; CCAvenue sometimes sends more. */
export function minorOf(value: number | string, code: CurrencyCode): number {
  const amount = parseAmount(value, code) ?? parseAmount(Number(value).toFixed(2), code)
  if (!amount) throw new Error('CCAvenue tells an amount that we cannot read')
  return amount.minor
}

const refundStates = { 'TS-REFC': 'succeeded', 'TS-REFA': 'pending', 'TS-REFF': 'failed', 'TS-REFD': 'failed' } as const
const refundSchema = z.object({
  refund_amt: amount,
  refund_mer_ref_no: word.nullish(),
  refund_issue_date: word.nullish(),
  refund_bank_ref_no: word.nullish(),
  refund_status: word.pipe(z.enum(['TS-REFC', 'TS-REFA', 'TS-REFF', 'TS-REFD'])),
})
const refundsSchema = z.object({ refund_list: z.union([z.array(refundSchema), refundSchema]).nullish() })

/** Reads the refunds of one payment. Throws if the answer is invalid. */
export function readRefunds(body: unknown, paymentRef: string, code: CurrencyCode): Reading<readonly RefundSnapshot[]> {
  const reading = readBody(unwrapped(body, 'Refund_Details_Result'), refundsSchema)
  if (reading.kind === 'error') return isNoRecord(reading) ? { kind: 'value', value: [] } : reading
  const list = reading.value.refund_list ?? []
  const value = (Array.isArray(list) ? list : [list]).map((refund, at) => {
    const number = refund.refund_mer_ref_no ?? ''
    const ourId = idOfOrderNumber(number)
    // A dashboard refund has no number of ours. Its note or timestamp is unique only within one payment.
    const theirs = number || refund.refund_issue_date || refund.refund_bank_ref_no || String(at)
    const ref = ourId === null ? `${paymentRef}:${theirs}` : number
    return { ref, ourId, amountMinor: minorOf(refund.refund_amt, code), state: refundStates[refund.refund_status] }
  })
  return { kind: 'value', value }
}

const refundTaken = z.object({
  refund_status: z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)])),
  reason: z.string().nullish(),
  error_code: word.nullish(),
})
export type RefundTaken = { readonly isTaken: boolean; readonly code: string; readonly reason: string }
/** Throws if the answer is invalid. */
export function readRefundTaken(body: unknown): RefundTaken {
  const { refund_status: status, reason, error_code: code } = refundTaken.parse(unwrapped(body, 'Refund_Order_Result'))
  return { isTaken: status === 0, code: code ?? '', reason: (reason ?? '').slice(0, 200) }
}
