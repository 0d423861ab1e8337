import { addMinutes } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { findAttemptOf, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, findGateway, type Gateway, inOneAnswer, ProviderUnreachable } from '../gateways.server.ts'
import { isEventDone, keepEvent } from '../payment-events.server.ts'
import type { Snapshot, WebhookEvent, WebhookHeaders } from '../port.ts'
import { keepRefusedReport } from '../refused-reports.server.ts'
import { withoutSecrets } from '../rules/secrets.ts'
import { applySnapshot } from './apply-snapshot.server.ts'

export type ReceivedWebhook = { readonly outcomes: readonly string[] }
/** What waits for its attempt, or for a provider that does not answer, is tried again for this long. */
const waitMinutes = 30

/**
 * Takes a provider's report in. It returns only when every event is kept, together with its effect or with the job
 * that will see to it; then the provider need not repeat it. Refuses 'payment/unknown-provider' and
 * 'payment/bad-signature', and nothing else: a report that changes nothing is still received.
 */
export async function receiveWebhook(
  server: PaymentDeps,
  provider: string,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): Promise<ReceivedWebhook> {
  // Who reports waits some seconds for a yes: what takes longer is put off.
  const deps = inOneAnswer(server)
  // Not only while it is switched on: money that is on its way must arrive.
  const gateway = await findGateway(deps, provider)
  const read = gateway?.provider.readWebhook
  if (!gateway || !read) throw new Refusal('payment/unknown-provider', { provider })
  const reading = await callProvider(deps, gateway, (ctx) => read(ctx, rawBody, headers))
  if (!reading.verified) {
    deps.log.warn({ provider, why: withoutSecrets(reading.why, gateway.secrets) }, 'payment report refused')
    await keepRefusedReport(deps, provider, { body: rawBody, why: reading.why }, gateway.secrets)
    throw new Refusal('payment/bad-signature')
  }
  const outcomes: string[] = []
  for (const event of reading.events) outcomes.push(await takeEvent(deps, gateway, event, rawBody))
  return { outcomes }
}

async function takeEvent(deps: PaymentDeps, gateway: Gateway, event: WebhookEvent, body: Uint8Array): Promise<string> {
  const provider = gateway.record.name
  if (await isEventDone(deps.db, provider, event.eventId)) return 'duplicate'
  const common = { provider, eventId: event.eventId, body }
  if (event.isIrrelevant) {
    await keepEvent(
      deps.db,
      { ...common, attemptId: null, outcome: 'unchanged', note: 'not about a payment' },
      deps.clock(),
    )
    return 'unchanged'
  }
  const attempt = await findAttemptOf(deps.db, provider, event)
  if (!attempt) return putOff(deps, gateway, event, body, 'unknown-attempt')
  try {
    const snapshot = event.snapshot ?? (await fetch(deps, gateway, toAttempt(attempt)))
    const source = { kind: 'webhook', eventId: event.eventId, body } as const
    return (await applySnapshot(deps, attempt.id, snapshot, source)).outcome
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      return putOff(deps, gateway, event, body, 'unchanged', attempt.id)
    }
    throw error
  }
}

async function fetch(deps: PaymentDeps, gateway: Gateway, attempt: ReturnType<typeof toAttempt>): Promise<Snapshot> {
  const { fetchStatus } = gateway.provider
  if (!fetchStatus) throw new Error(`${gateway.record.name} reports events without content and cannot be asked`)
  return callProvider(deps, gateway, (ctx) => fetchStatus(ctx, attempt))
}

/** Keeps the event with the job that goes on with it: its attempt may not be committed yet, or the provider is away. */
async function putOff(
  deps: PaymentDeps,
  gateway: Gateway,
  event: WebhookEvent,
  body: Uint8Array,
  outcome: 'unknown-attempt' | 'unchanged',
  attemptId: string | null = null,
): Promise<string> {
  const now = deps.clock()
  const provider = gateway.record.name
  const waiting = { provider, eventId: event.eventId, attemptId, outcome, body, note: 'waiting', isOpen: true } as const
  await deps.db.transaction().execute(async (trx) => {
    await keepEvent(trx, waiting, now)
    const payload = { provider, event, until: addMinutes(now, waitMinutes).toISOString() }
    // The attempt is usually there a moment later.
    const key = `payment-event:${provider}:${event.eventId}`
    await addJob(trx, 'settle-payment-event', payload, { key, runAt: addMinutes(now, 0.05), maxAttempts: 12 })
  })
  return outcome
}

/** The job: throws to be tried again until the time is over, then a person is told. */
export async function settlePaymentEvent(
  deps: PaymentDeps,
  payload: { provider: string; event: WebhookEvent; until: string },
): Promise<void> {
  const { provider, event } = payload
  const gateway = await findGateway(deps, provider)
  if (!gateway || (await isEventDone(deps.db, provider, event.eventId))) return
  const kept = await deps.db
    .selectFrom('payment_events')
    .select(['body'])
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst()
  const attempt = await findAttemptOf(deps.db, provider, event)
  if (!attempt || !kept) {
    if (deps.clock() < new Date(payload.until)) throw new Error(`no attempt yet for ${provider} ${event.eventId}`)
    return giveUp(deps, provider, event)
  }
  const snapshot = event.snapshot ?? (await fetch(deps, gateway, toAttempt(attempt)))
  await applySnapshot(deps, attempt.id, snapshot, { kind: 'webhook', eventId: event.eventId, body: kept.body })
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
