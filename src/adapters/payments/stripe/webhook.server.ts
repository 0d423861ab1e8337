import type {
  ProviderContext,
  ProviderMode,
  WebhookEvent,
  WebhookHeaders,
  WebhookReading,
} from '../../../modules/payment/port.ts'
import type { Log } from '../../../platform/log.server.ts'
import { openWebhooks } from './client.server.ts'
import { apiVersion, followedEvents } from './fields.ts'
import { readEvent, readSession, type StripeEvent } from './objects.ts'
import { snapshotOf } from './snapshot.ts'

/** Stripe's own tolerance. The library only checks the past, so we check the future. */
const toleranceSeconds = 300

type Ports = {
  readonly mode: ProviderMode
  readonly log: Log
  /** Returns our attempt id from a payment intent, or null if it has none. Throws if Stripe cannot be reached. */
  readonly attemptOfIntent: (intentId: string) => Promise<string | null>
}

/** The event only names the attempt. Its state comes from Stripe's API. */
export async function readReport(
  ctx: Pick<ProviderContext, 'secrets' | 'now'>,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
  ports: Ports,
): Promise<WebhookReading> {
  const header = headers['stripe-signature'] ?? ''
  const opened = await verified(ctx, rawBody, header)
  if ('why' in opened) return { verified: false, why: opened.why }
  let event: StripeEvent
  try {
    event = readEvent(opened.event)
  } catch {
    return { verified: false, why: 'not an event that we can read' }
  }
  if (event.api_version !== apiVersion) {
    const { id: eventId, type, api_version: version } = event
    ports.log.warn(
      { provider: 'stripe', eventId, type, version, expected: apiVersion },
      'report of another API version',
    )
  }
  return { verified: true, events: [await followed(event, opened.event, ports)] }
}

/** Accepts both secrets: during a rotation Stripe signs with both or with the new one. */
async function verified(
  { secrets, now }: Pick<ProviderContext, 'secrets' | 'now'>,
  rawBody: Uint8Array,
  header: string,
): Promise<{ event: unknown } | { why: string }> {
  const { webhook_secret: current, webhook_secret_previous: previous } = secrets
  const webhooks = await openWebhooks()
  let why = 'no signing secret is set'
  for (const secret of [current, previous]) {
    if (!secret?.trim()) continue
    try {
      const event: unknown = webhooks.constructEvent(
        Buffer.from(rawBody),
        header,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      )
      return isOfTheFuture(header, now) ? { why: 'from the future' } : { event }
    } catch (error) {
      why = error instanceof Error && 'header' in error ? 'wrong signature or too old' : 'not an event'
    }
  }
  return { why }
}

/** The library uses the last time in the header; Stripe never sends more than one. */
function isOfTheFuture(header: string, now: Date): boolean {
  const times = header.split(',').filter((part) => part.startsWith('t='))
  const at = Number(times[0]?.slice(2))
  return times.length !== 1 || !(at - now.getTime() / 1000 <= toleranceSeconds)
}

async function followed(event: StripeEvent, whole: unknown, ports: Ports): Promise<WebhookEvent> {
  const { object } = event.data
  const isSession = object.object === 'checkout.session'
  const nothing = { eventId: event.id, attemptId: null, orderRef: null, snapshot: null, isIrrelevant: true } as const
  const isFollowed = (followedEvents as readonly string[]).includes(event.type)
  if (!isFollowed) return nothing
  if (event.livemode !== (ports.mode === 'live')) return ofOtherMode(event, whole, ports) ?? nothing
  const attemptId = object.client_reference_id ?? object.metadata?.attempt_id ?? (await lookUp(object, ports))
  // Belongs to another shop, or to a payment made in the dashboard.
  if (attemptId === null) return nothing
  const orderRef = isSession ? (object.id ?? null) : null
  return { eventId: event.id, attemptId, orderRef, snapshot: null }
}

/** Disputes and dashboard refunds carry no attempt id, but their payment intent does. */
async function lookUp({ payment_intent: intent }: StripeEvent['data']['object'], ports: Ports): Promise<string | null> {
  const id = typeof intent === 'object' ? intent?.id : intent
  return id ? ports.attemptOfIntent(id) : null
}

/** A test webhook for a live attempt, or the reverse. Our keys cannot query the other mode, so the body is shown. */
function ofOtherMode(event: StripeEvent, whole: unknown, { log, mode }: Ports): WebhookEvent | null {
  log.warn({ provider: 'stripe', eventId: event.id, type: event.type, mode }, 'report of the other mode')
  const attemptId = event.data.object.client_reference_id
  if (!attemptId || event.data.object.object !== 'checkout.session') return null
  try {
    const session = readSession((whole as { data: { object: unknown } }).data.object)
    const snapshot = snapshotOf({ ...session, livemode: event.livemode }, attemptId, null)
    return { eventId: event.id, attemptId, orderRef: session.id, snapshot }
  } catch {
    return null
  }
}
