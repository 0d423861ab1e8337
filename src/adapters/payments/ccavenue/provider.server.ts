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

/** Twelve characters with the point, of which two are decimals. */
const largest = 99_999_999_999
const smallest = 100
/** Fifteen minutes to reach CCAvenue's page, and the fifteen that it stays open. */
const opensForMinutes = 30

/**
 * CCAvenue: the browser posts an encrypted order to its page, and its status API, which answers registered addresses
 * only, decides. Nothing is created beforehand: an order exists there once a customer has come.
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
      label: 'CCAvenue',
      brands: ['Visa', 'Mastercard', 'RuPay', 'UPI', 'Net Banking'],
      fields,
      charge: { rule: 'setting', key: 'ccavenue_currency', fallback: 'INR' },
      currencies: everyCurrency,
      currencyRefusal:
        'CCAvenue charges INR by an account in India and AED by one in the UAE; there is none for this currency',
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
  if (!account) return { outcome: 'failed', message: `CCAvenue cannot take payments in ${currency} here` }
  const fault = returnFault(returnUrl)
  if (fault) return { outcome: 'failed', message: fault }
  const orderNo = orderNumber(attempt.id)
  const form = orderForm(account, { orderNo, payable, returnUrl })
  const action = { type: 'ccavenue_redirect', kind: 'redirect', url: account.pageUrl, form } as const
  return { outcome: 'requires_action', orderRef: orderNo, action }
}

/** Under CCAvenue's own number of the payment; one that we were never told is asked for. */
async function refund(ctx: ProviderContext, account: Account, request: RefundRequest): Promise<RefundOutcome> {
  const told: Pick<Snapshot, 'paymentRef'> = request.attempt.paymentRef
    ? request.attempt
    : await fetchOrder(ctx, account, request.attempt)
  if (!told.paymentRef) return { outcome: 'unknown', message: 'CCAvenue does not know this payment' }
  return giveBack(ctx, account, told.paymentRef, request)
}

/** Asks each account about an order that there is not. */
async function testConnection(ctx: ProviderContext, accounts: readonly Account[]): Promise<ConnectionTest> {
  const fault = accountsFault(ctx)
  if (fault) return { isFine: false, message: fault }
  const tests = await Promise.all(accounts.map((account) => testAccount(ctx, account)))
  return { isFine: tests.every(({ isFine }) => isFine), message: tests.map(({ message }) => message).join(' ') }
}
async function testAccount(ctx: ProviderContext, account: Account): Promise<ConnectionTest> {
  const title = account.country === 'india' ? 'India' : 'UAE'
  const isNot = (why: string) => ({ isFine: false, message: `${title}: ${why}` })
  const answer = await askApi(account, 'orderStatusTracker', { order_no: 'connection-test' }, ctx.signal)
  if (answer.kind === 'unreadable') return isNot('the working key or the encryption does not fit.')
  if (answer.kind === 'refused' && !isNoRecord(answer)) return isNot(refusalSentence(answer))
  if (answer.kind === 'answer') {
    const told = readOrder(answer.body)
    if (told.kind === 'error' && !isNoRecord(told)) return isNot(refusalSentence(told))
  }
  return { isFine: true, message: `${title}: CCAvenue knows this account and answers this server.` }
}
function refusalSentence({ code, message }: { code: string; message: string }): string {
  if (code === '51407')
    return 'CCAvenue does not answer this server (51407): its public IP address is not registered with this access code. Register it in M.A.R.S., Settings, API Keys.'
  if (code === '10002') return 'CCAvenue does not accept the access code from here (10002): check it and its domain.'
  return `CCAvenue says '${message}'${code && ` (${code})`}.`
}
