import { foreignWords, type Text } from '../../../kernel/messages.ts'
import type { ProviderMode, RefundSnapshot, Snapshot } from '../../../modules/payment/port.ts'
import type { Order, Payment, Refund } from './objects.server.ts'
import { text } from './text.ts'

export const isMoney = ({ status, captured }: Payment): boolean =>
  captured && (status === 'captured' || status === 'refunded')

/** The captured payments of an order, the known one first. */
export function paidOf(payments: readonly Payment[], known: string | null): readonly Payment[] {
  const rank = ({ id }: Payment) => (id === known ? 0 : 1)
  return payments.filter(isMoney).sort((a, b) => rank(a) - rank(b) || a.created_at - b.created_at)
}

export type OrderState = {
  readonly order: Order
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
}

/** `known`: the payment that the attempt already has. */
export function snapshotOf(
  { order, payments, refunds }: OrderState,
  known: string | null,
  mode: ProviderMode,
): Snapshot {
  const paid = paidOf(payments, known)
  const [first] = paid
  const own = paid.filter(({ currency }) => currency === first?.currency)
  const waiting = payments.find(({ status }) => status === 'authorized')
  const last = [...payments].sort((a, b) => b.created_at - a.created_at)[0]
  const shown = first ?? waiting
  return {
    orderRef: shown?.order_id ?? order.id,
    paymentRef: shown?.id ?? null,
    // A failed try leaves the order open, and the bank may still approve it, so nothing here ends an attempt.
    status: first ? 'succeeded' : waiting ? 'processing' : 'requires_action',
    currency: shown?.currency ?? order.currency,
    capturedMinor: own.reduce((sum, { amount }) => sum + amount, 0),
    refundedMinor: refunds.reduce((sum, each) => sum + (each.status === 'processed' ? each.amount : 0), 0),
    refunds: refunds.map(refundSnapshot),
    mode,
    failureMessage: !shown && last?.status === 'failed' ? failureOf(last) : null,
    ...feeOf(own),
  }
}

const failureOf = ({ error_description: words }: Payment): Text =>
  typeof words === 'string' ? foreignWords(words) : text('failed')

/** The fee is in INR; it is omitted for other currencies instead of converted. */
function feeOf(paid: readonly Payment[]): { feeMinor?: number } {
  const fees = paid.map(({ currency, fee }) => (currency === 'INR' ? fee : null))
  return fees.length > 0 && fees.every((fee) => typeof fee === 'number')
    ? { feeMinor: fees.reduce((sum, fee) => sum + fee, 0) }
    : {}
}

const refundStates = { pending: 'pending', processed: 'succeeded', failed: 'failed' } as const
const refundSnapshot = ({ id, receipt, amount, status }: Refund): RefundSnapshot => ({
  ref: id,
  ourId: receipt || null,
  amountMinor: amount,
  state: refundStates[status],
})

export const unknownOrder = (currency: string, mode: ProviderMode): Snapshot => ({
  orderRef: null,
  paymentRef: null,
  status: 'not-found',
  currency,
  capturedMinor: 0,
  refundedMinor: 0,
  refunds: null,
  mode,
  failureMessage: null,
})
