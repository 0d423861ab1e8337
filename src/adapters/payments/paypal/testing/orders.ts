import { randomBytes } from 'node:crypto'
import { money } from '../../../../kernel/money.ts'
import type { SupplierAct, SupplierLie } from '../../../../modules/payment/testing/stand-in.ts'
import { amountOf } from '../objects.ts'

export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED'
export type StandInRefund = {
  id: string
  minor: number
  customId: string | null
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
}
export type Happening = { readonly type: string; readonly refund?: StandInRefund; readonly number: number }
export type StandInOrder = {
  readonly id: string
  readonly customId: string
  readonly invoiceId: string
  readonly minor: number
  readonly currency: string
  readonly returnUrl: string
  readonly cancelUrl: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'GONE'
  /** The result of a capture: a status, or the issue of a refusal. */
  means: string
  approvals: number
  capture: { id: string; status: CaptureStatus } | null
  refunds: StandInRefund[]
  happenings: Happening[]
  lastAct: SupplierAct | null
  lie: SupplierLie | null
  feeMinor: number
  isDisputed: boolean
}

export const payPalId = (): string =>
  randomBytes(17).reduce((id, byte) => id + '0123456789ABCDEFGHJKLMNPQRSTUVWX'[byte & 31], '')

export function note(order: StandInOrder, type: string, refund?: StandInRefund): void {
  order.happenings.push({ type, number: order.happenings.length + 1, ...(refund && { refund }) })
}

export function actOn(order: StandInOrder, act: SupplierAct): void {
  order.lastAct = act
  if (act === 'lapse') lapse(order)
  const isOver = order.status === 'GONE' || order.status === 'VOIDED'
  if (act === 'cancel' || act === 'lapse' || isOver) return
  if (order.capture) decide(order, act)
  else approve(order, act)
}
function approve(order: StandInOrder, act: SupplierAct): void {
  order.status = 'APPROVED'
  order.means = act === 'pay' ? 'COMPLETED' : act === 'pay-later' ? 'PENDING' : 'DECLINED'
  order.approvals++
  note(order, 'CHECKOUT.ORDER.APPROVED')
}
function decide(order: StandInOrder, act: SupplierAct): void {
  if (order.capture?.status !== 'PENDING' || act === 'pay-later') return
  setCapture(order, act === 'pay' ? 'COMPLETED' : 'DECLINED')
}
export function setCapture(order: StandInOrder, status: CaptureStatus): void {
  order.capture = { id: order.capture?.id ?? payPalId(), status }
  order.status = 'COMPLETED'
  note(order, `PAYMENT.CAPTURE.${status === 'DECLINED' ? 'DENIED' : status}`)
}
function lapse(order: StandInOrder): void {
  if (order.capture) return
  const wasApproved = order.status === 'APPROVED'
  order.status = wasApproved ? 'VOIDED' : 'GONE'
  if (wasApproved) note(order, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED')
}

export const refundedMinor = (order: StandInOrder): number =>
  order.refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, { minor }) => sum + minor, 0)

/** PayPal's response. A lie applies to captured orders only. */
export function orderBody(order: StandInOrder, origin: string): object {
  const lie = lieOf(order)
  const captures = order.capture ? [captureBody(order)] : []
  const refunds = order.refunds.map((refund) => refundBody(order, refund))
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: 'default',
        amount: amountOf(money(order.minor, order.currency)),
        custom_id: lie === 'wrong-order' ? anotherId : order.customId,
        invoice_id: order.invoiceId,
        ...(captures.length > 0 && { payments: { captures, ...(refunds.length > 0 && { refunds }) } }),
      },
    ],
    ...(order.approvals > 0 && { payer: { payer_id: 'QYR5Z8XDVJNXQ', email_address: 'buyer@example.com' } }),
    create_time: '2026-11-20T12:00:00Z',
    links: [
      { href: `${apiOf(lie)}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
      { href: pageOf(order, origin), rel: 'payer-action', method: 'GET' },
    ],
  }
}
const anotherId = '01900000-0000-7000-8000-00000000beef'
const lieOf = (order: StandInOrder): SupplierLie | null => (order.capture ? order.lie : null)
const apiOf = (lie: SupplierLie | null): string =>
  lie === 'wrong-mode' ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'
export const pageOf = ({ id }: StandInOrder, origin: string): string => `${origin}/checkoutnow?token=${id}`

function moneyOf(order: StandInOrder, minor: number) {
  const lie = lieOf(order)
  const other = order.currency === 'EUR' ? 'GBP' : 'EUR'
  return amountOf(
    money(lie === 'wrong-amount' ? minor - 100 : minor, lie === 'wrong-currency' ? other : order.currency),
  )
}

export function captureBody(order: StandInOrder): Record<string, unknown> {
  const { capture } = order
  if (!capture) throw new Error('not captured')
  const lie = lieOf(order)
  const back = refundedMinor(order)
  const given = back === 0 ? capture.status : back < order.minor ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const net = order.minor - order.feeMinor
  return {
    id: capture.id,
    status: capture.status === 'COMPLETED' ? given : capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: moneyOf(order, order.minor),
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    seller_receivable_breakdown: {
      gross_amount: moneyOf(order, order.minor),
      paypal_fee: moneyOf(order, order.feeMinor),
      net_amount: moneyOf(order, net),
    },
    custom_id: lie === 'wrong-order' ? anotherId : order.customId,
    invoice_id: order.invoiceId,
    links: [
      { href: `${apiOf(lie)}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
      { href: `${apiOf(lie)}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: '2026-11-20T12:02:00Z',
    update_time: '2026-11-20T12:02:00Z',
  }
}

/** As returned by `/v2/payments/captures` and the events. */
export const captureWithOrder = (order: StandInOrder): Record<string, unknown> => ({
  ...captureBody(order),
  supplementary_data: { related_ids: { order_id: order.id } },
})

export function refundBody(order: StandInOrder, refund: StandInRefund): Record<string, unknown> {
  const amount = amountOf(money(refund.minor, order.currency))
  const upTo = order.refunds.slice(0, order.refunds.indexOf(refund) + 1)
  const total = upTo.filter(({ status }) => status !== 'FAILED').reduce((sum, { minor }) => sum + minor, 0)
  return {
    id: refund.id,
    status: refund.status,
    amount,
    ...(refund.customId !== null && { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: amountOf(money(0, order.currency)),
      net_amount: amount,
      total_refunded_amount: amountOf(money(total, order.currency)),
    },
    links: [
      { href: `${apiOf(null)}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${apiOf(null)}/v2/payments/captures/${order.capture?.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: '2026-11-21T09:00:00Z',
    update_time: '2026-11-21T09:00:00Z',
  }
}

const kinds: Readonly<Record<string, string>> = {
  'CHECKOUT.ORDER.APPROVED': 'checkout-order',
  'PAYMENT.CAPTURE.REFUNDED': 'refund',
  'PAYMENT.CAPTURE.REVERSED': 'refund',
  'CUSTOMER.DISPUTE.CREATED': 'dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute',
}

export function eventBody(order: StandInOrder, { type, refund, number }: Happening, origin: string): object {
  const kind = kinds[type] ?? (type.startsWith('PAYMENT.CAPTURE') ? 'capture' : undefined)
  return {
    id: `WH-${order.id}-${number}`,
    event_version: '1.0',
    create_time: '2026-11-20T12:02:05.000Z',
    ...(kind && { resource_type: kind }),
    resource_version: '2.0',
    event_type: type,
    summary: type,
    resource: resourceOf(order, type, refund, origin),
    links: [],
  }
}
function resourceOf(order: StandInOrder, type: string, refund: StandInRefund | undefined, origin: string): object {
  if (refund) return refundBody(order, refund)
  if (type === 'CHECKOUT.ORDER.APPROVED')
    return { ...orderBody({ ...order, capture: null }, origin), status: 'APPROVED' }
  if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    return { order_id: order.id, purchase_units: [{ reference_id: 'default', custom_id: order.customId }] }
  }
  if (type.startsWith('CUSTOMER.DISPUTE')) {
    return { dispute_id: `PP-D-${order.id}`, disputed_transactions: [{ seller_transaction_id: order.capture?.id }] }
  }
  return captureWithOrder(order)
}
