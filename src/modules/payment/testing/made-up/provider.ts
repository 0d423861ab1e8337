import { createHmac, timingSafeEqual } from 'node:crypto'
import type {
  PaymentProvider,
  ProviderDescription,
  Snapshot,
  SnapshotStatus,
  StartOutcome,
  WebhookEvent,
} from '../../port.ts'

type Order = {
  key: string
  ref: string
  attemptId: string
  amountMinor: number
  currency: string
  status: SnapshotStatus
  paymentRef: string | null
  capturedMinor: number
  refunds: { ref: string; ourId: string | null; amountMinor: number; state: 'pending' | 'succeeded' | 'failed' }[]
  /** Falsifies the snapshots of this order. */
  twist?: Partial<Snapshot>
}
/** The supplier's next behaviour, set by tests. */
type Mood = {
  start: 'ok' | 'refuses' | 'silent' | 'loses-answer'
  status: 'ok' | 'silent'
  refund: 'succeeded' | 'pending' | 'failed' | 'silent'
  /** Falsifies a snapshot. */
  twist: Partial<Snapshot>
}
const secret = 'made-up-secret'
const tolerance = 300

/** An invented supplier: proves that a new provider needs one folder and one line. */
export function madeUpProvider(name = 'made_up', about: Partial<ProviderDescription> = {}) {
  const orders = new Map<string, Order>()
  const mood: Mood = { start: 'ok', status: 'ok', refund: 'succeeded', twist: {} }
  let made = 0
  const calls: string[] = []

  const orderOf = (attemptId: string): Order | undefined => [...orders.values()].find((o) => o.attemptId === attemptId)
  const silent = (what: string): never => {
    throw new Error(`${name}: ${what} timed out`)
  }
  const snapshotOf = (order: Order | undefined, currency: string): Snapshot => ({
    orderRef: order?.ref ?? null,
    paymentRef: order?.paymentRef ?? null,
    status: order?.status ?? 'not-found',
    currency: order?.currency ?? currency,
    capturedMinor: order?.capturedMinor ?? 0,
    refundedMinor: (order?.refunds ?? []).filter((r) => r.state === 'succeeded').reduce((n, r) => n + r.amountMinor, 0),
    refunds: order ? order.refunds.map((refund) => ({ ...refund })) : [],
    mode: 'live',
    failureMessage: order?.status === 'failed' ? 'The made-up bank said no' : null,
    ...mood.twist,
    ...order?.twist,
  })

  const provider: PaymentProvider = {
    describe: {
      name,
      type: 'api',
      label: 'Made-up Pay',
      brands: ['Shells', 'Pebbles'],
      means: 'card',
      fields: [{ name: 'api_key', label: 'API key', input: 'text', isRequired: false }],
      charge: { rule: 'booking' },
      currencies: null,
      opensForMinutes: 60,
      ...about,
    },
    mode: () => 'live',
    start: async (ctx, { attempt, payable, idempotencyKey }): Promise<StartOutcome> => {
      calls.push('start')
      if (mood.start === 'silent') silent('start')
      if (mood.start === 'refuses') return { outcome: 'failed', message: 'The made-up supplier refuses' }
      // Like a real supplier, the key identifies a repeated request.
      let order = [...orders.values()].find(({ key }) => key === idempotencyKey)
      if (!order) {
        const { minor: amountMinor, currency } = payable.amount
        const ref = `${name}_order_${++made}`
        order = {
          key: idempotencyKey,
          ref,
          attemptId: attempt.id,
          amountMinor,
          currency,
          status: 'requires_action',
          paymentRef: null,
          capturedMinor: 0,
          refunds: [],
        }
        orders.set(ref, order)
      }
      if (mood.start === 'loses-answer') silent('start')
      const url = `https://pay.made-up.example/${order.ref}?site=${encodeURIComponent(ctx.baseUrl)}`
      return {
        outcome: 'requires_action',
        orderRef: order.ref,
        action: { type: 'made_up_redirect', kind: 'redirect', url },
      }
    },
    fetchStatus: async (_ctx, attempt) => {
      calls.push('fetchStatus')
      if (mood.status === 'silent') silent('status')
      return snapshotOf(orderOf(attempt.id), attempt.currency)
    },
    readWebhook: async (ctx, rawBody, headers) => {
      const [at, mac] = (headers['made-up-signature'] ?? '').split('.')
      const right = sign(rawBody, Number(at))
      const given = Buffer.from(mac ?? '', 'hex')
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { verified: false, why: 'signature' }
      if (Math.abs(ctx.now.getTime() / 1000 - Number(at)) > tolerance) return { verified: false, why: 'stale' }
      return { verified: true, events: JSON.parse(Buffer.from(rawBody).toString()) as WebhookEvent[] }
    },
    readReturn: async (_ctx, attempt, { query }) => ({
      isProven: query.order === attempt.orderRef,
      isCancelled: query.gave_up === 'yes',
    }),
    close: async (_ctx, attempt) => {
      calls.push('close')
      if (mood.status === 'silent') silent('close')
      const order = orderOf(attempt.id)
      if (order?.status !== 'requires_action')
        return { outcome: 'moved-on', snapshot: snapshotOf(order, attempt.currency) }
      order.status = 'expired'
      return { outcome: 'closed' }
    },
    refund: async (_ctx, { attempt, refundId, amount }) => {
      calls.push('refund')
      const order = orderOf(attempt.id)
      if (mood.refund === 'silent' || !order) return { outcome: 'unknown', message: 'no answer' }
      const ref = `refund_${refundId}`
      if (order.refunds.some((refund) => refund.ref === ref)) return { outcome: 'succeeded', ref }
      const given = order.refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
      if (mood.refund === 'failed' || given + amount.minor > order.capturedMinor)
        return { outcome: 'failed', message: 'refused' }
      order.refunds.push({ ref, ourId: refundId, amountMinor: amount.minor, state: mood.refund })
      return { outcome: mood.refund, ref }
    },
  }

  const get = (ref: string): Order => {
    const order = orders.get(ref)
    if (!order) throw new Error(`no order ${ref}`)
    return order
  }
  return {
    provider,
    mood,
    calls,
    orders,
    /** The customer pays on the supplier's page, even if the order is closed there. */
    pay: (ref: string, capturedMinor?: number): void => {
      const order = get(ref)
      order.status = 'succeeded'
      order.capturedMinor = capturedMinor ?? order.amountMinor
      order.paymentRef = `${ref}_payment`
    },
    move: (ref: string, status: SnapshotStatus): void => {
      get(ref).status = status
    },
    /** A refund in the supplier's dashboard. */
    refundElsewhere: (ref: string, amountMinor: number): void => {
      const order = get(ref)
      order.refunds.push({
        ref: `${ref}_elsewhere_${order.refunds.length}`,
        ourId: null,
        amountMinor,
        state: 'succeeded',
      })
    },
    snapshot: (ref: string): Snapshot => snapshotOf(get(ref), get(ref).currency),
    /** A signed webhook; without a snapshot it is only a hint. */
    report: (event: Partial<WebhookEvent> & { eventId: string }, now: Date) => {
      const full = { attemptId: null, orderRef: null, snapshot: null, ...event }
      const rawBody = Buffer.from(JSON.stringify([full]))
      const at = Math.floor(now.getTime() / 1000)
      return { rawBody, headers: { 'made-up-signature': `${at}.${sign(rawBody, at).toString('hex')}` } }
    },
  }
}
export type MadeUp = ReturnType<typeof madeUpProvider>

const sign = (body: Uint8Array, at: number): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest()
