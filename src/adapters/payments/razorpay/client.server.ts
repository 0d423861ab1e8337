import type { AxiosInstance } from 'axios'
import type Razorpay from 'razorpay'
import * as z from 'zod'
import type { ProviderContext } from '../../../modules/payment/port.ts'
import { collectionOf, type Order, order, type Payment, payment, type Refund, refund } from './objects.server.ts'

/** A definite refusal with Razorpay's message for staff. Other errors mean that the outcome is unknown. */
export class RazorpayRefusal extends Error {
  readonly status: number
  constructor(status: number, description: string) {
    super(description)
    this.name = 'RazorpayRefusal'
    this.status = status
  }
}

export type NewOrder = { readonly amount: number; readonly currency: string; readonly attemptId: string }
export type NewRefund = {
  readonly paymentId: string
  readonly refundId: string
  readonly amount: number
  readonly reason: string
}
export type RazorpayClient = {
  readonly createOrder: (order: NewOrder & { readonly reference: string }) => Promise<Order>
  /** Oldest first. There is more than one only if two starts raced. */
  readonly ordersOf: (attemptId: string) => Promise<readonly Order[]>
  readonly order: (orderId: string) => Promise<Order>
  readonly payments: (orderId: string) => Promise<readonly Payment[]>
  readonly capture: (paid: Payment) => Promise<Payment>
  readonly refund: (refund: NewRefund) => Promise<Refund>
  readonly refunds: (paymentId: string) => Promise<readonly Refund[]>
  /** A harmless call that needs valid keys. */
  readonly ping: () => Promise<void>
}

/** Below the 8 seconds of a whole call, so that our own error is reported. */
const timeoutMilliseconds = 7_500
/** Razorpay does not capture late authorisations by itself; the shop decides. */
const captureMinutes = 45
/** After this, Razorpay releases an uncaptured payment. */
const heldMinutes = 24 * 60

/** The official library offers no base URL or timeout, so both are set on its transport. */
export async function openClient(ctx: ProviderContext, apiUrl: string): Promise<RazorpayClient> {
  const { default: Library } = await import('razorpay')
  const library = new Library({ key_id: ctx.settings.key_id ?? '', key_secret: ctx.secrets.key_secret ?? '' })
  const http = transportOf(library)
  Object.assign(http.defaults, {
    baseURL: apiUrl,
    timeout: timeoutMilliseconds,
    signal: ctx.signal,
    maxRedirects: 0,
    maxContentLength: 4 * 1024 * 1024,
  })
  return {
    createOrder: ({ amount, currency, attemptId, reference }) =>
      ask(
        order,
        library.orders.create({
          amount,
          currency,
          receipt: attemptId,
          notes: { attempt: attemptId, booking: reference },
          payment: {
            capture: 'automatic',
            capture_options: {
              automatic_expiry_period: captureMinutes,
              manual_expiry_period: heldMinutes,
              refund_speed: 'normal',
            },
          },
        }),
      ),
    ordersOf: async (attemptId) => {
      const { items } = await ask(collectionOf(order), library.orders.all({ receipt: attemptId, count: 10 }))
      const own = items.filter(({ receipt }) => receipt === attemptId)
      return own.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    },
    order: (orderId) => ask(order, library.orders.fetch(orderId)),
    payments: async (orderId) => (await ask(collectionOf(payment), library.orders.fetchPayments(orderId))).items,
    capture: ({ id, amount, currency }) => ask(payment, library.payments.capture(id, amount, currency)),
    refund: ({ paymentId, refundId, amount, reason }) =>
      // The library's own method drops the idempotency header.
      ask(
        refund,
        http
          .post(
            `/v1/payments/${paymentId}/refund`,
            { amount, speed: 'normal', receipt: refundId, notes: { reason: reason.slice(0, 256) } },
            { headers: { 'X-Refund-Idempotency': refundId } },
          )
          .then(({ data }: { data: unknown }) => data)
          .catch(asLibraryError),
      ),
    refunds: async (paymentId) =>
      (await ask(collectionOf(refund), library.payments.fetchMultipleRefund(paymentId, { count: 100 }))).items,
    ping: async () => void (await ask(collectionOf(order), library.orders.all({ count: 1 }))),
  }
}

/** Not in the library's types; a test detects it if an update moves it. */
export function transportOf(library: Razorpay): AxiosInstance {
  const { rq } = library.api as unknown as { rq?: AxiosInstance }
  if (!rq?.defaults) throw new Error('razorpay: the library no longer keeps its transport in api.rq')
  return rq
}

/** Matches what the library throws: {statusCode, error}, or a TypeError without a response. */
function asLibraryError(thrown: { response?: { status: number; data?: { error?: unknown } } }): never {
  if (!thrown.response) throw new TypeError('no answer')
  throw { statusCode: thrown.response.status, error: thrown.response.data?.error }
}

const refusals = z.object({
  statusCode: z.union([z.int(), z.string().transform(Number)]),
  error: z.object({ description: z.string() }),
})
/** Statuses that leave the outcome open: timeout, conflict, too early, rate limit. */
const undecided = [408, 409, 425, 429]

async function ask<T extends z.ZodType>(schema: T, answer: Promise<unknown>): Promise<z.infer<T>> {
  let body: unknown
  try {
    body = await answer
  } catch (thrown) {
    const refused = refusals.safeParse(thrown)
    const { statusCode: status, error } = refused.data ?? { statusCode: 0, error: null }
    if (error && status >= 400 && status < 500 && !undecided.includes(status))
      throw new RazorpayRefusal(status, error.description)
    throw new Error(status ? `razorpay answered ${status}` : 'razorpay gave no answer')
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    throw new Error(`razorpay: an answer that is none: ${z.prettifyError(parsed.error).slice(0, 300)}`)
  return parsed.data
}
