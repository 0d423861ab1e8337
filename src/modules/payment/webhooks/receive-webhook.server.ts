import { addMinutes } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { applySnapshot } from '../attempts/apply-snapshot.server.ts'
import { findAttemptOf, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { withAnswerBy } from '../gateways/patience.server.ts'
import { withoutSecrets } from '../gateways/rules/secrets.ts'
import { findGateway, type Gateway } from '../gateways/store.server.ts'
import type { Snapshot, WebhookEvent, WebhookHeaders } from '../port.ts'
import { text } from '../text.ts'
import { isEventDone, storeEvent } from './events.server.ts'
import { storeRefusedWebhook } from './refused.server.ts'

export type ReceivedWebhook = { readonly outcomes: readonly string[] }
/** How long an event waits for its attempt, or for a provider that does not answer. */
const waitMinutes = 30
/** The attempt is usually committed a moment after the report. Then the job looks less and less often. */
const firstLookMinutes = 0.05
const maxLookMinutes = 10

/**
 * Receives a provider's webhook. It returns once every event is stored, together with its effect or with the job that
 * retries it, so the provider need not repeat it. Refuses 'payment/unknown-provider', 'payment/bad-signature', and
 * 'payment/provider-unreachable' when the signature could not be verified, so that the provider repeats it. A webhook
 * without any effect is accepted.
 */
export async function receiveWebhook(
  server: PaymentDeps,
  provider: string,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): Promise<ReceivedWebhook> {
  // The provider waits only a few seconds for our answer; slower work is left to a job.
  const deps = withAnswerBy(server)
  // Also when the gateway is switched off: money on its way must arrive.
  const gateway = await findGateway(deps, provider)
  const readWebhook = gateway?.provider.readWebhook
  if (!gateway || !readWebhook) throw new Refusal('payment/unknown-provider', { provider })
  const reading = await callProvider(deps, gateway, (ctx) => readWebhook(ctx, rawBody, headers)).catch(repeatLater)
  if (!reading.verified) {
    deps.log.warn({ provider, why: withoutSecrets(reading.why, gateway.secrets) }, 'payment report refused')
    await storeRefusedWebhook(deps, gateway, { body: rawBody, why: reading.why })
    throw new Refusal('payment/bad-signature')
  }
  const outcomes: string[] = []
  for (const event of reading.events) outcomes.push(await processEvent(deps, gateway, { event, body: rawBody }))
  return { outcomes }
}

function repeatLater(error: unknown): never {
  if (error instanceof ProviderUnreachable) throw new Refusal('payment/provider-unreachable')
  throw error
}

type Received = { readonly event: WebhookEvent; readonly body: Uint8Array }

async function processEvent(deps: PaymentDeps, gateway: Gateway, { event, body }: Received): Promise<string> {
  const provider = gateway.record.name
  if (await isEventDone(deps.db, provider, event.eventId)) return 'duplicate'
  const common = { provider, eventId: event.eventId, body }
  if (event.isIrrelevant) {
    await storeEvent(
      deps.db,
      { ...common, attemptId: null, outcome: 'unchanged', note: text('events.otherSubject') },
      deps.clock(),
    )
    return 'unchanged'
  }
  const attempt = await findAttemptOf(deps.db, provider, event)
  if (!attempt) return retryLater(deps, { provider, event, body, attemptId: null })
  try {
    const snapshot = event.snapshot ?? (await fetch(deps, gateway, toAttempt(attempt)))
    const source = { kind: 'webhook', eventId: event.eventId, body } as const
    return (await applySnapshot(deps, attempt.id, snapshot, source)).outcome
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      return retryLater(deps, { provider, event, body, attemptId: attempt.id })
    }
    throw error
  }
}

async function fetch(deps: PaymentDeps, gateway: Gateway, attempt: ReturnType<typeof toAttempt>): Promise<Snapshot> {
  const { fetchStatus } = gateway.provider
  if (!fetchStatus) throw new Error(`${gateway.record.name} reports events without content and cannot be asked`)
  return callProvider(deps, gateway, (ctx) => fetchStatus(ctx, attempt))
}

/**
 * Stores the event with a job that retries it: its attempt may not be committed yet, or the provider does not answer.
 */
async function retryLater(
  deps: PaymentDeps,
  { provider, event, body, attemptId }: Received & { readonly provider: string; readonly attemptId: string | null },
): Promise<string> {
  const now = deps.clock()
  const outcome = attemptId === null ? 'unknown-attempt' : 'unchanged'
  const waiting = { provider, eventId: event.eventId, attemptId, outcome, body, note: 'waiting', isOpen: true } as const
  await deps.db.transaction().execute(async (trx) => {
    await storeEvent(trx, waiting, now)
    await lookLater(trx, { provider, event, until: addMinutes(now, waitMinutes).toISOString(), looks: 0 })
  })
  return outcome
}

type WaitingEvent = { provider: string; event: WebhookEvent; until: string; looks?: number }

async function lookLater(q: Queryable, waiting: WaitingEvent): Promise<void> {
  const key = `payment-event:${waiting.provider}:${waiting.event.eventId}`
  const minutes = Math.min(firstLookMinutes * 3 ** (waiting.looks ?? 0), maxLookMinutes)
  await addJob(q, 'settle-payment-event', waiting, { key, delay: minutes * 60_000, maxAttempts: 12 })
}

/**
 * The job. Without an attempt it looks again later; after the waiting time it logs the event, once, and gives up.
 * Throws, to be retried, when the provider does not answer.
 */
export async function settlePaymentEvent(deps: PaymentDeps, payload: WaitingEvent): Promise<void> {
  const { provider, event, until, looks = 0 } = payload
  const gateway = await findGateway(deps, provider)
  if (!gateway || (await isEventDone(deps.db, provider, event.eventId))) return
  const stored = await deps.db
    .selectFrom('payment_events')
    .select(['body'])
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst()
  const attempt = await findAttemptOf(deps.db, provider, event)
  if (!attempt || !stored) {
    if (deps.clock() >= new Date(until)) return giveUp(deps, provider, event)
    // A throw would log every look as a failure.
    return lookLater(deps.db, { ...payload, looks: looks + 1 })
  }
  const snapshot = event.snapshot ?? (await fetch(deps, gateway, toAttempt(attempt)))
  await applySnapshot(deps, attempt.id, snapshot, { kind: 'webhook', eventId: event.eventId, body: stored.body })
}

async function giveUp(deps: PaymentDeps, provider: string, event: WebhookEvent): Promise<void> {
  await deps.db
    .updateTable('payment_events')
    .set({ note: 'no such attempt', processed_at: deps.clock() })
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .execute()
  const hasMoney = (event.snapshot?.capturedMinor ?? 0) > 0
  const level = hasMoney ? 'error' : 'warn'
  deps.log[level]({ provider, eventId: event.eventId, orderRef: event.orderRef }, 'payment report without an attempt')
}
