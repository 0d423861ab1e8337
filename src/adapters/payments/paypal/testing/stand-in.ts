import { formatMoney, money } from '../../../../kernel/money.ts'
import type { StandIn, SupplierAct, SupplierReport } from '../../../../modules/payment/testing/stand-in.ts'
import {
  hostedPage,
  onward,
  postReport,
  type SupplierAnswer,
  type SupplierRequest,
  supplierServer,
} from '../../../../modules/payment/testing/supplier-server.ts'
import { type ApiState, answerApi, giveBack, isValidating } from './api.ts'
import { actOn, eventBody, note, type StandInOrder, setCapture } from './orders.ts'
import { certificatePath, testSigner } from './signing.ts'

/** Beyond what every stand-in can: what only PayPal does. */
export type PayPalStandIn = StandIn & {
  /** The root that the served certificate leads to, PEM. */
  readonly root: string
  /** The payer approves with a means of payment that a capture refuses with this issue ('INSTRUMENT_DECLINED' ...). */
  readonly approveWith: (orderRef: string, issue: string) => void
  /** Makes captures, and loses the answers; all else is answered. */
  readonly loseCaptures: () => void
  /** PayPal's own words about one order's state. */
  readonly order: (orderRef: string) => StandInOrder
  /** Captured by another call than ours. */
  readonly capture: (orderRef: string) => void
  readonly dispute: (orderRef: string, isOpen: boolean) => void
  /** Tokens that were given are no longer taken. */
  readonly expireTokens: () => void
  /** Six hours later. */
  readonly forgetRequestIds: () => void
  /** From now on refunds are taken and not yet made. */
  readonly holdRefunds: () => void
  /** Decides those; from now on refunds are made at once again. */
  readonly settleRefunds: (orderRef: string, status: 'COMPLETED' | 'FAILED') => void
  /** 'POST /v2/checkout/orders/5O1/capture <request id>', oldest first. */
  readonly asked: readonly string[]
  readonly setWebhookUrl: (url: string) => void
}

const keys = { clientId: 'stand-in-client', clientSecret: 'stand-in-secret', webhookId: '4JH86294D6297924G' }
const pagePath = '/checkoutnow'

/** PayPal on this machine: token, orders, the payer's page, captures, refunds, reports and their verification. */
export async function openPayPalStandIn(): Promise<PayPalStandIn> {
  const state: ApiState = {
    ...keys,
    orders: new Map(),
    breaches: [],
    remembered: new Map(),
    tokens: new Set(),
    asked: [],
    signer: testSigner(),
    webhookUrl: 'http://shop.test/api/webhooks/paypal',
    refundsArePending: false,
    made: 0,
  }
  let deliverTo: string | null = null
  const delivered = new Set<string>()
  const orderOf = (orderRef: string): StandInOrder => {
    const order = state.orders.get(orderRef)
    if (!order) throw new Error(`PayPal's stand-in has no order ${orderRef}`)
    return order
  }
  const reportsOf = (order: StandInOrder, at: Date): SupplierReport[] =>
    order.happenings.map((happening) => {
      const rawBody = Buffer.from(JSON.stringify(eventBody(order, happening, server.origin)))
      return state.signer.report(rawBody, state.webhookId, at)
    })
  const deliver = async (order: StandInOrder): Promise<void> => {
    if (deliverTo === null) return
    const to = deliverTo
    const all = reportsOf(order, new Date())
    for (const [at, report] of all.entries()) {
      const name = `${order.id} ${at}`
      if (delivered.has(name)) continue
      delivered.add(name)
      // A shop that is away hears of it again with the next act.
      const isTaken = await postReport(to, report)
        .then((status) => status < 300)
        .catch(() => false)
      if (!isTaken) delivered.delete(name)
    }
  }
  const respond = (request: SupplierRequest): SupplierAnswer => {
    if (request.path.startsWith(pagePath)) return page(request)
    if (request.path === certificatePath) return { status: 200, body: state.signer.chain }
    const answer = answerApi(state, request, server.origin)
    // What a call of the shop's has changed is reported a moment after its answer.
    for (const order of state.orders.values()) if (order.capture) setTimeout(() => void deliver(order), 50).unref()
    return answer
  }
  const page = ({ method, path, query, body }: SupplierRequest): SupplierAnswer => {
    const order = orderOf(method === 'GET' ? (query.get('token') ?? '') : path.slice(pagePath.length + 1))
    if (method === 'GET') {
      const amount = formatMoney(money(order.minor, order.currency), { exact: true })
      return hostedPage({ supplier: 'PayPal', amount, action: `${pagePath}/${order.id}` })
    }
    actOn(order, new URLSearchParams(body).get('act') as SupplierAct)
    setTimeout(() => void deliver(order), 50).unref()
    return onward(backOf(order))
  }
  const server = await supplierServer(respond, (path) => path.startsWith(pagePath))
  return {
    provider: 'paypal',
    env: { PAYPAL_API_URL: server.origin },
    settings: { mode: 'sandbox', client_id: keys.clientId, webhook_id: keys.webhookId, webhook_check: 'paypal' },
    secrets: { client_secret: keys.clientSecret },
    currency: 'USD',
    act: async (orderRef, act) => actOn(orderOf(orderRef), act),
    reports: async (orderRef, at) => reportsOf(orderOf(orderRef), at),
    returnVisit: async (orderRef) => {
      const order = orderOf(orderRef)
      if (order.lastAct === null || order.lastAct === 'lapse') return null
      return { query: Object.fromEntries(new URL(backOf(order)).searchParams), form: {} }
    },
    refundElsewhere: async (orderRef, amountMinor) => void giveBack(state, orderOf(orderRef), amountMinor, null),
    lie: async (orderRef, lie) => {
      orderOf(orderRef).lie = lie
    },
    setFault: (fault) => server.setFault(fault),
    loseCaptures: () => server.setFault('losing-answers', /\/capture$/),
    deliverTo: (webhookUrl) => {
      deliverTo = webhookUrl
      state.webhookUrl = webhookUrl
    },
    orderCount: () => state.made,
    breaches: () => state.breaches,
    isValidating,
    close: server.close,
    root: state.signer.root,
    approveWith: (orderRef, issue) => {
      const order = orderOf(orderRef)
      actOn(order, 'pay')
      order.means = issue
    },
    order: orderOf,
    capture: (orderRef) => setCapture(orderOf(orderRef), 'COMPLETED'),
    dispute: (orderRef, isOpen) => {
      const order = orderOf(orderRef)
      order.isDisputed = isOpen
      note(order, `CUSTOMER.DISPUTE.${isOpen ? 'CREATED' : 'RESOLVED'}`)
    },
    expireTokens: () => state.tokens.clear(),
    forgetRequestIds: () => state.remembered.clear(),
    holdRefunds: () => {
      state.refundsArePending = true
    },
    settleRefunds: (orderRef, status) => {
      state.refundsArePending = false
      const order = orderOf(orderRef)
      for (const refund of order.refunds.filter((one) => one.status === 'PENDING')) {
        refund.status = status
        note(order, 'PAYMENT.CAPTURE.REFUNDED', refund)
      }
    },
    asked: state.asked,
    setWebhookUrl: (url) => {
      state.webhookUrl = url
    },
  }
}

/** Where PayPal's page sends the browser: it adds the order, and the payer where it has been approved. */
function backOf(order: StandInOrder): string {
  const isCancelled = order.lastAct === 'cancel'
  const url = new URL(isCancelled ? order.cancelUrl : order.returnUrl)
  url.searchParams.set('token', order.id)
  if (!isCancelled) url.searchParams.set('PayerID', 'QYR5Z8XDVJNXQ')
  return url.href
}
