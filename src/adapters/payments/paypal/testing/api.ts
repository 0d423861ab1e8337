import { exponentOf, money, parseAmount } from '../../../../kernel/money.ts'
import { openContract } from '../../../../modules/payment/testing/contract-files.ts'
import type { SupplierAnswer, SupplierRequest } from '../../../../modules/payment/testing/supplier-server.ts'
import { payPalCurrencies } from '../objects.ts'
import {
  captureWithOrder,
  note,
  orderBody,
  payPalId,
  refundBody,
  refundedMinor,
  type StandInOrder,
  setCapture,
} from './orders.ts'
import type { Signer } from './signing.ts'

export type ApiState = {
  readonly orders: Map<string, StandInOrder>
  readonly breaches: string[]
  /** Responses by request id and path, repeated until PayPal forgets the id. */
  readonly remembered: Map<string, SupplierAnswer>
  readonly tokens: Set<string>
  readonly asked: string[]
  readonly signer: Signer
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  webhookUrl: string
  refundsArePending: boolean
  made: number
}

const contracts = {
  orders: openContract('paypal-checkout-orders-v2.json'),
  payments: openContract('paypal-payments-v2.json'),
  webhooks: openContract('paypal-webhooks-v1.json'),
}
export const isValidating = contracts.orders !== null
const contractOf = (path: string) => {
  if (path.startsWith('/v2/checkout/')) return contracts.orders
  return path.startsWith('/v2/payments/') ? contracts.payments : contracts.webhooks
}

/** PayPal's API: validates the request and its own response against the contract. */
export function answerApi(state: ApiState, request: SupplierRequest, origin: string): SupplierAnswer {
  const { method, path, headers, body } = request
  if (path === '/v1/oauth2/token') return token(state, request)
  if (!state.tokens.has((headers.authorization ?? '').replace(/^Bearer /, '')))
    return { status: 401, body: unauthorised }
  const sent: unknown = body === '' ? undefined : JSON.parse(body)
  const fault = contractOf(path)?.request(method, path, sent)
  if (fault) state.breaches.push(`request ${method} ${path}: ${fault}`)
  const requestId = headers['paypal-request-id']
  const longest = 108
  if (requestId !== undefined && requestId.length > longest) state.breaches.push(`request id of ${requestId.length}`)
  state.asked.push(`${method} ${path}${requestId === undefined ? '' : ` ${requestId}`}`)
  const key = `${requestId} ${path}`
  const before = requestId === undefined ? undefined : state.remembered.get(key)
  const answer = before ?? route(state, request, sent, origin)
  if (requestId !== undefined && !before) state.remembered.set(key, answer)
  const response =
    before && before.status === 201 ? { ...before, status: path.includes('/refund') ? 201 : 200 } : answer
  const wrong = contractOf(path)?.answer(method, path, response.status, response.body)
  if (wrong) state.breaches.push(`answer ${response.status} to ${method} ${path}: ${wrong}`)
  return response
}

const unauthorised = {
  name: 'AUTHENTICATION_FAILURE',
  message: 'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  debug_id: 'standin',
}

function token(state: ApiState, { headers, body }: SupplierRequest): SupplierAnswer {
  const right = `Basic ${Buffer.from(`${state.clientId}:${state.clientSecret}`).toString('base64')}`
  if (headers.authorization !== right || new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
    const description = 'Client Authentication failed'
    return { status: 401, body: { error: 'invalid_client', error_description: description } }
  }
  const access_token = `A21AA${payPalId()}`
  state.tokens.add(access_token)
  return {
    status: 200,
    body: { access_token, token_type: 'Bearer', app_id: 'APP-STANDIN', expires_in: 32400, scope: '' },
  }
}

/** A 422 with this issue. The description is omitted, because the contract fixes its text. */
export const refusal = (issue: string, links: readonly object[] = []): SupplierAnswer => ({
  status: 422,
  body: {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
    details: [{ issue }],
    debug_id: 'standin',
    ...(links.length > 0 && { links }),
  },
})
const notFound: SupplierAnswer = {
  status: 404,
  body: {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    details: [{ issue: 'INVALID_RESOURCE_ID' }],
    debug_id: 'standin',
  },
}

function route(state: ApiState, request: SupplierRequest, sent: unknown, origin: string): SupplierAnswer {
  const { method, path } = request
  if (path === '/v2/checkout/orders' && method === 'POST') return create(state, request, sent, origin)
  const [, orderId, isCapture] = /^\/v2\/checkout\/orders\/([A-Z0-9]+)(\/capture)?$/.exec(path) ?? []
  if (orderId !== undefined) return ofOrder(state, orderId, isCapture !== undefined, origin)
  const [, captureId, isRefund] = /^\/v2\/payments\/captures\/([A-Z0-9]+)(\/refund)?$/.exec(path) ?? []
  if (captureId !== undefined) return ofCapture(state, captureId, isRefund === undefined ? null : request, sent)
  if (path === '/v1/notifications/verify-webhook-signature') return judge(state, request.body)
  if (path === '/v1/notifications/webhooks') return webhooks(state)
  return notFound
}

type SentOrder = {
  readonly intent: string
  readonly payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } }
  readonly purchase_units: readonly {
    readonly amount: { readonly currency_code: string; readonly value: string }
    readonly custom_id: string
    readonly invoice_id: string
  }[]
}
function create(state: ApiState, { headers }: SupplierRequest, sent: unknown, origin: string): SupplierAnswer {
  const { payment_source: source, purchase_units: units, intent } = sent as SentOrder
  const [unit] = units
  const urls = source?.paypal?.experience_context
  if (source && headers['paypal-request-id'] === undefined) {
    const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
    return {
      status: 400,
      body: { name: 'INVALID_REQUEST', message, details: [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }] },
    }
  }
  if (!unit || intent !== 'CAPTURE' || !urls?.return_url || !urls.cancel_url) return refusal('UNSUPPORTED_INTENT')
  const { currency_code: currency, value } = unit.amount
  if (!payPalCurrencies.includes(currency)) return refusal('INVALID_CURRENCY_CODE')
  const amount = parseAmount(value, currency)
  const isWhole = new RegExp(exponentOf(currency) === 0 ? '^\\d+$' : '^\\d+\\.\\d{2}$').test(value)
  if (!amount || !isWhole) return refusal('DECIMAL_PRECISION')
  const isPaid = [...state.orders.values()].some((o) => o.invoiceId === unit.invoice_id && o.capture)
  if (isPaid) return refusal('DUPLICATE_INVOICE_ID')
  const order: StandInOrder = {
    id: payPalId(),
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    minor: amount.minor,
    currency,
    returnUrl: urls.return_url,
    cancelUrl: urls.cancel_url,
    status: 'PAYER_ACTION_REQUIRED',
    means: 'COMPLETED',
    approvals: 0,
    capture: null,
    refunds: [],
    happenings: [],
    lastAct: null,
    lie: null,
    feeMinor: Math.round(amount.minor * 0.035),
    isDisputed: false,
  }
  state.orders.set(order.id, order)
  state.made++
  return { status: 201, body: orderBody(order, origin) }
}

function ofOrder(state: ApiState, orderId: string, isCapture: boolean, origin: string): SupplierAnswer {
  const order = state.orders.get(orderId)
  if (!order || order.status === 'GONE') return notFound
  if (!isCapture) return { status: 200, body: orderBody(order, origin) }
  if (order.capture) return refusal('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return refusal('ORDER_NOT_APPROVED')
  const { means } = order
  if (means !== 'COMPLETED' && means !== 'PENDING' && means !== 'DECLINED') {
    const link = { href: `${origin}/checkoutnow?token=${order.id}`, rel: 'redirect', method: 'GET' }
    return refusal(means, [link])
  }
  setCapture(order, means)
  return { status: 201, body: orderBody(order, origin) }
}

function ofCapture(state: ApiState, captureId: string, refund: SupplierRequest | null, sent: unknown): SupplierAnswer {
  const order = [...state.orders.values()].find(({ capture }) => capture?.id === captureId)
  if (!order) return notFound
  if (!refund) return { status: 200, body: captureWithOrder(order) }
  if (order.capture?.status !== 'COMPLETED') return refusal('PENDING_CAPTURE')
  const left = order.minor - refundedMinor(order)
  if (left === 0) return refusal('CAPTURE_FULLY_REFUNDED')
  const wanted = sent as { amount?: { currency_code: string; value: string }; custom_id?: string } | undefined
  if (wanted?.amount && wanted.amount.currency_code !== order.currency) {
    return refusal('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const amount = wanted?.amount ? parseAmount(wanted.amount.value, order.currency) : money(left, order.currency)
  if (!amount) return refusal('DECIMAL_PRECISION')
  if (amount.minor > left) return refusal('REFUND_AMOUNT_EXCEEDED')
  return { status: 201, body: refundBody(order, giveBack(state, order, amount.minor, wanted?.custom_id ?? null)) }
}

export function giveBack(state: ApiState, order: StandInOrder, minor: number, customId: string | null) {
  const status = state.refundsArePending ? ('PENDING' as const) : ('COMPLETED' as const)
  const refund = { id: payPalId(), minor, customId, status }
  order.refunds.push(refund)
  note(order, 'PAYMENT.CAPTURE.REFUNDED', refund)
  return refund
}

/** Verifies the raw bytes of the event in the request; re-serialised JSON would differ. */
function judge(state: ApiState, body: string): SupplierAnswer {
  const asked = JSON.parse(body) as Record<string, unknown>
  const mark = '"webhook_event":'
  const rawEvent = body.slice(body.indexOf(mark) + mark.length, body.lastIndexOf('}'))
  const isOwn = asked.webhook_id === state.webhookId && state.signer.isOwn(asked, rawEvent)
  return { status: 200, body: { verification_status: isOwn ? 'SUCCESS' : 'FAILURE' } }
}

function webhooks({ webhookId: id, webhookUrl: url }: ApiState): SupplierAnswer {
  return { status: 200, body: { webhooks: [{ id, url, event_types: [{ name: '*' }] }] } }
}
