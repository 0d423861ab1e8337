import { setTimeout as wait } from 'node:timers/promises'
import { type Attempt, isActive, type Snapshot } from '../../../modules/payment/port.ts'
import { type Answer, type Keys, type PayPalClient, PayPalSilence } from './client.server.ts'
import { type Order, orderObject } from './objects.ts'
import { actMessage, declinedMessage, isAsAsked, orderSnapshot, unknownOrder } from './order-snapshot.ts'
import { payerUrlOf } from './payer-url.ts'
import type { Refused } from './refused-means.ts'

export type Desk = {
  readonly client: PayPalClient
  readonly keys: Keys
  readonly apiUrl: string | null
  readonly refused: Refused
  readonly signal: AbortSignal
}

/** Nothing was captured and the order stays open: the payer chooses another method or completes a pending step. */
const payerIsToAct: readonly string[] = [
  'INSTRUMENT_DECLINED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'PAYER_ACTION_REQUIRED',
  'ORDER_NOT_APPROVED',
]
/** Another call has captured the order or is doing so; fetch the order to see. */
const beingDone: readonly string[] = ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS']
const waits = [300, 700, 1500]

/**
 * Returns the state of an attempt. Captures an approved order on the way, so that return page, poller and webhook lead
 * to the same result. The request id `<attempt>:capture` makes the capture idempotent. An ended attempt is only looked
 * up, never captured (flows.md: "PayPal stop capturing"). The order is fetched first, because PayPal forgets request
 * ids after six hours.
 */
export async function settleOrder(desk: Desk, attempt: Attempt): Promise<Snapshot> {
  const order = attempt.orderRef === null ? null : await findOrder(desk, attempt.orderRef)
  if (!order) return unknownOrder(attempt, desk.keys.mode)
  const isToBeCaptured = order.status === 'APPROVED' && isActive(attempt.state) && isAsAsked(order, attempt)
  return isToBeCaptured ? capture(desk, attempt, order) : snapshotOf(desk, attempt, order)
}

const snapshotOf = (desk: Desk, attempt: Attempt, order: Order): Snapshot =>
  orderSnapshot(order, attempt, desk.keys.mode)

/** Returns null if PayPal does not know the order. Throws if PayPal cannot be reached. */
export async function findOrder({ client, signal }: Desk, orderRef: string): Promise<Order | null> {
  const answer = await client.getOrder(orderRef, signal)
  if (answer.isYes) return readOrder(answer.body)
  if (answer.status === 404) return null
  throw new PayPalSilence(`an order could not be read: ${answer.status}`)
}

function readOrder(body: unknown): Order {
  const parsed = orderObject.safeParse(body)
  if (!parsed.success) throw new PayPalSilence(`no order: ${parsed.error.issues[0]?.path.join('.')}`)
  return parsed.data
}

async function capture(desk: Desk, attempt: Attempt, order: Order): Promise<Snapshot> {
  const requestId = desk.refused.requestId(attempt.id, order)
  // The payer has not replaced the refused payment method yet.
  if (requestId === null) return sentBack(desk, attempt, order, order.links)
  let answer: Answer
  try {
    answer = await desk.client.captureOrder(order.id, requestId, desk.signal)
  } catch (error) {
    return afterSilence(desk, attempt, order, error)
  }
  if (answer.isYes) {
    const parsed = orderObject.safeParse(answer.body)
    const isWhole = parsed.success && parsed.data.purchase_units[0]?.custom_id !== undefined
    return snapshotOf(desk, attempt, isWhole ? parsed.data : await again(desk, order))
  }
  return afterNo(desk, attempt, order, answer)
}

async function again(desk: Desk, { id }: Order): Promise<Order> {
  const order = await findOrder(desk, id)
  if (!order) throw new PayPalSilence('an order has gone')
  return order
}

/** The capture may have succeeded although its response was lost, so fetch the order. */
async function afterSilence(desk: Desk, attempt: Attempt, order: Order, silence: unknown): Promise<Snapshot> {
  if (desk.signal.aborted) throw silence
  const now = await again(desk, order)
  if (now.status === 'APPROVED') throw silence
  return snapshotOf(desk, attempt, now)
}

type No = Extract<Answer, { isYes: false }>
async function afterNo(desk: Desk, attempt: Attempt, order: Order, no: No): Promise<Snapshot> {
  const isAny = (of: readonly string[]) => no.issues.some((issue) => of.includes(issue))
  if (isAny(beingDone)) return snapshotOf(desk, attempt, await whenDone(desk, order))
  if (isAny(payerIsToAct)) {
    desk.refused.note(order)
    return sentBack(desk, attempt, order, [...no.links, ...order.links])
  }
  if (no.status === 404) return unknownOrder(attempt, desk.keys.mode)
  // A problem with our keys or permissions says nothing about the payment.
  if (no.status === 401 || no.status === 403) throw new PayPalSilence(`a capture was not allowed: ${no.status}`)
  return { ...snapshotOf(desk, attempt, order), status: 'failed', failureMessage: declinedMessage }
}

async function whenDone(desk: Desk, order: Order): Promise<Order> {
  let now = await again(desk, order)
  for (const time of waits) {
    if (now.status !== 'APPROVED') return now
    await wait(time, undefined, { signal: desk.signal })
    now = await again(desk, order)
  }
  return now
}

/** The order is still open; the payer must act and sees why. */
function sentBack(desk: Desk, attempt: Attempt, order: Order, links: Order['links']): Snapshot {
  const payerUrl = payerUrlOf(links, desk.apiUrl)
  return { ...snapshotOf(desk, attempt, order), failureMessage: actMessage, ...(payerUrl !== null && { payerUrl }) }
}
