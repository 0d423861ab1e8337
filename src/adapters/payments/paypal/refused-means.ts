import type { Order } from './objects.ts'

/**
 * Which orders have had their means of payment refused. Such an order is captured again only when the payer has acted
 * since, and then under a new request id: under the old one PayPal would repeat its answer, and each poll that tried
 * the same card again would use up one of the tries that PayPal allows.
 */
export interface Refused {
  /** For the next capture of the order; null: the payer has not acted since the refusal. */
  readonly requestId: (attemptId: string, order: Order) => string | null
  readonly note: (order: Order) => void
  /** The payer has come back, or PayPal reports a new approval. */
  readonly payerActed: (orderRef: string) => void
}

type Refusal = { readonly times: number; readonly approval: string; readonly hasActed: boolean }
const most = 5_000

/**
 * Kept in memory: an order can be captured once, whatever the request id, so that the worst that forgetting can do is
 * to send a payer back to PayPal once more.
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
      if (refusals.size >= most && oldest !== undefined) refusals.delete(oldest)
      refusals.set(order.id, { times, approval: approvalOf(order), hasActed: false })
    },
    payerActed: (orderRef) => {
      const refusal = refusals.get(orderRef)
      if (refusal) refusals.set(orderRef, { ...refusal, hasActed: true })
    },
  }
}

/** What changes when an order is approved anew, where PayPal tells. */
const approvalOf = ({ update_time: at, payer }: Order): string => `${at ?? ''} ${payer?.payer_id ?? ''}`
