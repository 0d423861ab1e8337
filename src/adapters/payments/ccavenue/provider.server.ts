import { foreignWords, properName, type Text } from '../../../kernel/messages.ts'
import type {
  ConnectionTest,
  PaymentProvider,
  ProviderContext,
  ProviderLine,
  RefundOutcome,
  RefundRequest,
  Snapshot,
  StartOutcome,
  StartRequest,
  SupplierUrls,
} from '../../../modules/payment/port.ts'
import {
  type Account,
  accountFor,
  accountsFault,
  accountsOf,
  everyCurrency,
  fields,
  modeOf,
  nameOf,
  pageOrigins,
  urlNames,
} from './accounts.server.ts'
import { readNotification, readPayersReturn } from './answer.server.ts'
import { askApi } from './client.server.ts'
import { orderForm, returnFault } from './order-form.server.ts'
import { orderNumber } from './order-number.ts'
import { giveBack } from './refund.server.ts'
import { isNoRecord, readOrder } from './snapshot.server.ts'
import { fetchOrder } from './status.server.ts'
import { text } from './text.ts'

const brands = ['Visa', 'Mastercard', 'RuPay', 'UPI', text('brands.netBanking')]

/** CCAvenue allows 12 characters including the point and two decimals. */
const largest = 99_999_999_999
const smallest = 100
/** Fifteen minutes to reach CCAvenue's page, plus the fifteen that the page stays open. */
const opensForMinutes = 30

/**
 * The browser posts an encrypted order to CCAvenue's page, and the status API decides the outcome. That API only
 * answers registered IP addresses. The order does not exist at CCAvenue until the customer arrives there.
 */
export function ccavenue(urls: SupplierUrls): PaymentProvider {
  const accountOf = (ctx: ProviderContext, { currency }: StartRequest['attempt']): Account => {
    const account = accountFor(ctx, urls, currency)
    if (!account) throw new Error(`CCAvenue has no account for ${currency} any more`)
    return account
  }
  return {
    describe: {
      name: 'ccavenue',
      type: 'api',
      label: properName('CCAvenue'),
      brands,
      means: 'card',
      supplier: properName('CCAvenue'),
      shownIn: (currency) =>
        currency === 'INR'
          ? { label: text('shown.india'), brands }
          : { label: text('shown.uae'), brands: ['Visa', 'Mastercard'] },
      fields,
      charge: { rule: 'setting', key: 'ccavenue_currency', fallback: 'INR' },
      currencies: everyCurrency,
      currencyRefusal: text('currencyRefusal'),
      limits: Object.fromEntries(everyCurrency.map((code) => [code, { min: smallest, max: largest }])),
      opensForMinutes,
      origins: { form: pageOrigins(urls) },
    },
    mode: modeOf,
    notReady: accountsFault,
    currenciesOf: (ctx) => accountsOf(ctx, urls).map(({ currency }) => currency),
    start: async (ctx, request) => start(accountFor(ctx, urls, request.attempt.currency), request),
    fetchStatus: (ctx, attempt) => fetchOrder(ctx, accountOf(ctx, attempt), attempt),
    readWebhook: async (ctx, rawBody) => readNotification(accountsOf(ctx, urls), rawBody, ctx.now),
    readReturn: async (ctx, attempt, visit) => {
      const account = accountFor(ctx, urls, attempt.currency)
      return account ? readPayersReturn(account, orderNumber(attempt.id), visit) : { isProven: false }
    },
    refund: (ctx, request) => refund(ctx, accountOf(ctx, request.attempt), request),
    testConnection: (ctx) => testConnection(ctx, accountsOf(ctx, urls)),
  }
}

export const ccavenueLine: ProviderLine<unknown> = { urlNames, create: (_core, urls) => ccavenue(urls) }

function start(account: Account | null, { attempt, payable, returnUrl }: StartRequest): StartOutcome {
  const { currency } = payable.amount
  if (!account) return { outcome: 'failed', message: text('start.currency', { currency }) }
  const fault = returnFault(returnUrl)
  if (fault) return { outcome: 'failed', message: fault }
  const orderNo = orderNumber(attempt.id)
  const form = orderForm(account, { orderNo, payable, returnUrl })
  const action = { type: 'ccavenue_redirect', kind: 'redirect', url: account.pageUrl, form } as const
  return { outcome: 'requires_action', orderRef: orderNo, action }
}

/** Refunds need CCAvenue's payment number; if it is missing, fetch it first. */
async function refund(ctx: ProviderContext, account: Account, request: RefundRequest): Promise<RefundOutcome> {
  const known: Pick<Snapshot, 'paymentRef'> = request.attempt.paymentRef
    ? request.attempt
    : await fetchOrder(ctx, account, request.attempt)
  if (!known.paymentRef) return { outcome: 'unknown', message: text('refund.unknownPayment') }
  return giveBack(ctx, account, known.paymentRef, request)
}

/** Queries a non-existent order on each account. */
async function testConnection(ctx: ProviderContext, accounts: readonly Account[]): Promise<ConnectionTest> {
  const fault = accountsFault(ctx)
  if (fault) return { isFine: false, message: fault }
  const tests = await Promise.all(accounts.map((account) => testAccount(ctx, account)))
  const [first = '', second] = tests.map(({ message }) => message)
  const message = second ? text('connection.both', { first, second }) : first
  return { isFine: tests.every(({ isFine }) => isFine), message }
}
async function testAccount(ctx: ProviderContext, account: Account): Promise<ConnectionTest> {
  const country = nameOf(account.country)
  const isNot = (why: Text) => ({ isFine: false, message: text('connection.account', { country, result: why }) })
  const answer = await askApi(account, 'orderStatusTracker', { order_no: 'connection-test' }, ctx.signal)
  if (answer.kind === 'unreadable') return isNot(text('connection.wrongKey'))
  if (answer.kind === 'refused' && !isNoRecord(answer)) return isNot(refusalSentence(answer))
  if (answer.kind === 'answer') {
    const reading = readOrder(answer.body)
    if (reading.kind === 'error' && !isNoRecord(reading)) return isNot(refusalSentence(reading))
  }
  return { isFine: true, message: text('connection.account', { country, result: text('connection.ok') }) }
}
function refusalSentence({ code, message }: { code: string; message: string }): Text {
  if (code === '51407') return text('connection.ipAddress')
  if (code === '10002') return text('connection.accessCode')
  const words = foreignWords(message)
  return code
    ? text('connection.otherWithCode', { message: words, code: foreignWords(code) })
    : text('connection.other', { message: words })
}
