import type { CheckoutPaymentIntent } from '@paypal/paypal-server-sdk'
import type { AxiosAdapter } from 'axios'
import type { Money } from '../../../kernel/money.ts'
import type { ProviderMode } from '../../../modules/payment/port.ts'
import { amountOf, errorObject, type Links, tokenObject } from './objects.ts'

const apiUrls: Readonly<Record<ProviderMode, string>> = {
  live: 'https://api-m.paypal.com',
  test: 'https://api-m.sandbox.paypal.com',
}
/** Milliseconds. The library has no timeout; this stays below the eight seconds allowed for a whole call. */
const timeout = 7_000
const maxAnswerBytes = 2 * 1024 * 1024

export type Keys = { readonly clientId: string; readonly clientSecret: string; readonly mode: ProviderMode }
/** PayPal's response: an object, or a refusal with its issues. */
export type Answer =
  | { readonly isYes: true; readonly body: unknown }
  | {
      readonly isYes: false
      readonly status: number
      readonly name: string
      readonly issues: readonly string[]
      readonly links: Links
    }
export type NewOrder = {
  readonly attemptId: string
  readonly amount: Money
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** Thrown if the outcome is unknown: the request may have succeeded. The message holds no request data. */
export class PayPalSilence extends Error {
  constructor(why: string) {
    super(`PayPal gave no usable answer (${why})`)
    this.name = 'PayPalSilence'
  }
}

export interface PayPalClient {
  readonly createOrder: (order: NewOrder, requestId: string, signal: AbortSignal) => Promise<Answer>
  readonly getOrder: (orderId: string, signal: AbortSignal) => Promise<Answer>
  readonly captureOrder: (orderId: string, requestId: string, signal: AbortSignal) => Promise<Answer>
  readonly getCapture: (captureId: string, signal: AbortSignal) => Promise<Answer>
  readonly refund: (captureId: string, refundId: string, amount: Money, signal: AbortSignal) => Promise<Answer>
  /** For endpoints that the library does not cover. Uses fetch with a token of its own. */
  readonly call: (method: 'GET' | 'POST', path: string, body: string | null, signal: AbortSignal) => Promise<Answer>
  /** Requests a new token, so that the keys are really tested. */
  readonly provesKeys: (signal: AbortSignal) => Promise<boolean>
}

/** `apiUrl` replaces PayPal's URL for stand-ins; null selects PayPal's own URL for the mode. */
export function payPalClient(keys: Keys, apiUrl: string | null): PayPalClient {
  const own = apiUrls[keys.mode]
  const plain = plainCalls(keys, apiUrl ?? own)
  let controllers: Promise<Controllers> | null = null
  const ask = async (call: (on: Controllers) => Promise<{ body: unknown; statusCode: number }>): Promise<Answer> => {
    controllers ??= openControllers(keys, own, apiUrl)
    const first = await answerOf(call(await controllers))
    // The library keeps a revoked token until its original expiry.
    if (first.isYes || first.status !== 401) return first
    controllers = openControllers(keys, own, apiUrl)
    return answerOf(call(await controllers))
  }
  const prefer = 'return=representation'
  return {
    createOrder: (order, paypalRequestId, abortSignal) =>
      ask(({ orders, intent }) =>
        orders.createOrder({ paypalRequestId, prefer, body: bodyOf(order, intent) }, { abortSignal }),
      ),
    getOrder: (id, abortSignal) => ask(({ orders }) => orders.getOrder({ id }, { abortSignal })),
    captureOrder: (id, paypalRequestId, abortSignal) =>
      ask(({ orders }) => orders.captureOrder({ id, paypalRequestId, prefer, body: {} }, { abortSignal })),
    getCapture: (captureId, abortSignal) =>
      ask(({ payments }) => payments.getCapturedPayment({ captureId }, { abortSignal })),
    refund: (captureId, paypalRequestId, amount, abortSignal) => {
      const body = { amount: sdkAmount(amount), customId: paypalRequestId }
      return ask(({ payments }) =>
        payments.refundCapturedPayment({ captureId, paypalRequestId, prefer, body }, { abortSignal }),
      )
    },
    ...plain,
  }
}

type Sdk = typeof import('@paypal/paypal-server-sdk')
type Controllers = {
  readonly orders: InstanceType<Sdk['OrdersController']>
  readonly payments: InstanceType<Sdk['PaymentsController']>
  readonly intent: Sdk['CheckoutPaymentIntent']
}
async function openControllers(keys: Keys, own: string, apiUrl: string | null): Promise<Controllers> {
  const [sdk, adapter] = await Promise.all([
    import('@paypal/paypal-server-sdk'),
    apiUrl === null ? null : elsewhere(own, apiUrl),
  ])
  const client = new sdk.Client({
    environment: keys.mode === 'live' ? sdk.Environment.Production : sdk.Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: keys.clientId, oAuthClientSecret: keys.clientSecret },
    httpClientOptions: { timeout },
    unstable_httpClientOptions: {
      maxRedirects: 0,
      maxContentLength: maxAnswerBytes,
      ...(adapter && { adapter, proxy: false }),
    },
  })
  return {
    orders: new sdk.OrdersController(client),
    payments: new sdk.PaymentsController(client),
    intent: sdk.CheckoutPaymentIntent,
  }
}
/** The library has fixed URLs, so the transport rewrites them. */
async function elsewhere(own: string, apiUrl: string): Promise<AxiosAdapter> {
  const { getAdapter } = (await import('axios')).default
  const http = getAdapter('http')
  return (config) => http({ ...config, url: (config.url ?? '').replace(own, apiUrl) })
}

const sdkAmount = (given: Money) => {
  const { currency_code: currencyCode, value } = amountOf(given)
  return { currencyCode, value }
}
type ExperienceContext = NonNullable<
  NonNullable<
    NonNullable<Parameters<Controllers['orders']['createOrder']>[0]['body']['paymentSource']>['paypal']
  >['experienceContext']
>
function bodyOf(order: NewOrder, intent: Sdk['CheckoutPaymentIntent']) {
  // The library's enums are plain strings at run time.
  const experienceContext = {
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    userAction: 'PAY_NOW',
    shippingPreference: 'NO_SHIPPING',
    paymentMethodPreference: 'IMMEDIATE_PAYMENT_REQUIRED',
  } as ExperienceContext
  const unit = {
    referenceId: 'default',
    customId: order.attemptId,
    invoiceId: order.attemptId,
    description: order.description,
    amount: sdkAmount(order.amount),
  }
  const capture: CheckoutPaymentIntent = intent.Capture
  return { intent: capture, purchaseUnits: [unit], paymentSource: { paypal: { experienceContext } } }
}

/**
 * Converts all of the library's results and errors. Its errors hold keys and tokens and must not leave this function.
 */
async function answerOf(call: Promise<{ body: unknown; statusCode: number }>): Promise<Answer> {
  try {
    const { body, statusCode } = await call
    return readAnswer(statusCode, body)
  } catch (error) {
    const { statusCode, body, code } = error as { statusCode?: unknown; body?: unknown; code?: unknown }
    // The library rejects an object of the wrong shape, but with a success status.
    if (typeof statusCode === 'number' && statusCode >= 400) return readAnswer(statusCode, body)
    if (error instanceof PayPalSilence) throw error
    throw new PayPalSilence(
      typeof code === 'string' ? code : typeof statusCode === 'number' ? 'wrong shape' : nameOf(error),
    )
  }
}
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

function readAnswer(status: number, text: unknown): Answer {
  const body = parse(text)
  if (status >= 200 && status < 300) {
    if (body === null) throw new PayPalSilence(`${status} without an object`)
    return { isYes: true, body }
  }
  // Rate limits, a running request with the same id and server errors: try again later.
  if (status < 400 || status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    throw new PayPalSilence(String(status))
  }
  const failure = errorObject.safeParse(body)
  const { name, details, links } = failure.data ?? { name: '', details: [], links: [] }
  // A refusal without a name comes from a proxy, not from PayPal. Only the token's 401 has no name.
  if (!name && status !== 401) throw new PayPalSilence(`${status} without a reason`)
  return { isYes: false, status, name, issues: details.map(({ issue }) => issue), links }
}
function parse(text: unknown): unknown {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function plainCalls({ clientId, clientSecret }: Keys, base: string): Pick<PayPalClient, 'call' | 'provesKeys'> {
  let token: { value: string; until: number } | null = null
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const fetchToken = async (signal: AbortSignal): Promise<string | null> => {
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=client_credentials'
    const answer = await request(`${base}/v1/oauth2/token`, { method: 'POST', headers, body, signal })
    if (!answer.isYes) return null
    const parsed = tokenObject.safeParse(answer.body)
    if (!parsed.success) throw new PayPalSilence('no token')
    token = { value: parsed.data.access_token, until: performance.now() + (parsed.data.expires_in - 60) * 1000 }
    return token.value
  }
  const call: PayPalClient['call'] = async (method, path, body, signal) => {
    const kept = token && performance.now() < token.until ? token.value : null
    const send = (value: string) => {
      const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' }
      return request(base + path, { method, headers, signal, ...(body !== null && { body }) })
    }
    const first = kept === null ? null : await send(kept)
    if (first && (first.isYes || first.status !== 401)) return first
    const fresh = await fetchToken(signal)
    return fresh === null ? { isYes: false, status: 401, name: 'invalid_client', issues: [], links: [] } : send(fresh)
  }
  return { call, provesKeys: async (signal) => (await fetchToken(signal)) !== null }
}

async function request(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  let status: number
  let text: string
  try {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(timeout)])
    const answer = await fetch(url, { ...init, redirect: 'error', signal })
    status = answer.status
    text = await answer.text()
  } catch (error) {
    throw new PayPalSilence(nameOf(error))
  }
  return readAnswer(status, text)
}
