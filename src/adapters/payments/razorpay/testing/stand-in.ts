import { createHash, createHmac } from 'node:crypto'
import { openContract } from '../../../../modules/payment/testing/contract-files.ts'
import type { StandIn, SupplierReport } from '../../../../modules/payment/testing/stand-in.ts'
import {
  onward,
  postOnward,
  postReport,
  type SupplierAnswer,
  type SupplierRequest,
  supplierServer,
} from '../../../../modules/payment/testing/supplier-server.ts'
import { answerApi, refused } from './api.ts'
import { act, allowLate, decide, type Entry, giveBack, paidPayment, reported } from './book.ts'
import { checkoutScript, frameAnswer, framePage } from './pages.ts'

export const keys = { id: 'rzp_test_standin', secret: 'stand_in_key_secret', webhook: 'stand_in_webhook_secret' }
const isPage = (path: string): boolean => path.startsWith('/v1/checkout')
const [scriptPath, framePath, hostedPath] = ['/v1/checkout.js', '/v1/checkout/public', '/v1/checkout/embedded']

export type RazorpayStandIn = StandIn & {
  /** The bank authorises a payment that is never captured. */
  readonly authorize: (orderRef: string) => void
  readonly allowLate: (orderRef: string, how: 'captured' | 'authorized') => void
  /** Refunds complete at once, or stay pending until decided. */
  readonly settleRefundsAtOnce: (isAtOnce: boolean) => void
  /** The next refund request reports that the same one is still running. */
  readonly refundsAreBusy: (isBusy: boolean) => void
  readonly capturesOf: (orderRef: string) => number
  readonly asked: () => readonly string[]
}

export async function openRazorpayStandIn(): Promise<RazorpayStandIn> {
  const contract = openContract('razorpay-contract.json')
  const entries = new Map<string, Entry>()
  const captures = new Map<string, number>()
  const [breaches, asked]: [string[], string[]] = [[], []]
  const state = { settlesAtOnce: false, isBusy: false, webhookUrl: null as string | null }
  const delivered = new Set<string>()
  /** Forms posted to the page without a script, by order; they hold the return URL. */
  const forms = new Map<string, URLSearchParams>()

  const entryOf = (orderRef: string): Entry => {
    const entry = entries.get(orderRef)
    if (!entry) throw new Error(`no order ${orderRef}`)
    return entry
  }
  const judge = (what: string, fault: string | null | undefined) => {
    if (fault) breaches.push(`${what}: ${fault}`)
  }
  const reports = (entry: Entry, at: Date): SupplierReport[] =>
    eventsOf(entry).map(({ name, payload }) => {
      const body = { ...envelope(name, payload), created_at: Math.floor(at.getTime() / 1000) }
      const schema = name === 'order.paid' ? 'event_order_paid' : `event_${name.split('.')[0]}`
      judge(`report ${name}`, contract?.schema(schema, body))
      return signed(body, entry.lie === 'wrong-mode' ? 'secret of the other mode' : keys.webhook)
    })
  const deliver = async (entry: Entry) => {
    for (const report of reports(entry, new Date())) {
      const id = report.headers['x-razorpay-event-id'] ?? ''
      if (!state.webhookUrl || delivered.has(id)) continue
      const status = await postReport(state.webhookUrl, report).catch(() => 0)
      if (status >= 200 && status < 300) delivered.add(id)
    }
  }
  const server = await supplierServer((request) => (isPage(request.path) ? page(request) : api(request)), isPage)

  const api = async (request: SupplierRequest): Promise<SupplierAnswer> => {
    asked.push(`${request.method} ${request.path}`)
    const path = request.path.replace(/^\/v1/, '')
    const isListed = request.method === 'GET' && /^\/orders$|\/refunds$/.test(path)
    const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
    if (!isListed) judge(`${request.method} ${path}`, contract?.request(request.method, path, body))
    const right = `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`
    if (request.headers.authorization !== right) return refused(401, 'Authentication failed')
    const answer = answerApi({ entries, captures, state }, request, path, body)
    if (!isListed) judge(`answer to ${path}`, contract?.answer(request.method, path, answer.status, answer.body))
    else
      for (const item of (answer.body as { items: object[] }).items)
        judge(`answer to ${path}`, contract?.schema(path === '/orders' ? 'order' : 'refund', item))
    return answer
  }

  const page = async (request: SupplierRequest): Promise<SupplierAnswer> => {
    if (request.path === scriptPath) return checkoutScript(`${server.origin}${framePath}`)
    const form = new URLSearchParams(request.body)
    const orderRef = request.query.get('order_id') ?? form.get('order_id') ?? ''
    const entry = entryOf(orderRef)
    const actions = (path: string) => framePage(entry.order, `${path}/act?order_id=${orderRef}`)
    if (request.path === framePath) return actions(framePath)
    if (request.path === hostedPath) {
      const needed = ['key_id', 'name', 'amount', 'currency', 'prefill[email]', 'prefill[contact]', 'callback_url']
      for (const name of needed) if (!form.get(name)) breaches.push(`embedded: ${name} is missing`)
      forms.set(orderRef, form)
      return actions(hostedPath)
    }
    const chosen = form.get('act') as 'pay' | 'decline' | 'cancel'
    act(entry, chosen)
    await deliver(entry)
    if (request.path.startsWith(framePath)) {
      const kinds = { pay: 'paid', decline: 'failed', cancel: 'dismissed' } as const
      const answer = chosen === 'pay' ? proofOf(entry) : { error: errorOf(entry) }
      return frameAnswer({ kind: kinds[chosen], answer }, chosen === 'decline' ? actions(framePath) : null)
    }
    const given = forms.get(orderRef)
    if (chosen === 'cancel') return onward(given?.get('cancel_url') ?? '')
    return postOnward(given?.get('callback_url') ?? '', chosen === 'pay' ? proofOf(entry) : failureForm(entry))
  }

  return {
    provider: 'razorpay',
    env: { RAZORPAY_API_URL: server.origin, RAZORPAY_CHECKOUT_URL: `${server.origin}${scriptPath}` },
    settings: { key_id: keys.id, business_name: 'Safar Travel House', international: 'false' },
    secrets: { key_secret: keys.secret, webhook_secret: keys.webhook },
    currency: 'INR',
    act: async (orderRef, what) => act(entryOf(orderRef), what),
    reports: async (orderRef, at) => reports(entryOf(orderRef), at),
    returnVisit: async (orderRef) => {
      const entry = entryOf(orderRef)
      if (entry.lastAct === 'pay' && paidPayment(entry)) return { query: {}, form: proofOf(entry) }
      return entry.lastAct === 'decline' ? { query: {}, form: failureForm(entry) } : null
    },
    refundElsewhere: async (orderRef, amount) => {
      const entry = entryOf(orderRef)
      giveBack(entry, paidPayment(entry)!, { amount, receipt: null, notes: {}, status: 'processed' })
    },
    decideRefund: async (orderRef, outcome) =>
      decide(entryOf(orderRef), outcome === 'succeeded' ? 'processed' : 'failed'),
    lie: async (orderRef, lie) => {
      entryOf(orderRef).lie = lie
    },
    setFault: server.setFault,
    deliverTo: (url) => {
      state.webhookUrl = url
    },
    orderCount: () => entries.size,
    breaches: () => breaches,
    isValidating: contract !== null,
    close: server.close,
    authorize: (orderRef) => act(entryOf(orderRef), 'authorize'),
    allowLate: (orderRef, how) => allowLate(entryOf(orderRef), how),
    settleRefundsAtOnce: (isAtOnce) => {
      state.settlesAtOnce = isAtOnce
    },
    refundsAreBusy: (isBusy) => {
      state.isBusy = isBusy
    },
    capturesOf: (orderRef) => captures.get(orderRef) ?? 0,
    asked: () => asked,
  }
}

function proofOf(entry: Entry): Record<string, string> {
  const { order } = entry
  const id = paidPayment(entry)?.id ?? ''
  const razorpay_signature = createHmac('sha256', keys.secret).update(`${order.id}|${id}`).digest('hex')
  return { razorpay_payment_id: id, razorpay_order_id: order.id, razorpay_signature }
}
function errorOf({ order, payments }: Entry) {
  const failed = payments.at(-1)
  const metadata = { payment_id: failed?.id, order_id: order.id }
  return {
    code: failed?.error_code,
    description: failed?.error_description,
    reason: failed?.error_reason,
    metadata,
  }
}
const failureForm = (entry: Entry): Record<string, string> => {
  const { code, description, reason, metadata } = errorOf(entry)
  return {
    'error[code]': String(code),
    'error[description]': String(description),
    'error[reason]': String(reason),
    'error[metadata]': JSON.stringify(metadata),
  }
}

type Event = { readonly name: string; readonly payload: Readonly<Record<string, { entity: object }>> }
function eventsOf(entry: Entry): Event[] {
  const order = { entity: reported(entry, entry.order) }
  const tries = entry.payments.flatMap((each): Event[] => {
    const payment = { entity: reported(entry, each) }
    if (each.captured)
      return [
        { name: 'payment.captured', payload: { payment } },
        { name: 'order.paid', payload: { payment, order } },
      ]
    const name = { authorized: 'payment.authorized', failed: 'payment.failed' }[String(each.status)]
    return name ? [{ name, payload: { payment } }] : []
  })
  const refunds = entry.refunds.flatMap((each): Event[] => {
    const payment = { entity: reported(entry, entry.payments.find(({ id }) => id === each.payment_id)!) }
    const refund = { entity: reported(entry, each) }
    const names = ['refund.created', ...(each.status === 'pending' ? [] : [`refund.${each.status}`])]
    return names.map((name) => ({ name, payload: { refund, payment } }))
  })
  return [...tries, ...refunds]
}
const envelope = (name: string, payload: Event['payload']) => ({
  entity: 'event',
  account_id: 'acc_StandIn0000001',
  event: name,
  contains: Object.keys(payload),
  payload,
})

/** The id stays the same when the event is repeated. */
function signed(body: { event: string; payload: Event['payload'] }, secret: string): SupplierReport {
  const rawBody = Buffer.from(JSON.stringify(body))
  const about = Object.values(body.payload).map(({ entity }) => (entity as { id: string }).id)
  const id = createHash('sha256')
    .update(`${body.event} ${about.join(' ')}`)
    .digest('hex')
    .slice(0, 20)
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': createHmac('sha256', secret).update(rawBody).digest('hex'),
    'x-razorpay-event-id': `evt_${id}`,
  }
  return { rawBody, headers }
}
