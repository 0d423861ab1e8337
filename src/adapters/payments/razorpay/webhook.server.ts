import { createHash } from 'node:crypto'
import type * as z from 'zod'
import type { ProviderContext, WebhookEvent, WebhookHeaders, WebhookReading } from '../../../modules/payment/port.ts'
import { event } from './objects.server.ts'
import { isHmac } from './signature.server.ts'

/**
 * Razorpay repeats a webhook for 24 hours with its first signature, which holds no time. Anything older than that and
 * an hour is a replay. Within that time, the event id and the look-up make a repetition harmless.
 */
export const maxAgeSeconds = 25 * 3600
const maxAheadSeconds = 300

const isAboutPayments = (name: string): boolean => /^(payment|refund)\.|^order\.paid$/.test(name)
const isOurs = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function readReport(
  { secrets, now }: Pick<ProviderContext, 'secrets' | 'now'>,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): WebhookReading {
  const signature = headers['x-razorpay-signature']
  // After a change of the secret, repeated webhooks still use the old one.
  const known = [secrets.webhook_secret, secrets.webhook_secret_previous]
  if (!known.some((secret) => isHmac(secret, rawBody, signature)))
    return { verified: false, why: signature ? 'wrong signature' : 'no signature' }
  const parsed = event.safeParse(parse(rawBody))
  if (!parsed.success) return { verified: false, why: 'not a report' }
  const age = parsed.data.created_at === undefined ? 0 : now.getTime() / 1000 - parsed.data.created_at
  if (age > maxAgeSeconds || age < -maxAheadSeconds) return { verified: false, why: 'too old or too new' }
  return { verified: true, events: [eventOf(parsed.data, eventId(rawBody, headers))] }
}

/** Payment objects do not show disputes; only the webhook does. */
export function tellsOfDispute(rawBody: Uint8Array): boolean {
  const name = event.safeParse(parse(rawBody)).data?.event ?? ''
  return /^payment\.dispute\.(created|under_review|action_required|lost)$/.test(name)
}

/** Reads only which order it is about; the state is fetched. Payers can write notes but not receipts. */
function eventOf({ event: name, payload }: z.infer<typeof event>, id: string): WebhookEvent {
  const order = payload.order?.entity
  const orderRef = order?.id ?? payload.payment?.entity.order_id ?? null
  const attemptId = order?.receipt && isOurs.test(order.receipt) ? order.receipt : null
  const isIrrelevant = !isAboutPayments(name) || orderRef === null
  return { eventId: id, attemptId, orderRef, snapshot: null, ...(isIrrelevant && { isIrrelevant }) }
}

function eventId(rawBody: Uint8Array, headers: WebhookHeaders): string {
  const given = headers['x-razorpay-event-id']
  if (given && /^[\w.-]{8,100}$/.test(given)) return given
  return `body_${createHash('sha256').update(rawBody).digest('hex')}`
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'))
  } catch {
    return null
  }
}
