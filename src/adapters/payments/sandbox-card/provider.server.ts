import * as z from 'zod'
import type { PaymentProvider, ProviderLine, Snapshot, WebhookReading } from '../../../modules/payment/port.ts'
import type { Core } from '../../../platform/core.server.ts'
import { findOrder, moveOrder, type Order, openOrder, refundOrder } from './orders.server.ts'
import { isReturnProof, reportFault, sandboxSecret, signatureHeader } from './signature.server.ts'
import { text } from './text.ts'

export const sandboxCardName = 'sandbox_card'
const reports = z.object({
  id: z.string().min(8).max(100),
  order: z.string().max(100),
  attempt: z.uuid(),
})

/** Works like a real card but moves no money. Available in sandbox mode only. */
export function sandboxCard(core: Core): PaymentProvider {
  const secret = sandboxSecret(core.keys)
  return {
    describe: {
      name: sandboxCardName,
      type: 'api',
      label: text('label'),
      ...({ brands: [text('noMoney')], means: 'card' } as const),
      fields: [],
      charge: { rule: 'booking' },
      currencies: null,
      opensForMinutes: 30,
      isSandboxOnly: true,
    },
    mode: () => 'test',
    start: async (ctx, { attempt, payable, returnUrl, language }) => {
      const { minor: amountMinor, currency } = payable.amount
      const order = await openOrder(core, { attemptId: attempt.id, amountMinor, currency, returnUrl })
      const url = `${ctx.baseUrl}/sandbox-card/${order.order_ref}${language ? `?language=${language}` : ''}`
      return {
        outcome: 'requires_action',
        orderRef: order.order_ref,
        action: { type: 'sandbox_redirect', kind: 'redirect', url },
      }
    },
    fetchStatus: async (_ctx, attempt) =>
      snapshotOf(await findOrder(core, { attemptId: attempt.id }), attempt.currency),
    // The content is only a hint; the order is looked up.
    readWebhook: async (ctx, rawBody, headers) => readReport(secret, rawBody, headers[signatureHeader], ctx.now),
    readReturn: async (_ctx, attempt, { query }) => ({
      isProven: attempt.orderRef !== null && isReturnProof(secret, attempt.orderRef, query.proof),
    }),
    close: async (_ctx, attempt) => {
      const order = await findOrder(core, { attemptId: attempt.id })
      if (!order || (await moveOrder(core, order.order_ref, ['open'], 'expired'))) return { outcome: 'closed' }
      const now = await findOrder(core, { attemptId: attempt.id })
      return { outcome: 'moved-on', snapshot: snapshotOf(now, attempt.currency) }
    },
    refund: async (_ctx, { attempt, refundId, amount }) =>
      (await refundOrder(core, attempt.id, refundId, amount.minor))
        ? { outcome: 'succeeded', ref: `sbxrf_${refundId}` }
        : { outcome: 'failed', message: text('refund.tooMuch') },
    testConnection: async () => ({ isFine: true, message: text('connection.ok') }),
  }
}

export const sandboxCardLine: ProviderLine<Core> = { create: sandboxCard }

function readReport(secret: string, rawBody: Uint8Array, header: string | undefined, now: Date): WebhookReading {
  const why = reportFault(secret, rawBody, header, now)
  if (why) return { verified: false, why }
  const parsed = reports.safeParse(parse(rawBody))
  if (!parsed.success) return { verified: false, why: 'not a report' }
  const { id, order, attempt } = parsed.data
  return { verified: true, events: [{ eventId: id, attemptId: attempt, orderRef: order, snapshot: null }] }
}
function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'))
  } catch {
    return null
  }
}

const statuses = {
  open: 'requires_action',
  paid: 'succeeded',
  declined: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const

function snapshotOf(order: Order | null, currency: string): Snapshot {
  const isPaid = order?.status === 'paid'
  return {
    orderRef: order?.order_ref ?? null,
    paymentRef: order?.payment_ref ?? null,
    status: order ? statuses[order.status] : 'not-found',
    currency: order?.currency ?? currency,
    capturedMinor: isPaid ? order.amount_minor : 0,
    refundedMinor: order?.refunded_minor ?? 0,
    refunds: null,
    mode: 'test',
    failureMessage: order?.status === 'declined' ? text('declined') : null,
  }
}
