import { createHash, randomBytes } from 'node:crypto'
import type { Contract } from '../../../../modules/payment/testing/contract-files.ts'
import type { SupplierAnswer, SupplierRequest } from '../../../../modules/payment/testing/supplier-server.ts'
import { timeOfId } from '../../../../platform/crypto/keyring.server.ts'
import { apiVersion } from '../fields.ts'
import { chargeBody, intentBody, intentId, type Order, type Refund, refundBody, sessionBody } from './bodies.ts'
import { readForm } from './form.ts'

export const testKey = 'sk_test_standin0123456789'

export type StripeApi = {
  readonly clock: (() => Date) | null
  readonly breaches: string[]
  readonly contract: Contract | null
  readonly queryNames: readonly { readonly path: RegExp; readonly names: readonly string[] }[] | null
  readonly lied: (order: Order, body: object) => object
  readonly tell: (order: Order, type: string, object: object) => void
}
type Kept = { readonly fingerprint: string; readonly answer: SupplierAnswer }
type Params = Record<string, unknown>

/** A refusal by Stripe. `isKept`: the same idempotency key gets it again, because the request was executed. */
class No extends Error {
  readonly status: number
  readonly code: string
  readonly isKept: boolean
  constructor(status: number, code: string, message: string, isKept = true) {
    super(message)
    this.status = status
    this.code = code
    this.isKept = isKept
  }
}

export function openApi({ clock, breaches, contract, queryNames, lied, tell }: StripeApi) {
  const orders = new Map<string, Order>()
  const keys = new Map<string, Kept>()
  const requests: { method: string; path: string; key: string | undefined }[] = []
  let origin = ''
  let areRefundsHeld = false
  let areFeesHidden = false

  const find = (id: string): Order | undefined => orders.get(id)
  const order = (id: string): Order => {
    const session = find(id)
    if (!session) throw new Error(`no session ${id}`)
    return session
  }
  const known = (id: string): Order => {
    const session = find(id)
    if (!session) throw new No(404, 'resource_missing', `No such checkout.session: '${id}'`)
    return session
  }
  const ofIntent = (id: unknown): Order => {
    const session = [...orders.values()].find((one) => intentId(one) === id && one.status === 'complete')
    if (!session) throw new No(404, 'resource_missing', `No such payment_intent: '${String(id)}'`)
    return session
  }

  const create = (params: Params): object => {
    const made = newOrder(params, origin, clock)
    orders.set(made.id, made)
    return lied(made, sessionBody(made))
  }
  const expire = (id: string): object => {
    const session = known(id)
    if (session.status !== 'open') throw new No(400, '', 'Only Checkout Sessions with a status of open can be expired.')
    session.status = 'expired'
    tell(session, 'checkout.session.expired', sessionBody(session))
    return lied(session, sessionBody(session))
  }
  const giveBack = (params: Params): object => {
    const session = ofIntent(params.payment_intent)
    const status = areRefundsHeld ? 'pending' : 'succeeded'
    const metadata = (params.metadata ?? {}) as Record<string, string>
    const made = newRefund(session, Number(params.amount), metadata, String(params.reason), status)
    tell(session, 'refund.created', refundBody(session, made))
    if (status === 'succeeded') tell(session, 'charge.refunded', chargeBody(session))
    return lied(session, refundBody(session, made))
  }
  const listSessions = (query: Params): object => {
    const { gte = 0, lte = Number.MAX_SAFE_INTEGER } = (query.created ?? {}) as { gte?: string; lte?: string }
    const all = [...orders.values()].reverse()
    const within = all.filter(({ created }) => created >= Number(gte) && created <= Number(lte))
    return paged(within, query, '/v1/checkout/sessions', (one) => lied(one, sessionBody(one)))
  }
  const listRefunds = (query: Params): object => {
    const session = ofIntent(query.payment_intent)
    return paged([...session.refunds].reverse(), query, '/v1/refunds', (one) => lied(session, refundBody(session, one)))
  }

  const get = (path: string, query: Params): object => {
    const expand = Array.isArray(query.expand) ? query.expand.map(String) : []
    const isFee = expand.some((one) => one.includes('balance_transaction'))
    if (isFee && areFeesHidden) throw new No(403, 'more_permissions_required', 'The provided key may not do this.')
    const id = path.split('/').at(-1) ?? ''
    if (path === '/v1/checkout/sessions') return listSessions(query)
    if (path === '/v1/refunds') return listRefunds(query)
    if (path.startsWith('/v1/checkout/sessions/')) return lied(known(id), sessionBody(known(id), expand))
    if (path.startsWith('/v1/payment_intents/')) return lied(ofIntent(id), intentBody(ofIntent(id)))
    throw new No(404, 'resource_missing', `Unrecognized request URL (GET: ${path})`)
  }
  const post = (path: string, params: Params): object => {
    if (path === '/v1/checkout/sessions') return create(params)
    if (path === '/v1/refunds') return giveBack(params)
    const id = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path)?.[1]
    if (id) return expire(id)
    throw new No(404, 'resource_missing', `Unrecognized request URL (POST: ${path})`, false)
  }

  /** Executes a request once per key; other parameters with the same key are refused. */
  const keyed = ({ path, body, headers }: SupplierRequest): SupplierAnswer => {
    const key = headers['idempotency-key'] ?? ''
    const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex')
    const kept = keys.get(key)
    if (kept && kept.fingerprint !== fingerprint) {
      return refusal(400, '', 'Keys for idempotent requests can only be used with the same parameters.', true)
    }
    if (kept) return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
    const { answer, isKept } = carriedOut(() => post(path, readForm(body)))
    if (isKept && key !== '') keys.set(key, { fingerprint, answer })
    return answer
  }

  const complain = (request: SupplierRequest): void => {
    const { method, path, query, body, headers } = request
    const isPost = method === 'POST'
    const fault = contract?.request(method, path, isPost ? readForm(body) : null, isPost)
    if (fault) breaches.push(`${method} ${path}: ${fault}`)
    const names = queryNames?.find((one) => one.path.test(path))?.names ?? []
    for (const name of Object.keys(readForm(query))) {
      if (contract && !names.includes(name)) breaches.push(`${method} ${path}: no parameter ${name}`)
    }
    if (headers['stripe-version'] !== apiVersion) breaches.push(`Stripe-Version ${headers['stripe-version']}`)
    const type = headers['content-type'] ?? ''
    if (isPost && !type.startsWith('application/x-www-form-urlencoded')) breaches.push(`content type ${type}`)
  }

  const respond = (request: SupplierRequest): SupplierAnswer => {
    const { method, path, query, headers } = request
    requests.push({ method, path, key: headers['idempotency-key'] })
    complain(request)
    const isAuthorized = headers.authorization === `Bearer ${testKey}`
    const answer = !isAuthorized
      ? refusal(401, '', 'Invalid API Key provided: sk_test_****6789')
      : method === 'POST'
        ? keyed(request)
        : carriedOut(() => get(path, readForm(query))).answer
    const faults = answer.status === 200 ? faultsOf(contract, answer.body) : [contract?.schema('error', answer.body)]
    for (const fault of faults) if (fault) breaches.push(`answer to ${method} ${path}: ${fault}`)
    return { ...answer, headers: { ...answer.headers, 'request-id': `req_${requests.length}` } }
  }

  return {
    respond,
    find,
    order,
    requests: () => requests,
    count: () => orders.size,
    setOrigin: (to: string) => {
      origin = to
    },
    holdRefunds: (isHeld: boolean) => {
      areRefundsHeld = isHeld
    },
    forgetKeys: () => keys.clear(),
    hideFees: (isHidden: boolean) => {
      areFeesHidden = isHidden
    },
    refundElsewhere: (orderRef: string, amountMinor: number) => {
      const session = order(orderRef)
      const made = newRefund(session, amountMinor, {}, 'requested_by_customer', 'succeeded')
      tell(session, 'refund.created', refundBody(session, made))
      tell(session, 'charge.refunded', chargeBody(session))
    },
  }
}

/** Chooses the schema by the object's type, because compiling Stripe's contract for every path takes seconds. */
function faultsOf(contract: Contract | null, body: unknown): (string | null | undefined)[] {
  const { object, data } = body as { object: string; data?: unknown[] }
  return object === 'list' ? (data ?? []).flatMap((one) => faultsOf(contract, one)) : [contract?.schema(object, body)]
}
/** Compiles the slow schemas before the first timed request. */
export function warmUp(contract: Contract | null): void {
  contract?.request('POST', '/v1/checkout/sessions', { mode: 'payment' }, true)
  for (const name of ['checkout.session', 'payment_intent', 'charge', 'refund', 'event']) contract?.schema(name, {})
}

const refusal = (status: number, code: string, message: string, isKey = false): SupplierAnswer => ({
  status,
  body: { error: { type: isKey ? 'idempotency_error' : 'invalid_request_error', message, ...(code && { code }) } },
})
function carriedOut(run: () => object): { answer: SupplierAnswer; isKept: boolean } {
  try {
    return { answer: { status: 200, body: run() }, isKept: true }
  } catch (error) {
    if (!(error instanceof No)) throw error
    return { answer: refusal(error.status, error.code, error.message), isKept: error.isKept }
  }
}

function paged<T extends { readonly id: string }>(
  all: readonly T[],
  query: Params,
  url: string,
  body: (one: T) => object,
) {
  const from = query.starting_after ? all.findIndex(({ id }) => id === query.starting_after) + 1 : 0
  const limit = Number(query.limit ?? 10)
  return { object: 'list', data: all.slice(from, from + limit).map(body), has_more: all.length > from + limit, url }
}

const smallest: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30, aed: 200, inr: 50 }
type LineItem = { quantity?: string; price_data?: { currency?: string; unit_amount?: string } }

/** A refusal before execution, so it is not stored under the key. */
const wrong = (code: string, message: string): No => new No(400, code, message, false)

function newOrder(params: Params, origin: string, clock: (() => Date) | null): Order {
  const [item] = (params.line_items ?? []) as LineItem[]
  const amount = Number(item?.price_data?.unit_amount)
  const currency = item?.price_data?.currency ?? ''
  const attemptId = String(params.client_reference_id ?? '')
  const now = Math.floor((clock?.() ?? timeOfId(attemptId)).getTime() / 1000)
  const expiresAt = params.expires_at === undefined ? now + 86_400 : Number(params.expires_at)
  if (params.mode !== 'payment') throw wrong('parameter_missing', 'mode')
  if (!Number.isSafeInteger(amount) || item?.quantity !== '1') throw wrong('parameter_invalid_integer', 'unit_amount')
  if (amount < (smallest[currency] ?? 1)) throw wrong('amount_too_small', 'The amount is too small')
  if (amount > 99_999_999 && currency !== 'inr') throw wrong('amount_too_large', 'The amount is too large')
  if (['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency) && amount % 10 !== 0)
    throw wrong('parameter_invalid_integer', 'The last digit has to be 0')
  if (expiresAt < now + 1800 || expiresAt > now + 86_400) throw wrong('', 'expires_at: 30 minutes to 24 hours')
  const id = `cs_test_${randomBytes(12).toString('hex')}`
  const intentData = (params.payment_intent_data ?? {}) as { metadata?: Record<string, string> }
  return {
    id,
    created: now,
    expiresAt,
    amount,
    currency,
    attemptId,
    metadata: (params.metadata ?? {}) as Record<string, string>,
    intentMetadata: intentData.metadata ?? {},
    successUrl: String(params.success_url),
    cancelUrl: String(params.cancel_url),
    email: params.customer_email === undefined ? null : String(params.customer_email),
    submitType: params.submit_type === undefined ? null : String(params.submit_type),
    isAdaptive: (params.adaptive_pricing as { enabled?: string } | undefined)?.enabled !== 'false',
    page: `${origin}/c/pay/${id}`,
    status: 'open',
    intent: null,
    decline: null,
    isDisputed: false,
    refunds: [],
  }
}

function newRefund(
  order: Order,
  amount: number,
  metadata: Record<string, string>,
  reason: string,
  status: Refund['status'],
): Refund {
  const left = order.refunds.reduce((sum, one) => (one.status === 'failed' ? sum : sum - one.amount), order.amount)
  if (order.intent !== 'succeeded') throw new No(400, 'charge_not_refundable', 'There is nothing to refund')
  if (left === 0) throw new No(400, 'charge_already_refunded', 'Charge has already been refunded.')
  if (amount > left) throw new No(400, 'amount_too_large', 'Refund amount is greater than unrefunded amount on charge')
  const created = order.created + 60 + order.refunds.length
  const refund: Refund = { id: `re_${randomBytes(9).toString('hex')}`, amount, created, reason, metadata, status }
  order.refunds.push(refund)
  return refund
}
