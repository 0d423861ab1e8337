import { randomInt } from 'node:crypto'
import { formatAmount, money, parseAmount } from '../../../../kernel/money.ts'
import type { PaymentAction } from '../../../../modules/payment/port.ts'
import type { StandIn, SupplierAct, SupplierLie, SupplierReport } from '../../../../modules/payment/testing/stand-in.ts'
import {
  hostedPage,
  onward,
  postOnward,
  postReport,
  type SupplierAnswer,
  type SupplierRequest,
  supplierServer,
} from '../../../../modules/payment/testing/supplier-server.ts'
import { type Cipher, decrypt, encrypt } from '../cipher.server.ts'
import { answerFields } from './answer-fields.ts'
import { answerApi } from './api.ts'
import { orderFault } from './order-rules.ts'
import { accounts, foreignKey, hasMoney, type StandInAccount, type StandInOrder, type World } from './world.ts'

export type CcavenueStandIn = StandIn & {
  readonly open: (action: PaymentAction) => Promise<string>
  readonly order: (orderRef: string) => StandInOrder
  readonly setIpRegistered: (isRegistered: boolean) => void
  /** Wraps the answer in another object, as some versions of the API do. */
  readonly setWrapped: (isWrapped: boolean) => void
  /** The encrypted answer that the browser brings, with these fields changed. */
  readonly encResp: (orderRef: string, change?: Readonly<Record<string, string>>, at?: Date) => string
}

const pagePath = '/transaction/transaction.do'

export async function openCcavenueStandIn({ cipher = 'cbc' }: { cipher?: Cipher } = {}): Promise<CcavenueStandIn> {
  const world: World = { cipher, accounts, orders: new Map(), breaches: [], isIpRegistered: true, isWrapped: false }
  let webhookUrl: string | null = null
  const server = await supplierServer(
    (request) => respond(request),
    (path) => path.startsWith('/transaction/'),
  )

  const respond = async (request: SupplierRequest): Promise<SupplierAnswer> => {
    if (request.path === '/apis/servlet/DoWebTrans') return { status: 200, body: answerApi(world, request) }
    if (request.method === 'POST' && request.path === pagePath) return takeOrder(request)
    const [, orderNo] = /^\/transaction\/([0-9a-z]+)$/.exec(request.path) ?? []
    const order = orderNo ? world.orders.get(orderNo) : undefined
    if (!order) return { status: 404, body: 'No such page' }
    if (request.method === 'GET') return pageOf(order)
    doAct(order, new URLSearchParams(request.body).get('act') as SupplierAct)
    if (webhookUrl) for (const report of await reports(order.orderNo, new Date())) await postReport(webhookUrl, report)
    const back = order.status === 'Aborted' ? order.fields.cancel_url : order.fields.redirect_url
    return postOnward(back!, { encResp: encRespOf(order), orderNo: order.orderNo })
  }

  const takeOrder = (request: SupplierRequest): SupplierAnswer => {
    const form = new URLSearchParams(request.body)
    const account = accounts.find(({ accessCode }) => accessCode === form.get('access_code'))
    const plain = account && decrypt({ cipher, workingKey: account.workingKey }, form.get('encRequest') ?? '')
    if (!account || !plain) return refuse('Merchant Authentication failed (10002)')
    const fields = Object.fromEntries(new URLSearchParams(plain))
    const fault = orderFault(account, fields)
    if (fault) return refuse(`Invalid parameter: ${fault}`)
    const orderNo = fields.order_id!
    // A browser may reload the page; the order stays the same.
    if (!world.orders.has(orderNo)) world.orders.set(orderNo, newOrder(account, fields))
    return onward(`${server.origin}/transaction/${orderNo}`)
  }
  const refuse = (words: string): SupplierAnswer => {
    world.breaches.push(words)
    return { status: 200, body: words }
  }
  const pageOf = ({ fields, orderNo }: StandInOrder): SupplierAnswer => {
    const amount = `${fields.currency} ${formatAmount(parseAmount(fields.amount!, fields.currency!)!)}`
    return hostedPage({ supplier: 'CCAvenue', amount, action: `${server.origin}/transaction/${orderNo}` })
  }

  const get = (orderRef: string): StandInOrder => {
    const order = world.orders.get(orderRef)
    if (!order) throw new Error(`no order ${orderRef}: has the browser arrived?`)
    return order
  }
  const encRespOf = (order: StandInOrder, change: Readonly<Record<string, string>> = {}, at = new Date()): string => {
    const account = accounts.find(({ accessCode }) => accessCode === order.accessCode)!
    const plain = Object.entries({ ...answerFields(order, at), ...change }).map(([key, value]) => `${key}=${value}`)
    return encrypt({ cipher, workingKey: order.isForeign ? foreignKey : account.workingKey }, plain.join('&'))
  }
  const reports = async (orderRef: string, at: Date): Promise<SupplierReport[]> => {
    const order = get(orderRef)
    if (order.status === 'Initiated') return []
    const body = new URLSearchParams({ encResp: encRespOf(order, {}, at), orderNo: order.orderNo }).toString()
    return [{ rawBody: Buffer.from(body), headers: { 'content-type': 'application/x-www-form-urlencoded' } }]
  }
  const open = async (action: PaymentAction): Promise<string> => {
    if (action.kind !== 'redirect' || !action.form) throw new Error('CCAvenue takes a form by POST')
    const answer = await fetch(action.url, { method: 'POST', body: new URLSearchParams(action.form) })
    return answer.text()
  }

  return {
    provider: 'ccavenue',
    env: { CCAVENUE_URL: server.origin, CCAVENUE_API_URL: server.origin },
    ...whatStaffEnter(cipher),
    currency: 'INR',
    arrive: async (action) => void (await open(action)),
    act: async (orderRef, act) => doAct(get(orderRef), act),
    reports,
    returnVisit: async (orderRef) => {
      const order = get(orderRef)
      if (order.status === 'Initiated' || order.status === 'Timeout') return null
      return { query: {}, form: { encResp: encRespOf(order), orderNo: order.orderNo } }
    },
    refundElsewhere: async (orderRef, amountMinor) => refundElsewhere(get(orderRef), amountMinor),
    isSilentOnRefunds: true,
    decideRefund: async (orderRef, outcome) => decideRefunds(get(orderRef), outcome),
    lie: async (orderRef, lie) => applyLie(get(orderRef), lie),
    setFault: server.setFault,
    deliverTo: (url) => {
      webhookUrl = url
    },
    orderCount: () => world.orders.size,
    breaches: () => world.breaches,
    // There is no contract file; the stand-in has its own rules.
    isValidating: true,
    close: server.close,
    open,
    order: get,
    setIpRegistered: (isRegistered) => {
      world.isIpRegistered = isRegistered
    },
    setWrapped: (isWrapped) => {
      world.isWrapped = isWrapped
    },
    encResp: (orderRef, change, at) => encRespOf(get(orderRef), change, at),
  }
}

function whatStaffEnter(cipher: Cipher) {
  const [india, uae] = accounts as readonly [StandInAccount, StandInAccount]
  return {
    settings: {
      mode: 'test',
      cipher,
      india_merchant_id: india.merchantId,
      india_access_code: india.accessCode,
      uae_merchant_id: uae.merchantId,
      uae_access_code: uae.accessCode,
    },
    secrets: { india_working_key: india.workingKey, uae_working_key: uae.workingKey },
  }
}

const newOrder = ({ accessCode }: StandInAccount, fields: Record<string, string>): StandInOrder => ({
  orderNo: fields.order_id!,
  accessCode,
  fields,
  trackingId: String(randomInt(100_000_000_000, 281_474_976_710_655)),
  status: 'Initiated',
  fraud: 'NA',
  claimed: null,
  amount: fields.amount!,
  currency: fields.currency!,
  shownOrderNo: fields.order_id!,
  isForeign: false,
  refunds: [],
})

const statuses: Readonly<Record<SupplierAct, string>> = {
  pay: 'Successful',
  'pay-later': 'Awaited',
  decline: 'Unsuccessful',
  cancel: 'Aborted',
  lapse: 'Timeout',
}
/** A bank may approve late. The customer cannot undo a payment. */
function doAct(order: StandInOrder, act: SupplierAct): void {
  if (!(act in statuses)) throw new Error(`no such act: ${act}`)
  if (!hasMoney(order.status)) order.status = statuses[act]
}
function applyLie(order: StandInOrder, lie: SupplierLie): void {
  if (lie === 'wrong-amount') order.amount = (Number(order.amount) - 1).toFixed(2)
  if (lie === 'wrong-currency') order.currency = order.currency === 'USD' ? 'EUR' : 'USD'
  if (lie === 'wrong-order') order.shownOrderNo = '0123456789abcdef0123456789'
  // Test and live environments differ only by their keys.
  if (lie === 'wrong-mode') order.isForeign = true
}
function refundElsewhere(order: StandInOrder, amountMinor: number): void {
  const amount = formatAmount(money(amountMinor, order.fields.currency!)).replaceAll(',', '')
  const issued = `2026-11-21 10:00:0${order.refunds.length}.0`
  order.refunds.push({ amount, number: '', issued, status: 'TS-REFC' })
}
function decideRefunds(order: StandInOrder, outcome: 'succeeded' | 'failed'): void {
  for (const refund of order.refunds) {
    if (refund.status === 'TS-REFA') refund.status = outcome === 'succeeded' ? 'TS-REFC' : 'TS-REFF'
  }
}
