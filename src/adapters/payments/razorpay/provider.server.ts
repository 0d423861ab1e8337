import { foreignWords, properName, type Text } from '../../../kernel/messages.ts'
import { trimEnd } from '../../../kernel/trim.ts'
import type {
  PaymentProvider,
  ProviderContext,
  ProviderDescription,
  ProviderField,
  ProviderLine,
  ProviderMode,
  RefundOutcome,
  RefundRequest,
  Snapshot,
  StartOutcome,
  StartRequest,
  SupplierUrls,
  WebhookEvent,
  WebhookReading,
} from '../../../modules/payment/port.ts'
import type { Core } from '../../../platform/core.server.ts'
import { checkoutOf } from './checkout.server.ts'
import { openClient, type RazorpayClient, RazorpayRefusal } from './client.server.ts'
import type { Order, Payment } from './objects.server.ts'
import { isCheckoutProof, isReturnProof } from './signature.server.ts'
import { paidOf, snapshotOf, unknownOrder } from './snapshot.server.ts'
import { text } from './text.ts'
import { readReport, tellsOfDispute } from './webhook.server.ts'

type Attempt = StartRequest['attempt']
type Deps = Pick<Core, 'log'>
type Given = Pick<ProviderContext, 'settings' | 'secrets'>

const liveApi = 'https://api.razorpay.com'
const liveScript = 'https://checkout.razorpay.com/v1/checkout.js'
/** Hosts that the popup loads from, besides the configurable ones (security.md). */
const liveOrigins = { script: ['https://cdn.razorpay.com'], connect: ['https://lumberjack.razorpay.com'] }

/** A Razorpay order stays payable for ever, so our own time limit ends the attempt. */
const minutesToPay = 30

export function razorpay(deps: Deps, urls: SupplierUrls = {}): PaymentProvider {
  const apiUrl = trimEnd(urls.RAZORPAY_API_URL ?? liveApi, '/')
  const script = urls.RAZORPAY_CHECKOUT_URL ?? liveScript
  const open = (ctx: ProviderContext): Promise<RazorpayClient> => openClient(ctx, apiUrl)
  const start = onceAtATime((ctx, request) => startPayment(deps, open, apiUrl, ctx, request))
  return {
    describe: description(apiUrl, script),
    mode,
    notReady,
    currenciesOf: ({ settings }) => (settings.international === 'true' ? currencies : ['INR']),
    start,
    fetchStatus: async (ctx, attempt) => fetchStatus(await open(ctx), attempt, mode(ctx)),
    readWebhook: async (ctx, rawBody, headers) => {
      const reading = readReport(ctx, rawBody, headers)
      return reading.verified && tellsOfDispute(rawBody) ? withDisputes(ctx, await open(ctx), reading) : reading
    },
    readReturn: async ({ secrets: { key_secret: secret } }, { id, orderRef }, { query, form }) => {
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = form
      const isOurForm = isReturnProof(secret, id, query.proof)
      const isPaidProof = orderRef !== null && isCheckoutProof(secret, orderRef, paymentId, signature)
      return { isProven: isPaidProof || isOurForm, isCancelled: isOurForm && query.cancelled === '1' }
    },
    refund: async (ctx, request) => giveBack(await open(ctx), request),
    testConnection: async (ctx) => {
      try {
        await (await open(ctx)).ping()
        return { isFine: true, message: text(mode(ctx) === 'live' ? 'connection.okLive' : 'connection.okTest') }
      } catch (error) {
        const reason = error instanceof RazorpayRefusal ? foreignWords(error.message) : null
        const message = reason === null ? text('connection.noAnswer') : text('connection.refused', { reason })
        return { isFine: false, message }
      }
    },
  }
}

export const razorpayLine: ProviderLine<Core> = {
  urlNames: ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'],
  create: razorpay,
}

/** All have two decimals. Other currencies than INR need an account with international payments. */
const currencies = ['INR', 'USD', 'EUR', 'GBP', 'AED'] as const

const fields: readonly ProviderField[] = [
  {
    name: 'key_id',
    label: text('fields.keyId.label'),
    input: 'text',
    isRequired: true,
    help: text('fields.keyId.help'),
  },
  { name: 'key_secret', label: text('fields.keySecret.label'), input: 'text', isSecret: true, isRequired: true },
  {
    name: 'webhook_secret',
    label: text('fields.webhookSecret.label'),
    input: 'text',
    isSecret: true,
    isRequired: true,
  },
  {
    name: 'webhook_secret_previous',
    label: text('fields.previousSecret.label'),
    input: 'text',
    isSecret: true,
    help: text('fields.previousSecret.help'),
  },
  {
    name: 'business_name',
    label: text('fields.businessName.label'),
    input: 'text',
    isRequired: true,
    help: text('fields.businessName.help'),
  },
  {
    name: 'international',
    label: text('fields.international.label'),
    input: 'switch',
    help: text('fields.international.help'),
  },
]

function description(apiUrl: string, script: string): ProviderDescription {
  const [api, popup] = [new URL(apiUrl).origin, new URL(script).origin]
  const more = popup === new URL(liveScript).origin ? liveOrigins : { script: [], connect: [] }
  return {
    name: 'razorpay',
    type: 'api',
    label: text('label'),
    brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
    means: 'card',
    // RuPay and UPI pay in rupees only.
    shownIn: (currency) => (currency === 'INR' ? null : { label: text('shownAbroad'), brands: ['Visa', 'Mastercard'] }),
    fields,
    charge: { rule: 'setting', key: 'razorpay_currency', fallback: 'INR' },
    currencies,
    currencyRefusal: text('currencyRefusal'),
    limits: { INR: { min: 100 } },
    opensForMinutes: minutesToPay,
    origins: {
      script: [popup, ...more.script],
      frame: [api, popup],
      connect: [api, popup, ...more.connect],
      form: [api],
    },
    popup: { type: 'razorpay_checkout', script, name: properName('Razorpay') },
  }
}

const mode = ({ settings }: Given): ProviderMode => (settings.key_id?.startsWith('rzp_live_') ? 'live' : 'test')

function notReady({ settings, secrets }: Given): Text | null {
  if (!/^rzp_(live|test)_\w+$/.test(settings.key_id ?? '')) return text('notReady.keyId')
  if (!secrets.key_secret) return text('notReady.keySecret')
  if (!secrets.webhook_secret) return text('notReady.webhookSecret')
  return settings.business_name ? null : text('notReady.businessName')
}

type Start = PaymentProvider['start']
/** Orders have no idempotency key, so concurrent starts of an attempt share one request. */
function onceAtATime(start: Start): Start {
  const running = new Map<string, Promise<StartOutcome>>()
  return (ctx, request) => {
    const { id } = request.attempt
    const pending = running.get(id)
    if (pending) return pending
    const started = start(ctx, request).finally(() => running.delete(id))
    running.set(id, started)
    return started
  }
}

async function startPayment(
  { log }: Deps,
  open: (ctx: ProviderContext) => Promise<RazorpayClient>,
  apiUrl: string,
  ctx: ProviderContext,
  request: StartRequest,
): Promise<StartOutcome> {
  try {
    const order = await orderFor(await open(ctx), request)
    return { outcome: 'requires_action', orderRef: order.id, action: checkoutOf(ctx, request, order, apiUrl) }
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error
    log.warn({ provider: 'razorpay', status: error.status, reason: error.message }, 'order refused')
    return { outcome: 'failed', message: text('start.unavailable') }
  }
}

/** Reuses an order whose response may have been lost, and creates one only if there is none. */
async function orderFor(client: RazorpayClient, { attempt, payable }: StartRequest): Promise<Order> {
  const { minor: amount, currency } = payable.amount
  const [existing] = await client.ordersOf(attempt.id)
  if (!existing) return client.createOrder({ amount, currency, attemptId: attempt.id, reference: payable.reference })
  if (existing.amount !== amount || existing.currency !== currency)
    throw new Error('razorpay: the order is for another amount')
  return existing
}

async function fetchStatus(client: RazorpayClient, attempt: Attempt, inMode: ProviderMode): Promise<Snapshot> {
  const placed = await lookUp(client, attempt)
  if (!placed) return unknownOrder(attempt.currency, inMode)
  return readOrder(client, attempt, { ...placed, inMode })
}

type Reading = Extract<WebhookReading, { verified: true }>
/** Adds the dispute and the order's state to the webhook. If Razorpay does not respond, the webhook is repeated. */
async function withDisputes(ctx: ProviderContext, client: RazorpayClient, reading: Reading): Promise<Reading> {
  const events = await Promise.all(
    reading.events.map(async (event): Promise<WebhookEvent> => {
      const { orderRef } = event
      const placed = orderRef === null ? null : await lookUp(client, { id: '', orderRef })
      if (!placed) return event
      const { amount: amountMinor, currency } = placed.order
      // Marked as expired, so that a disputed payment is never captured.
      const asEnded = { state: 'expired', paymentRef: null, amountMinor, currency } as const
      const snapshot = await readOrder(client, asEnded, { ...placed, inMode: mode(ctx) })
      return { ...event, snapshot: { ...snapshot, isDisputed: true } }
    }),
  )
  return { verified: true, events }
}

async function readOrder(
  client: RazorpayClient,
  attempt: Pick<Attempt, 'state' | 'paymentRef' | 'amountMinor' | 'currency'>,
  { order, payments: before, inMode }: PlacedOrder & { readonly inMode: ProviderMode },
): Promise<Snapshot> {
  const paidBefore = paidOf(before, attempt.paymentRef)
  const [payments, ...refunds] = await Promise.all([
    withCapture(client, attempt, before),
    ...paidBefore.map(({ id }) => client.refunds(id)),
  ])
  return snapshotOf({ order, payments, refunds: refunds.flat() }, attempt.paymentRef, inMode)
}

type PlacedOrder = { readonly order: Order; readonly payments: readonly Payment[] }
/** At most two sequential requests, so that slow responses still fit into the time limit. */
async function lookUp(
  client: RazorpayClient,
  { id, orderRef }: Pick<Attempt, 'id' | 'orderRef'>,
): Promise<PlacedOrder | null> {
  if (orderRef === null) {
    const [order] = await client.ordersOf(id)
    return order ? { order, payments: await client.payments(order.id) } : null
  }
  try {
    const [order, payments] = await Promise.all([client.order(orderRef), client.payments(orderRef)])
    return { order, payments }
  } catch (error) {
    // The order belongs to other keys, for example of the other mode.
    if (error instanceof RazorpayRefusal && error.status !== 401 && error.status !== 403) return null
    throw error
  }
}

const openStates: readonly Attempt['state'][] = ['created', 'requires_action', 'processing']
/**
 * Captures authorised payments while the attempt is open, because Razorpay releases them otherwise. After that it
 * leaves them alone: the booking may be gone, and the money has not moved.
 */
async function withCapture(
  client: RazorpayClient,
  attempt: Pick<Attempt, 'state' | 'amountMinor' | 'currency'>,
  payments: readonly Payment[],
): Promise<readonly Payment[]> {
  const waiting = payments.find(({ status }) => status === 'authorized')
  const isWanted =
    waiting &&
    openStates.includes(attempt.state) &&
    waiting.amount === attempt.amountMinor &&
    waiting.currency === attempt.currency &&
    !payments.some(({ captured }) => captured)
  if (!isWanted) return payments
  try {
    const captured = await client.capture(waiting)
    return payments.map((each) => (each.id === captured.id ? captured : each))
  } catch (error) {
    // Razorpay captured or released it meanwhile; the next look-up shows which.
    if (error instanceof RazorpayRefusal) return payments
    throw error
  }
}

async function giveBack(client: RazorpayClient, request: RefundRequest): Promise<RefundOutcome> {
  const { attempt, refundId, amount, reason } = request
  try {
    const paymentId = attempt.paymentRef ?? paidOf((await lookUp(client, attempt))?.payments ?? [], null)[0]?.id
    if (!paymentId) return { outcome: 'failed', message: text('refund.noPayment') }
    const refund = await client.refund({ paymentId, refundId, amount: amount.minor, reason })
    if (refund.status === 'failed') return { outcome: 'failed', message: text('refund.failed') }
    return { outcome: refund.status === 'processed' ? 'succeeded' : 'pending', ref: refund.id }
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error
    const isDefinite = error.status === 400
    return { outcome: isDefinite ? 'failed' : 'unknown', message: foreignWords(error.message) }
  }
}
