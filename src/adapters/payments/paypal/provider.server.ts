import type { Text } from '../../../kernel/messages.ts'
import { trimEnd } from '../../../kernel/trim.ts'
import type {
  PaymentProvider,
  ProviderContext,
  ProviderLine,
  StartOutcome,
  StartRequest,
  WebhookReading,
} from '../../../modules/payment/port.ts'
import type { Core } from '../../../platform/core.server.ts'
import { type Desk, findOrder, settleOrder } from './captures.server.ts'
import { fetchCertificate, judgeByCertificate } from './certificate.server.ts'
import { type Keys, type PayPalClient, PayPalSilence, payPalClient } from './client.server.ts'
import { reportsTo, testKeys } from './connection.server.ts'
import { currencyRefusal, describePayPal, isMode } from './description.ts'
import { askPayPal, type Judge } from './genuine.server.ts'
import { madeOrder } from './objects.ts'
import { orderSnapshot } from './order-snapshot.ts'
import { payerUrlOf } from './payer-url.ts'
import { giveBack } from './refund.server.ts'
import { refusedMeans } from './refused-means.ts'
import { text } from './text.ts'
import { readEvent, readTransmission } from './webhook.server.ts'

type WhatIsSet = Pick<ProviderContext, 'settings' | 'secrets'>
/** `roots`: trusted root certificates; only tests override them. */
type Options = {
  readonly apiUrl?: string | null
  readonly baseUrl: string
  readonly now: () => Date
  readonly roots?: readonly string[]
}

/** PayPal Orders v2: the payer approves on PayPal's page, and our capture takes the money. */
export function payPal({ apiUrl = null, baseUrl, now, roots }: Options): PaymentProvider {
  const clientOf = clientKeeper(apiUrl)
  const refused = refusedMeans()
  const byCertificate = judgeByCertificate({ now, fetchText: fetchCertificate(apiUrl), ...(roots && { roots }) })
  const deskOf = (ctx: ProviderContext): Desk => {
    const keys = keysOf(ctx)
    return { keys, client: clientOf(keys), apiUrl, refused, signal: ctx.signal }
  }
  return {
    describe: describePayPal(reportsTo(baseUrl)),
    mode,
    notReady,
    start: (ctx, request) => start(deskOf(ctx), request),
    fetchStatus: (ctx, attempt) => settleOrder(deskOf(ctx), attempt),
    readWebhook: (ctx, rawBody, headers) => {
      // Offline checks are opt-in. Asking PayPal costs one call per webhook, but does not depend on its signing
      // scheme, its certificate authority or a complete chain.
      const judge = ctx.settings.webhook_check === 'certificate' ? byCertificate : askPayPal
      return readReport(deskOf(ctx), judge, ctx, rawBody, headers)
    },
    readReturn: async (_ctx, attempt, { query }) => {
      const isProven = attempt.orderRef !== null && query.token === attempt.orderRef
      const isCancelled = isProven && query[cancelMark] !== undefined
      if (isProven && !isCancelled) refused.payerActed(query.token ?? '')
      return { isProven, isCancelled }
    },
    // PayPal has no call to close an order. We stop capturing it and it expires.
    close: async (ctx, attempt) => {
      const desk = deskOf(ctx)
      const order = attempt.orderRef === null ? null : await findOrder(desk, attempt.orderRef)
      const isCaptured = order?.purchase_units.some(({ payments }) => payments.captures.length > 0)
      if (!order || !(isCaptured || order.status === 'COMPLETED')) return { outcome: 'closed' }
      return { outcome: 'moved-on', snapshot: orderSnapshot(order, attempt, desk.keys.mode) }
    },
    refund: (ctx, request) => giveBack(deskOf(ctx), request),
    testConnection: (ctx) => testKeys(deskOf(ctx), ctx),
  }
}

export const payPalLine: ProviderLine<Core> = {
  urlNames: ['PAYPAL_API_URL'],
  create: (core, { PAYPAL_API_URL: apiUrl }) =>
    payPal({
      now: core.clock,
      baseUrl: core.baseUrl,
      apiUrl: apiUrl === undefined ? null : trimEnd(apiUrl, '/'),
    }),
}

const cancelMark = 'cancelled'

const mode: PaymentProvider['mode'] = ({ settings }) => (settings.mode === 'live' ? 'live' : 'test')

const notReady = ({ settings }: Pick<WhatIsSet, 'settings'>): Text | null =>
  isMode(settings.mode) ? null : text('notReady.mode')

const keysOf = (ctx: WhatIsSet): Keys => ({
  clientId: ctx.settings.client_id ?? '',
  clientSecret: ctx.secrets.client_secret ?? '',
  mode: mode(ctx),
})

/** Reuses the client while the keys stay the same, so that its token is reused. */
function clientKeeper(apiUrl: string | null): (keys: Keys) => PayPalClient {
  let kept: { readonly keys: Keys; readonly client: PayPalClient } | null = null
  return (keys) => {
    const isSame =
      kept?.keys.clientId === keys.clientId &&
      kept.keys.clientSecret === keys.clientSecret &&
      kept.keys.mode === keys.mode
    if (!kept || !isSame) kept = { keys, client: payPalClient(keys, apiUrl) }
    return kept.client
  }
}

const maxDescription = 127

async function start(desk: Desk, request: StartRequest): Promise<StartOutcome> {
  const { attempt, payable, returnUrl, idempotencyKey } = request
  const cancelUrl = new URL(returnUrl)
  cancelUrl.searchParams.set(cancelMark, '1')
  // Do not cut a surrogate pair in half.
  const description = payable.description.slice(0, maxDescription).replace(/[\uD800-\uDBFF]$/, '')
  const order = { attemptId: attempt.id, amount: payable.amount, description, returnUrl, cancelUrl: cancelUrl.href }
  const answer = await desk.client.createOrder(order, idempotencyKey, desk.signal)
  if (!answer.isYes) return { outcome: 'failed', message: refusalOf(answer.status, answer.issues) }
  const parsed = madeOrder.safeParse(answer.body)
  const url = parsed.success ? payerUrlOf(parsed.data.links, desk.apiUrl) : null
  if (!parsed.success || url === null) throw new PayPalSilence('an order without a way to it')
  return {
    outcome: 'requires_action',
    orderRef: parsed.data.id,
    action: { type: 'paypal_redirect', kind: 'redirect', url },
  }
}

const currencyIssues = ['INVALID_CURRENCY_CODE', 'CURRENCY_NOT_SUPPORTED']
function refusalOf(status: number, issues: readonly string[]): Text {
  if (issues.some((issue) => currencyIssues.includes(issue))) return currencyRefusal
  if (status === 401 || status === 403) return text('start.unavailable')
  return text('start.refused')
}

async function readReport(
  desk: Desk,
  judge: Judge,
  { settings, now }: ProviderContext,
  rawBody: Uint8Array,
  headers: Parameters<NonNullable<PaymentProvider['readWebhook']>>[2],
): Promise<WebhookReading> {
  const webhookId = settings.webhook_id
  if (!webhookId) return { verified: false, why: 'no webhook id is set' }
  const transmission = readTransmission(headers, now)
  if (typeof transmission === 'string') return { verified: false, why: transmission }
  const why = await judge(desk, webhookId, rawBody, transmission)
  return why === null ? readEvent(desk, rawBody) : { verified: false, why }
}
