import type Stripe from 'stripe'
import { addMinutes } from '../../../kernel/dates.ts'
import { exponentOf, type Money } from '../../../kernel/money.ts'
import type { Snapshot, StartRequest } from '../../../modules/payment/port.ts'
import { timeOfId } from '../../../platform/crypto/keyring.server.ts'
import { ask } from './client.server.ts'
import { readRefunds, readSession, readSessions, type StripeRefund, type StripeSession } from './objects.ts'
import { chargeOf, intentIdOf, snapshotOf } from './snapshot.ts'

export type Attempt = StartRequest['attempt']
type Params = Stripe.Checkout.SessionCreateParams

/** Minutes. Stripe requires at least 30, plus some for retries after a lost response, and allows at most 24 hours. */
const opensAtLeast = 35
const opensAtMost = 24 * 60 - 5
const maxName = 250

/** Stripe takes three-decimal currencies in thousandths, but the last digit must be 0. */
export const isChargeable = ({ minor, currency }: Money): boolean => exponentOf(currency) !== 3 || minor % 10 === 0

/**
 * Deterministic, because Stripe compares the parameters of requests with the same key. Our id goes on both the session
 * and the payment intent, because Stripe does not copy it.
 */
export function sessionParams({ attempt, payable, returnUrl, expiresAt }: StartRequest, proof: string): Params {
  const { amount, customer, reference } = payable
  const name = payable.description.slice(0, maxName)
  const metadata = { attempt_id: attempt.id, booking_reference: reference }
  return {
    mode: 'payment',
    submit_type: 'book',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: amount.currency.toLowerCase(),
          unit_amount: amount.minor,
          product_data: { name },
        },
      },
    ],
    adaptive_pricing: { enabled: false },
    client_reference_id: attempt.id,
    metadata,
    payment_intent_data: { metadata, description: name },
    customer_email: customer.email,
    // Stripe replaces the braces, so they must not be escaped.
    success_url: `${returnUrl}?proof=${proof}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${returnUrl}?proof=${proof}&cancelled=yes`,
    ...(expiresAt && { expires_at: secondsWithin(attempt.id, expiresAt) }),
  }
}

/** Keeps the expiry within Stripe's limits, counted from the creation of the attempt. */
function secondsWithin(attemptId: string, wanted: Date): number {
  const createdAt = timeOfId(attemptId)
  const [earliest, latest] = [addMinutes(createdAt, opensAtLeast), addMinutes(createdAt, opensAtMost)]
  const at = wanted < earliest ? earliest : wanted > latest ? latest : wanted
  return Math.floor(at.getTime() / 1000)
}

const withFee = ['payment_intent.latest_charge.balance_transaction', 'payment_intent.latest_charge.refunds']
const withoutFee = ['payment_intent.latest_charge', 'payment_intent.latest_charge.refunds']

/** Returns the session with its payment, or null if Stripe does not know the id. */
export async function retrieveSession(stripe: Stripe, id: string): Promise<StripeSession | null> {
  const get = (expand: string[]) => ask('session', () => stripe.checkout.sessions.retrieve(id, { expand }))
  let response = await get(withFee)
  // A restricted key may not read balance transactions; only the fee is lost.
  if ('refused' in response && response.refused.status === 403) response = await get(withoutFee)
  if ('answer' in response) return readSession(response.answer)
  if (response.refused.code === 'resource_missing') return null
  throw new Error(`Stripe does not tell of the session: ${response.refused.status} ${response.refused.code}`)
}

const perPage = 100
const maxPages = 10
/** Allowed clock difference between Stripe and us. */
const slackMinutes = 10

/**
 * Finds the session of an attempt whose start got no response, without its payment. Searches the sessions created
 * since then and never creates one. Returns null if there is none. Throws if Stripe gives no answer.
 */
async function findSession(stripe: Stripe, attemptId: string): Promise<StripeSession | null> {
  const createdAt = timeOfId(attemptId)
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  const created = {
    gte: seconds(addMinutes(createdAt, -slackMinutes)),
    lte: seconds(addMinutes(createdAt, opensAtMost)),
  }
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = { created, limit: perPage, ...(after && { starting_after: after }) }
    const response = await ask('sessions', () => stripe.checkout.sessions.list(query))
    if ('refused' in response)
      throw new Error(`Stripe does not list sessions: ${response.refused.status} ${response.refused.code}`)
    const { data, has_more: hasMore } = readSessions(response.answer)
    const session = data.find(({ client_reference_id: id }) => id === attemptId)
    if (session) return session
    after = data.at(-1)?.id
    if (!hasMore || !after) return null
  }
  throw new Error('Stripe has more sessions than we can look through')
}

export async function sessionOf(stripe: Stripe, { id, orderRef }: Attempt): Promise<StripeSession | null> {
  if (orderRef !== null) return retrieveSession(stripe, orderRef)
  const session = await findSession(stripe, id)
  // Fetch the payment only if there is one: each request may be slow, and the customer waits.
  return session?.payment_intent ? retrieveSession(stripe, session.id) : session
}
/** Makes no request if the id is known. */
export const sessionIdOf = async (stripe: Stripe, { id, orderRef }: Attempt): Promise<string | null> =>
  orderRef ?? (await findSession(stripe, id))?.id ?? null

export async function listRefunds(stripe: Stripe, intentId: string): Promise<readonly StripeRefund[]> {
  const all: StripeRefund[] = []
  for (let page = 0; page < maxPages; page++) {
    const last = all.at(-1)?.id
    const query = { payment_intent: intentId, limit: perPage, ...(last && { starting_after: last }) }
    const response = await ask('refunds', () => stripe.refunds.list(query))
    if ('refused' in response)
      throw new Error(`Stripe does not list refunds: ${response.refused.status} ${response.refused.code}`)
    const { data, has_more: hasMore } = readRefunds(response.answer)
    all.push(...data)
    if (!hasMore || data.length === 0) return all
  }
  throw new Error('Stripe has more refunds of one payment than we can look through')
}

export async function tellOf(stripe: Stripe, session: StripeSession, attempt: Attempt): Promise<Snapshot> {
  const intentId = intentIdOf(session)
  const charge = chargeOf(session)
  const listed = charge?.refunds
  if (listed && !listed.has_more) return snapshotOf(session, attempt.id, listed.data)
  const refunds = intentId && charge ? await listRefunds(stripe, intentId) : []
  return snapshotOf(session, attempt.id, refunds)
}
