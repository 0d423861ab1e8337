import type Stripe from 'stripe'
import { foreignWords } from '../../../kernel/messages.ts'
import type {
  CloseOutcome,
  ConnectionTest,
  PaymentProvider,
  ProviderContext,
  ProviderLine,
  ProviderMode,
  RefundOutcome,
  RefundRequest,
  Snapshot,
  StartOutcome,
  StartRequest,
} from '../../../modules/payment/port.ts'
import type { Core } from '../../../platform/core.server.ts'
import {
  type Attempt,
  isChargeable,
  listRefunds,
  retrieveSession,
  sessionIdOf,
  sessionOf,
  sessionParams,
  tellOf,
} from './checkout.server.ts'
import { ask, openClient, type Refused } from './client.server.ts'
import { describeStripe, keyFault, modeOfKeys } from './fields.ts'
import { readPaymentIntent, readRefund, readSession, type StripeRefund } from './objects.ts'
import { intentIdOf, refundStateOf } from './snapshot.ts'
import { text } from './text.ts'
import { readReport } from './webhook.server.ts'

/** Stripe's hosted Checkout: the customer pays on Stripe's page and returns; Stripe's API decides the outcome. */
export function stripe(core: Pick<Core, 'keys' | 'log' | 'baseUrl'>, address: string | null = null): PaymentProvider {
  const open = (ctx: ProviderContext) => openClient(ctx, address)
  const proofOf = (attemptId: string) => core.keys.sign(proofPurpose, attemptId)
  const note = ({ status, code }: Refused, what: string) =>
    core.log.warn({ provider: 'stripe', status, code }, `Stripe refuses: ${what}`)
  return {
    describe: describeStripe(`${core.baseUrl}/api/webhooks/stripe`),
    mode: modeOfKeys,
    notReady: keyFault,
    start: async (ctx, request) => {
      if (!isChargeable(request.payable.amount)) return { outcome: 'failed', message: text('start.steps') }
      return start(await open(ctx), request, proofOf(request.attempt.id), (refused) => note(refused, 'a session'))
    },
    fetchStatus: async (ctx, attempt) => {
      const client = await open(ctx)
      const session = await sessionOf(client, attempt)
      return session ? tellOf(client, session, attempt) : unknownHere(ctx, attempt)
    },
    readWebhook: (ctx, rawBody, headers) => {
      const attemptOfIntent = async (id: string) => attemptOf(await open(ctx), id)
      return readReport(ctx, rawBody, headers, { mode: modeOfKeys(ctx), log: core.log, attemptOfIntent })
    },
    readReturn: async (_ctx, attempt, { query }) => {
      const isProven = core.keys.isSigned(proofPurpose, attempt.id, query.proof ?? '') || isSession(attempt, query)
      return { isProven, isCancelled: isProven && query.cancelled === 'yes' }
    },
    close: async (ctx, attempt) => close(await open(ctx), ctx, attempt),
    refund: async (ctx, request) => refund(await open(ctx), request, (refused) => note(refused, 'a refund')),
    testConnection: async (ctx) => {
      const fault = keyFault(ctx)
      return fault ? { isFine: false, message: fault } : testConnection(await open(ctx), modeOfKeys(ctx))
    },
  }
}
export const stripeLine: ProviderLine<Core> = {
  urlNames: ['STRIPE_API_URL'],
  create: (core, urls) => stripe(core, urls.STRIPE_API_URL ?? null),
}

const proofPurpose = 'stripe-return'
const isSession = ({ orderRef }: Attempt, { session_id: id }: Readonly<Record<string, string>>): boolean =>
  orderRef !== null && orderRef === id

async function start(
  client: Stripe,
  request: StartRequest,
  proof: string,
  note: (refused: Refused) => void,
): Promise<StartOutcome> {
  const { attempt, idempotencyKey } = request
  const response = await ask('create a session', () =>
    client.checkout.sessions.create(sessionParams(request, proof), { idempotencyKey }),
  )
  if ('refused' in response) {
    note(response.refused)
    const isAmount = response.refused.code.startsWith('amount_')
    return { outcome: 'failed', message: text(isAmount ? 'start.amount' : 'start.refused') }
  }
  const created = readSession(response.answer)
  // Stripe repeats its first response for a used key, even if that session is over.
  const isRepeated = new Headers(response.answer.lastResponse.headers).get('idempotent-replayed') === 'true'
  const session = isRepeated ? await retrieveSession(client, created.id) : created
  const isOurs = session?.status === 'open' && session.client_reference_id === attempt.id
  if (!isOurs || session.url === null) return { outcome: 'unknown', message: text('start.notOpen') }
  return {
    outcome: 'requires_action',
    orderRef: session.id,
    action: { type: 'stripe_redirect', kind: 'redirect', url: session.url },
    expiresAt: new Date(session.expires_at * 1000),
  }
}

const unknownHere = (ctx: ProviderContext, attempt: Attempt): Snapshot => ({
  orderRef: attempt.orderRef,
  paymentRef: null,
  status: 'not-found',
  currency: attempt.currency,
  capturedMinor: 0,
  refundedMinor: 0,
  refunds: null,
  mode: modeOfKeys(ctx),
  failureMessage: null,
})

/** Needs no idempotency key: a session can only be expired once. */
async function close(client: Stripe, ctx: ProviderContext, attempt: Attempt): Promise<CloseOutcome> {
  const id = await sessionIdOf(client, attempt)
  if (id === null) return { outcome: 'moved-on', snapshot: unknownHere(ctx, attempt) }
  const response = await ask('expire the session', () => client.checkout.sessions.expire(id))
  if ('answer' in response && readSession(response.answer).status === 'expired') return { outcome: 'closed' }
  // The session may just have been paid, or be over already.
  const now = await retrieveSession(client, id)
  if (!now) return { outcome: 'moved-on', snapshot: unknownHere(ctx, attempt) }
  if (now.status === 'expired') return { outcome: 'closed' }
  if (now.status === 'open') return { outcome: 'unknown' }
  return { outcome: 'moved-on', snapshot: await tellOf(client, now, attempt) }
}

async function refund(
  client: Stripe,
  { attempt, refundId, amount, reason }: RefundRequest,
  note: (refused: Refused) => void,
): Promise<RefundOutcome> {
  const intent = attempt.paymentRef ?? (await paymentOf(client, attempt))
  if (intent === null) return { outcome: 'unknown', message: text('refund.noPayment') }
  // Stripe forgets keys after a day, so look for the refund by our id first.
  const existing = (await listRefunds(client, intent)).find(({ metadata }) => metadata?.refund_id === refundId)
  if (existing) return outcomeOf(existing)
  const response = await ask('refund', () =>
    client.refunds.create(
      {
        payment_intent: intent,
        amount: amount.minor,
        reason: reason === 'double_payment' ? 'duplicate' : 'requested_by_customer',
        metadata: { attempt_id: attempt.id, refund_id: refundId },
      },
      { idempotencyKey: refundId },
    ),
  )
  if ('answer' in response) return outcomeOf(readRefund(response.answer))
  note(response.refused)
  const why = foreignWords(response.refused.code) || response.refused.status
  return { outcome: 'failed', message: text('refund.refused', { reason: why }) }
}
async function paymentOf(client: Stripe, attempt: Attempt): Promise<string | null> {
  const session = await sessionOf(client, attempt)
  return session && intentIdOf(session)
}
function outcomeOf(refund: StripeRefund): RefundOutcome {
  const outcome = refundStateOf(refund)
  if (outcome !== 'failed') return { outcome, ref: refund.id }
  const reason = foreignWords(refund.failure_reason ?? '')
  return { outcome, message: reason ? text('refund.failedBecause', { reason }) : text('refund.failed') }
}

async function attemptOf(client: Stripe, intentId: string): Promise<string | null> {
  const response = await ask('payment intent', () => client.paymentIntents.retrieve(intentId))
  if ('answer' in response) return readPaymentIntent(response.answer).metadata?.attempt_id ?? null
  if (response.refused.code === 'resource_missing') return null
  throw new Error(`Stripe does not tell of the payment intent: ${response.refused.status} ${response.refused.code}`)
}

async function testConnection(client: Stripe, mode: ProviderMode): Promise<ConnectionTest> {
  const response = await ask('test', () => client.checkout.sessions.list({ limit: 1 }))
  if ('answer' in response) {
    return { isFine: true, message: text(mode === 'live' ? 'connection.okLive' : 'connection.okTest') }
  }
  const { status, code } = response.refused
  if (status === 401) return { isFine: false, message: text('connection.wrongKey') }
  if (status === 403) return { isFine: false, message: text('connection.noSessions') }
  const message = code
    ? text('connection.errorWithCode', { status, code: foreignWords(code) })
    : text('connection.error', { status })
  return { isFine: false, message }
}
