import * as z from 'zod'
import type { Attempt, WebhookEvent, WebhookHeaders, WebhookReading } from '../../../modules/payment/port.ts'
import { type Desk, findOrder } from './captures.server.ts'
import { PayPalSilence } from './client.server.ts'
import { payPalEvents } from './events.ts'
import { type CapturePlace, capturePlace, linkedId, type Order } from './objects.ts'
import { orderSnapshot } from './order-snapshot.ts'
import { text } from './text.ts'

/** PayPal repeats a webhook for three days with the time of the first try. We allow one day more. */
export const reportsLiveForSeconds = 4 * 24 * 3600
const aheadSeconds = 300

const transmission = z.object({
  id: z.string().regex(/^[\w-]{1,50}$/),
  time: z.iso.datetime({ offset: true }),
  signature: z.string().regex(/^[A-Za-z0-9+/]{40,496}={0,2}$/),
  certificateUrl: z.url({ protocol: /^https$/ }).max(500),
  algorithm: z.literal('SHA256withRSA'),
})
export type Transmission = z.output<typeof transmission>

const certificateHosts = ['api.paypal.com', 'api-m.paypal.com', 'api.sandbox.paypal.com', 'api-m.sandbox.paypal.com']

/** PayPal serves its certificates on these hosts, on the usual port. We fetch from no other place. */
function isCertificateUrl(address: string): boolean {
  const { hostname, port, username, password } = new URL(address)
  return certificateHosts.includes(hostname) && port === '' && username === '' && password === ''
}

/** Returns the signed header fields, or a text that says what is wrong. */
export function readTransmission(headers: WebhookHeaders, now: Date): Transmission | string {
  const parsed = transmission.safeParse({
    id: headers['paypal-transmission-id'],
    time: headers['paypal-transmission-time'],
    signature: headers['paypal-transmission-sig'],
    certificateUrl: headers['paypal-cert-url'],
    algorithm: headers['paypal-auth-algo'],
  })
  if (!parsed.success) return 'no signature'
  if (!isCertificateUrl(parsed.data.certificateUrl)) return 'a certificate that is not PayPal’s'
  const age = (now.getTime() - Date.parse(parsed.data.time)) / 1000
  return age > reportsLiveForSeconds || age < -aheadSeconds ? 'too old or too new' : parsed.data
}

const uid = z.string().min(1).max(127)
const event = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource_type: z.string().max(100).optional(),
  resource: z.looseObject({}),
})
type Event = z.output<typeof event>
const orderResource = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,36}$/),
  purchase_units: z.array(z.object({ custom_id: uid.optional() })).min(1),
})
const reversal = z.object({ order_id: z.string().regex(/^[A-Z0-9]{1,36}$/) })
const dispute = z.object({
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().regex(/^[A-Z0-9]{1,36}$/) })).min(1),
})

/** Call this for verified webhooks only. */
export async function readEvent(desk: Desk, rawBody: Uint8Array): Promise<WebhookReading> {
  const parsed = event.safeParse(parseBody(rawBody))
  if (!parsed.success) return { verified: false, why: 'not a report' }
  const report = await eventOf(desk, parsed.data)
  return { verified: true, events: [{ eventId: parsed.data.id, snapshot: null, ...report }] }
}

/** Returns null if the bytes are not a JSON object in UTF-8. */
export function textOf(rawBody: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : null
  } catch {
    return null
  }
}
function parseBody(rawBody: Uint8Array): unknown {
  const text = textOf(rawBody)
  return text === null ? null : JSON.parse(text)
}

type Report = Pick<WebhookEvent, 'attemptId' | 'orderRef'> & Partial<WebhookEvent>
const irrelevant: Report = { attemptId: null, orderRef: null, isIrrelevant: true }

/** The content is only a hint; the order itself is fetched. */
async function eventOf(desk: Desk, { event_type: type, resource }: Event): Promise<Report> {
  if (!(payPalEvents as readonly string[]).includes(type)) return irrelevant
  if (type.startsWith('CUSTOMER.DISPUTE.')) return ofDispute(desk, resource, type.endsWith('.CREATED'))
  if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') return ofReversal(desk, resource)
  if (type !== 'CHECKOUT.ORDER.APPROVED') return ofMoney(desk, resource)
  const order = orderResource.safeParse(resource)
  if (!order.success) return irrelevant
  desk.refused.payerActed(order.data.id)
  return { attemptId: order.data.purchase_units[0]?.custom_id ?? null, orderRef: order.data.id }
}

/**
 * A capture names our attempt and its order. A refund or reversal carries the refund's id, so follow its link to the
 * capture.
 */
async function ofMoney(desk: Desk, resource: unknown): Promise<Report> {
  const parsed = capturePlace.safeParse(resource)
  if (!parsed.success) return irrelevant
  const captureId = linkedId(parsed.data.links, 'up', 'captures')
  if (captureId !== null) return ofCapture(desk, captureId)
  return placed(parsed.data)
}
const orderOf = (place: CapturePlace): string | null =>
  place.supplementary_data?.related_ids?.order_id ?? linkedId(place.links, 'up', 'orders')
const placed = (place: CapturePlace): Report => ({ attemptId: place.custom_id ?? null, orderRef: orderOf(place) })

async function ofCapture(desk: Desk, captureId: string): Promise<Report> {
  const answer = await desk.client.getCapture(captureId, desk.signal)
  // The payment belongs to another shop on the same account.
  if (!answer.isYes && answer.status === 404) return irrelevant
  const parsed = capturePlace.safeParse(answer.isYes ? answer.body : null)
  if (!parsed.success) throw new PayPalSilence('a capture could not be read')
  return placed(parsed.data)
}

async function ofDispute(desk: Desk, resource: unknown, isDisputed: boolean): Promise<Report> {
  const parsed = dispute.safeParse(resource)
  if (!parsed.success) return irrelevant
  const [transaction] = parsed.data.disputed_transactions
  const report = await ofCapture(desk, transaction?.seller_transaction_id ?? '')
  return withSnapshot(desk, report, (order, attempt) => ({
    ...orderSnapshot(order, attempt, desk.keys.mode),
    isDisputed,
  }))
}

/** The approval expired without a capture, and the order can no longer be captured. */
async function ofReversal(desk: Desk, resource: unknown): Promise<Report> {
  const parsed = reversal.safeParse(resource)
  if (!parsed.success) return irrelevant
  const report = { attemptId: null, orderRef: parsed.data.order_id }
  return withSnapshot(desk, report, (order, attempt) => {
    const snapshot = orderSnapshot(order, attempt, desk.keys.mode)
    const isOpen = snapshot.status === 'requires_action' || snapshot.status === 'cancelled'
    if (!isOpen) return snapshot
    const failureMessage = text('failed.notCompleted')
    return { ...snapshot, status: 'failed', failureMessage }
  })
}

type ToSnapshot = (order: Order, attempt: Pick<Attempt, 'id'>) => NonNullable<WebhookEvent['snapshot']>
async function withSnapshot(desk: Desk, report: Report, snapshotOf: ToSnapshot): Promise<Report> {
  const order = report.orderRef === null ? null : await findOrder(desk, report.orderRef)
  const attemptId = order?.purchase_units[0]?.custom_id
  if (!order || attemptId === undefined) return irrelevant
  return { ...report, attemptId, snapshot: snapshotOf(order, { id: attemptId }) }
}
