import type { Order } from './objects.ts'

/**
 * Tracks orders whose payment method was refused. Such an order is captured again only after the payer has acted, and
 * under a new request id: the old id would return the old response, and each retry with the same card would use up one
 * of PayPal's limited tries.
 */
export interface Refused {
  /** The request id for the next capture, or null if the payer has not acted since the refusal. */
  readonly requestId: (attemptId: string, order: Order) => string | null
  readonly note: (order: Order) => void
  /** Call this when the payer returns or PayPal reports a new approval. */
  readonly payerActed: (orderRef: string) => void
}

type Refusal = { readonly times: number; readonly approval: string; readonly hasActed: boolean }
const maxOrders = 5_000

/**
 * Kept in memory. After a restart, the worst case is one more redirect to PayPal: an order can only be captured once.
 */
export function refusedMeans(): Refused {
  const refusals = new Map<string, Refusal>()
  return {
    requestId: (attemptId, order) => {
      const refusal = refusals.get(order.id)
      if (!refusal) return `${attemptId}:capture`
      const isNew = refusal.hasActed || refusal.approval !== approvalOf(order)
      return isNew ? `${attemptId}:capture:${refusal.times + 1}` : null
    },
    note: (order) => {
      const times = (refusals.get(order.id)?.times ?? 0) + 1
      const [oldest] = refusals.keys()
      if (refusals.size >= maxOrders && oldest !== undefined) refusals.delete(oldest)
      refusals.set(order.id, { times, approval: approvalOf(order), hasActed: false })
    },
    payerActed: (orderRef) => {
      const refusal = refusals.get(orderRef)
      if (refusal) refusals.set(orderRef, { ...refusal, hasActed: true })
    },
  }
}

/** Changes with each new approval, if PayPal sends these fields. */
const approvalOf = ({ update_time: at, payer }: Order): string => `${at ?? ''} ${payer?.payer_id ?? ''}`
