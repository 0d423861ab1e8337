import { createHmac, randomBytes } from 'node:crypto'
import { formatMoney, money } from '../../../../kernel/money.ts'
import { type Contract, openContract, readContractFile } from '../../../../modules/payment/testing/contract-files.ts'
import type { StandIn, SupplierAct, SupplierLie, SupplierReport } from '../../../../modules/payment/testing/stand-in.ts'
import {
  hostedPage,
  onward,
  postReport,
  type SupplierAnswer,
  type SupplierRequest,
  supplierServer,
} from '../../../../modules/payment/testing/supplier-server.ts'
import { openApi, type StripeApi, testKey, warmUp } from './api.ts'
import { chargeBody, disputeBody, eventBody, intentBody, type Order, refundBody, sessionBody } from './bodies.ts'
import { lieOf } from './lies.ts'

const contractFile = 'stripe-openapi-subset.json'
export const testWebhookSecret = 'whsec_standin0123456789'

export type StripeStandIn = StandIn & {
  readonly origin: string
  readonly order: (orderRef: string) => Order
  /** Declines one card; the page stays open for the next. */
  readonly declineCard: (orderRef: string) => void
  readonly dispute: (orderRef: string) => void
  /** While held, refunds stay pending until `settleRefunds`, which can also fail succeeded ones. */
  readonly holdRefunds: (isHeld: boolean) => void
  readonly settleRefunds: (orderRef: string, outcome: 'succeeded' | 'failed') => void
  /** Simulates Stripe forgetting idempotency keys after a day. */
  readonly forgetKeys: () => void
  /** Simulates a restricted key that may not read balance transactions. */
  readonly hideFees: (isHidden: boolean) => void
  readonly requests: () => readonly { method: string; path: string; key: string | undefined }[]
}

type Happened = { readonly id: string; readonly type: string; readonly created: number; readonly object: object }

/**
 * A local Stripe: Checkout Sessions, payment intents, refunds and webhooks, with state and idempotency keys. `clock`:
 * the time that sessions expire by; by default, the time of their attempt.
 */
export async function openStripeStandIn(clock: (() => Date) | null = null): Promise<StripeStandIn> {
  const contract = openContract(contractFile)
  warmUp(contract)
  const breaches: string[] = []
  const happened = new Map<string, Happened[]>()
  const lies = new Map<string, SupplierLie>()
  const visits = new Map<string, SupplierAct>()
  const delivered = new Set<string>()
  let webhookUrl: string | null = null

  const tell = (order: Order, type: string, object: object): void => {
    const list = happened.get(order.id) ?? []
    const id = `evt_${randomBytes(12).toString('hex')}`
    happened.set(order.id, [
      ...list,
      { id, type, created: order.created + list.length, object: structuredClone(object) },
    ])
  }
  const lied = (order: Order, body: object): object => lieOf(lies.get(order.id), body)
  const api = openApi({ clock, breaches, contract, queryNames: queryNames(), lied, tell })
  const server = await supplierServer(
    (request) => (isPage(request.path) ? page(request) : api.respond(request)),
    isPage,
  )
  api.setOrigin(server.origin)

  const reportOf = (order: Order, event: Happened, at: Date): SupplierReport => {
    const body = { ...eventBody(event), data: { object: lied(order, event.object) } }
    const sent = lies.get(order.id) === 'wrong-mode' ? { ...body, livemode: true } : body
    judge(contract, breaches, sent)
    const rawBody = Buffer.from(JSON.stringify(sent))
    return { rawBody, headers: { 'content-type': 'application/json', 'stripe-signature': sign(rawBody, at) } }
  }
  const deliver = async (order: Order): Promise<void> => {
    if (!webhookUrl) return
    for (const event of happened.get(order.id) ?? []) {
      if (delivered.has(event.id)) continue
      delivered.add(event.id)
      // Stripe would retry; tests ask for the webhook again.
      await postReport(webhookUrl, reportOf(order, event, new Date())).catch(() => 0)
    }
  }
  const act = (orderRef: string, what: SupplierAct): void => {
    const order = api.order(orderRef)
    if (what !== 'cancel' && doOf[what](order, tell)) visits.set(order.id, what)
    if (what === 'cancel' && order.status === 'open') visits.set(order.id, what)
  }
  const returnUrl = (order: Order): string | null => {
    const last = visits.get(order.id)
    if (!last || last === 'lapse') return null
    return last === 'cancel' ? order.cancelUrl : order.successUrl.replace('{CHECKOUT_SESSION_ID}', order.id)
  }
  const page = async ({ method, path, body }: SupplierRequest): Promise<SupplierAnswer> => {
    const order = api.find(path.slice(pagePath.length))
    if (!order) return { status: 404, body: 'No such page' }
    if (method === 'POST') {
      act(order.id, actOf(new URLSearchParams(body).get('act')))
      await deliver(order)
      const location = returnUrl(order)
      if (location) return onward(location)
    }
    if (order.status !== 'open') return { status: 200, body: '<p>This page is no longer open.</p>' }
    const amount = formatMoney(money(order.amount, order.currency.toUpperCase()), { exact: true })
    return hostedPage({ supplier: 'Stripe', amount, action: path })
  }

  return {
    provider: 'stripe',
    origin: server.origin,
    env: { STRIPE_API_URL: server.origin },
    settings: {},
    secrets: { secret_key: testKey, webhook_secret: testWebhookSecret },
    currency: 'USD',
    order: api.order,
    act: async (orderRef, what) => act(orderRef, what),
    reports: async (orderRef, at) => {
      const order = api.order(orderRef)
      return (happened.get(order.id) ?? []).map((event) => reportOf(order, event, at))
    },
    returnVisit: async (orderRef) => {
      const location = returnUrl(api.order(orderRef))
      return location === null ? null : { query: Object.fromEntries(new URL(location).searchParams), form: {} }
    },
    refundElsewhere: async (orderRef, amountMinor) => api.refundElsewhere(orderRef, amountMinor),
    lie: async (orderRef, lie) => void lies.set(api.order(orderRef).id, lie),
    declineCard: (orderRef) => {
      const order = api.order(orderRef)
      order.decline = insufficient
      tell(order, 'payment_intent.payment_failed', intentBody(order))
    },
    dispute: (orderRef) => {
      const order = api.order(orderRef)
      order.isDisputed = true
      tell(order, 'charge.dispute.created', disputeBody(order, 'needs_response'))
    },
    holdRefunds: api.holdRefunds,
    settleRefunds: (orderRef, outcome) => settle(api.order(orderRef), outcome, tell),
    forgetKeys: api.forgetKeys,
    hideFees: api.hideFees,
    requests: api.requests,
    setFault: server.setFault,
    deliverTo: (url) => {
      webhookUrl = url
    },
    orderCount: api.count,
    breaches: () => breaches,
    isValidating: contract !== null,
    close: server.close,
  }
}

const pagePath = '/c/pay/'
const isPage = (path: string): boolean => path.startsWith(pagePath)
const insufficient = 'Your card has insufficient funds.'
const actOf = (text: string | null): SupplierAct =>
  text === 'pay' || text === 'decline' || text === 'pay-later' ? text : 'cancel'

export const sign = (body: Uint8Array, at: Date, secret = testWebhookSecret): string => {
  const seconds = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${mac}`
}

type Tell = (order: Order, type: string, object: object) => void
/** Applies an act to an order; returns false if its page is closed. */
const doOf: Readonly<Record<Exclude<SupplierAct, 'cancel'>, (order: Order, tell: Tell) => boolean>> = {
  pay: (order, tell) => {
    const isDelayed = order.status === 'complete'
    if (!awaitsMoney(order)) return false
    Object.assign(order, { status: 'complete', intent: 'succeeded', decline: null })
    tell(order, `checkout.session.${isDelayed ? 'async_payment_succeeded' : 'completed'}`, sessionBody(order))
    return true
  },
  'pay-later': (order, tell) => {
    if (order.status !== 'open') return false
    Object.assign(order, { status: 'complete', intent: 'processing' })
    tell(order, 'checkout.session.completed', sessionBody(order))
    return true
  },
  // A declined card leaves the page open; a failed delayed method ends the session.
  decline: (order, tell) => {
    if (!awaitsMoney(order)) return false
    if (order.status === 'open') doOf['pay-later'](order, tell)
    Object.assign(order, { intent: 'requires_payment_method', decline: insufficient })
    tell(order, 'payment_intent.payment_failed', intentBody(order))
    tell(order, 'checkout.session.async_payment_failed', sessionBody(order))
    return true
  },
  lapse: (order, tell) => {
    if (order.status !== 'open') return false
    order.status = 'expired'
    tell(order, 'checkout.session.expired', sessionBody(order))
    return true
  },
}
const awaitsMoney = ({ status, intent }: Order): boolean =>
  status === 'open' || (status === 'complete' && intent === 'processing')

function settle(order: Order, outcome: 'succeeded' | 'failed', tell: Tell): void {
  for (const refund of order.refunds) {
    const isOpen = refund.status === 'pending' || (refund.status === 'succeeded' && outcome === 'failed')
    if (!isOpen) continue
    refund.status = outcome
    tell(order, outcome === 'failed' ? 'refund.failed' : 'refund.updated', refundBody(order, refund))
  }
  if (outcome === 'succeeded') tell(order, 'charge.refunded', chargeBody(order))
}

/** Checks events against the contract, except disputes, which it does not cover. */
function judge(contract: Contract | null, breaches: string[], event: ReturnType<typeof eventBody>): void {
  const { object } = event.data as { object: { object: string } }
  const faults = [contract?.schema('event', event)]
  if (object.object !== 'dispute') faults.push(contract?.schema(object.object, object))
  for (const fault of faults) if (fault) breaches.push(`event ${event.type}: ${fault}`)
}

/** Query parameters of the contract, by path; null if the contract is absent. */
function queryNames(): StripeApi['queryNames'] {
  type File = { paths: Record<string, { get?: { parameters?: { name: string }[] } }> }
  const file = readContractFile(contractFile) as File | null
  if (!file) return null
  return Object.entries(file.paths).map(([path, { get }]) => ({
    path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    names: (get?.parameters ?? []).map(({ name }) => name),
  }))
}
