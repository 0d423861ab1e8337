import type {
  PaymentProvider,
  ProviderContext,
  ProviderDescription,
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
import { readEvent, readTransmission } from './webhook.server.ts'

type WhatIsSet = Pick<ProviderContext, 'settings' | 'secrets'>
/** `roots`: whom a certificate's chain may end in; only tests have others than the well-known ones. */
type Options = {
  readonly apiUrl?: string | null
  readonly baseUrl: string
  readonly now: () => Date
  readonly roots?: readonly string[]
}

/** PayPal, Orders v2: the payer approves on PayPal's page, and only our capture takes the money. */
export function payPal({ apiUrl = null, baseUrl, now, roots }: Options): PaymentProvider {
  const description = describePayPal(reportsTo(baseUrl))
  const clientOf = clientKeeper(apiUrl)
  const refused = refusedMeans()
  const byCertificate = judgeByCertificate({ now, fetchText: fetchCertificate(apiUrl), ...(roots && { roots }) })
  const deskOf = (ctx: ProviderContext): Desk => {
    const keys = keysOf(ctx)
    return { keys, client: clientOf(keys), apiUrl, refused, signal: ctx.signal }
  }
  return {
    describe: description,
    mode,
    notReady: (ctx) => notReady(description, ctx),
    start: (ctx, request) => start(deskOf(ctx), request),
    fetchStatus: (ctx, attempt) => settleOrder(deskOf(ctx), attempt),
    readWebhook: (ctx, rawBody, headers) => {
      // Offline only where the agency has chosen it: PayPal's own word needs no knowledge of how it signs, of which
      // authority vouches for it this year, or of whether it serves the whole chain. An extra call a report is cheap.
      const judge = ctx.settings.webhook_check === 'certificate' ? byCertificate : askPayPal
      return readReport(deskOf(ctx), judge, ctx, rawBody, headers)
    },
    readReturn: async (_ctx, attempt, { query }) => {
      const isProven = attempt.orderRef !== null && query.token === attempt.orderRef
      const isCancelled = isProven && query[cancelMark] !== undefined
      if (isProven && !isCancelled) refused.payerActed(query.token ?? '')
      return { isProven, isCancelled }
    },
    // There is no call that closes an order: it is never captured any more, and lapses.
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
      apiUrl: apiUrl === undefined ? null : apiUrl.replace(/\/+$/, ''),
    }),
}

/** Marks the way back of a payer who gives up on PayPal's page. */
const cancelMark = 'cancelled'

const mode: PaymentProvider['mode'] = ({ settings }) => (settings.mode === 'live' ? 'live' : 'test')

function notReady({ fields }: ProviderDescription, { settings, secrets }: WhatIsSet): string | null {
  const missing = fields.filter((field) => {
    const value = field.isSecret ? secrets[field.name] : settings[field.name]
    return field.isRequired && !value
  })
  if (missing.length > 0) return `Not set yet: ${missing.map(({ label }) => label).join(', ')}`
  return isMode(settings.mode) ? null : 'Choose whether PayPal works in the sandbox or live'
}

const keysOf = (ctx: WhatIsSet): Keys => ({
  clientId: ctx.settings.client_id ?? '',
  clientSecret: ctx.secrets.client_secret ?? '',
  mode: mode(ctx),
})

/** One client for as long as the keys are the same, so that its token is used again. */
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

const longestDescription = 127

async function start(desk: Desk, request: StartRequest): Promise<StartOutcome> {
  const { attempt, payable, returnUrl, idempotencyKey } = request
  const cancelUrl = new URL(returnUrl)
  cancelUrl.searchParams.set(cancelMark, '1')
  // Never through the middle of a sign.
  const description = payable.description.slice(0, longestDescription).replace(/[\uD800-\uDBFF]$/, '')
  const order = { attemptId: attempt.id, amount: payable.amount, description, returnUrl, cancelUrl: cancelUrl.href }
  const answer = await desk.client.createOrder(order, idempotencyKey, desk.signal)
  if (!answer.isYes) return { outcome: 'failed', message: refusalOf(answer.status, answer.issues) }
  const read = madeOrder.safeParse(answer.body)
  const url = read.success ? payerUrlOf(read.data.links, desk.apiUrl) : null
  if (!read.success || url === null) throw new PayPalSilence('an order without a way to it')
  return {
    outcome: 'requires_action',
    orderRef: read.data.id,
    action: { type: 'paypal_redirect', kind: 'redirect', url },
  }
}

const currencyIssues = ['INVALID_CURRENCY_CODE', 'CURRENCY_NOT_SUPPORTED']
function refusalOf(status: number, issues: readonly string[]): string {
  if (issues.some((issue) => currencyIssues.includes(issue))) return currencyRefusal
  if (status === 401 || status === 403) return 'PayPal cannot be used at the moment. Please choose another way to pay.'
  return 'PayPal has not accepted this payment. Please choose another way to pay.'
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
