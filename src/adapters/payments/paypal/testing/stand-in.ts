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

export type PayPalStandIn = StandIn & {
  /** The root of the served certificate, PEM. */
  readonly root: string
  /** The payer approves with a method that the capture refuses with this issue ('INSTRUMENT_DECLINED' ...). */
  readonly approveWith: (orderRef: string, issue: string) => void
  /** Executes captures but drops their responses; other requests work. */
  readonly loseCaptures: () => void
  readonly order: (orderRef: string) => StandInOrder
  /** Captures the order as another process would. */
  readonly capture: (orderRef: string) => void
  readonly dispute: (orderRef: string, isOpen: boolean) => void
  readonly expireTokens: () => void
  /** Simulates six hours passing. */
  readonly forgetRequestIds: () => void
  /** From now on refunds stay pending. */
  readonly holdRefunds: () => void
  /** Settles pending refunds; from now on refunds complete at once. */
  readonly settleRefunds: (orderRef: string, status: 'COMPLETED' | 'FAILED') => void
  /** 'POST /v2/checkout/orders/5O1/capture <request id>', oldest first. */
  readonly asked: readonly string[]
  readonly setWebhookUrl: (url: string) => void
}

const keys = { clientId: 'stand-in-client', clientSecret: 'stand-in-secret', webhookId: '4JH86294D6297924G' }
const pagePath = '/checkoutnow'

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
      // If the shop is down, the next act repeats the webhook.
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
    // Sends webhooks shortly after the response that caused them.
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

/** PayPal's return URL: it adds the order, and the payer after an approval. */
function backOf(order: StandInOrder): string {
  const isCancelled = order.lastAct === 'cancel'
  const url = new URL(isCancelled ? order.cancelUrl : order.returnUrl)
  url.searchParams.set('token', order.id)
  if (!isCancelled) url.searchParams.set('PayerID', 'QYR5Z8XDVJNXQ')
  return url.href
}
