import * as z from 'zod'
import { type CurrencyCode, parseAmount } from '../../../kernel/money.ts'
import type { ProviderMode, RefundSnapshot, Snapshot, SnapshotStatus } from '../../../modules/payment/port.ts'
import { idOfOrderNumber } from './order-number.ts'

const amount = z.union([z.number().nonnegative(), z.string().regex(/^\d{1,12}(\.\d+)?$/)])
const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const currency = text.pipe(z.string().regex(/^[A-Z]{3}$/))

/** An order of the status API. CCAvenue writes 'order_currncy'; its own table says 'order_curr'. */
const orderSchema = z
  .object({
    reference_no: text.pipe(z.string().regex(/^\d{1,25}$/)),
    order_no: text.pipe(z.string().min(1).max(40)),
    order_currncy: currency.optional(),
    order_curr: currency.optional(),
    order_amt: amount,
    order_capt_amt: amount.optional(),
    order_fee_flat: amount.optional(),
    order_fee_perc_value: amount.optional(),
    order_tax: amount.optional(),
    order_status: text.pipe(z.string().min(1).max(60)),
    order_fraud_status: text.optional(),
  })
  .transform((order, context) => {
    const code = order.order_currncy ?? order.order_curr
    if (!code) context.addIssue({ code: 'custom', message: 'no currency' })
    return { ...order, currency: code ?? '' }
  })
export type OrderAnswer = z.infer<typeof orderSchema>

const errorSchema = z.object({ error_code: text.optional(), error_desc: z.string().optional() })
export type Told<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

/** Bare, or in a wrapping that some versions put around it. Throws for anything that is no such answer. */
export function readOrder(body: unknown): Told<OrderAnswer> {
  return readTold(unwrapped(body, 'Order_Status_Result'), orderSchema)
}
function readTold<T>(body: unknown, schema: z.ZodType<T>): Told<T> {
  const { error_code: code, error_desc: message = '' } = errorSchema.parse(body)
  if (code) return { kind: 'error', code, message: message.slice(0, 200) }
  return { kind: 'told', value: schema.parse(body) }
}
const unwrapped = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && name in body ? (body as Record<string, unknown>)[name] : body

/** 'No records': the order has not reached CCAvenue, or never will. */
const noRecords = new Set(['51308', '51313', '51419'])
export const isNoRecord = ({ code }: { code: string }): boolean => noRecords.has(code)

/** 'money': it was captured, whatever became of it afterwards. */
const statuses: Readonly<Record<string, SnapshotStatus | 'refunded' | 'disputed'>> = {
  successful: 'succeeded',
  shipped: 'succeeded',
  // On the payment page: nothing has been paid, and nothing is under way.
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
const failureMessages: Readonly<Record<string, string>> = {
  failed: 'Your bank or card did not accept the payment',
  cancelled: 'The payment was cancelled',
  expired: 'The payment page was open for too long',
}

/**
 * What became of an order, before its refunds are known. `wasPaid`: we have been told of its success before; cancelled
 * after that (by staff there, or because it was not confirmed for twelve days) its money goes back. Throws for a status
 * that we do not know.
 */
export function orderSnapshot(
  order: OrderAnswer,
  mode: ProviderMode,
  wasPaid = false,
): Snapshot & { isAllRefunded: boolean } {
  const told = statuses[order.order_status.toLowerCase()]
  const known = told === 'cancelled' && wasPaid ? 'refunded' : told
  if (!known) throw new Error(`CCAvenue tells a status that we do not know: ${order.order_status.slice(0, 40)}`)
  const hasMoney = known === 'succeeded' || known === 'refunded' || known === 'disputed'
  // High risk: the money waits for a decision in CCAvenue's dashboard, and so does the booking.
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

/** Until the order is confirmed its captured amount is 0, and what was ordered is what the bank has granted. */
function capturedOf(order: OrderAnswer): number {
  const captured = minorOf(order.order_capt_amt ?? 0, order.currency)
  return captured > 0 ? captured : minorOf(order.order_amt, order.currency)
}
/** Null unless it tells all parts of it. */
function feeOf({ order_fee_flat: flat, order_fee_perc_value: part, order_tax: tax, currency: code }: OrderAnswer) {
  if (flat === undefined || part === undefined || tax === undefined) return null
  return minorOf(flat, code) + minorOf(part, code) + minorOf(tax, code)
}

/** Amounts are decimals, sometimes with more places than the currency has: rounded to its own. */
export function minorOf(value: number | string, code: CurrencyCode): number {
  const read = parseAmount(value, code) ?? parseAmount(Number(value).toFixed(2), code)
  if (!read) throw new Error('CCAvenue tells an amount that we cannot read')
  return read.minor
}

const refundStates = { 'TS-REFC': 'succeeded', 'TS-REFA': 'pending', 'TS-REFF': 'failed', 'TS-REFD': 'failed' } as const
const refundSchema = z.object({
  refund_amt: amount,
  refund_mer_ref_no: text.nullish(),
  refund_issue_date: text.nullish(),
  refund_bank_ref_no: text.nullish(),
  refund_status: text.pipe(z.enum(['TS-REFC', 'TS-REFA', 'TS-REFF', 'TS-REFD'])),
})
const refundsSchema = z.object({ refund_list: z.union([z.array(refundSchema), refundSchema]).nullish() })

/** Of one payment. Throws for anything that is no such answer. */
export function readRefunds(body: unknown, paymentRef: string, code: CurrencyCode): Told<readonly RefundSnapshot[]> {
  const told = readTold(unwrapped(body, 'Refund_Details_Result'), refundsSchema)
  if (told.kind === 'error') return isNoRecord(told) ? { kind: 'told', value: [] } : told
  const list = told.value.refund_list ?? []
  const value = (Array.isArray(list) ? list : [list]).map((refund, at) => {
    const number = refund.refund_mer_ref_no ?? ''
    const ourId = idOfOrderNumber(number)
    // Made in the dashboard: known by what was written or by when it was made, which is unique for one payment only.
    const theirs = number || refund.refund_issue_date || refund.refund_bank_ref_no || String(at)
    const ref = ourId === null ? `${paymentRef}:${theirs}` : number
    return { ref, ourId, amountMinor: minorOf(refund.refund_amt, code), state: refundStates[refund.refund_status] }
  })
  return { kind: 'told', value }
}

const refundTaken = z.object({
  refund_status: z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)])),
  reason: z.string().nullish(),
  error_code: text.nullish(),
})
export type RefundTaken = { readonly isTaken: boolean; readonly code: string; readonly reason: string }
/** Throws for anything that is no such answer. */
export function readRefundTaken(body: unknown): RefundTaken {
  const { refund_status: status, reason, error_code: code } = refundTaken.parse(unwrapped(body, 'Refund_Order_Result'))
  return { isTaken: status === 0, code: code ?? '', reason: (reason ?? '').slice(0, 200) }
}
