import { currencies } from '../../../kernel/money.ts'
import type { ProviderContext, ProviderDescription, ProviderMode } from '../../../modules/payment/port.ts'

/** What our fields may hold; kept in one place with what staff are told of them. */
const secretKey = /^(?:sk|rk)_(live|test)_\w{8,}$/
const webhookSecret = /^whsec_[\w+/=-]{8,}$/

/** What staff choose in Stripe's dashboard for our webhook endpoint. */
export const followedEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/** Beyond the shop's own: zero decimals, then three. Those are left out whose units Stripe counts otherwise than ISO. */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' ')
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ')

export const describeStripe = (baseUrl: string): ProviderDescription => ({
  name: 'stripe',
  type: 'api',
  label: 'Stripe',
  brands: ['Visa', 'Mastercard', 'American Express', 'Apple Pay', 'Google Pay'],
  fields: [
    {
      name: 'secret_key',
      label: 'Secret key',
      input: 'text',
      isSecret: true,
      isRequired: true,
      help:
        'Stripe Dashboard, Developers, API keys: the secret key (sk_live_... or sk_test_...). A restricted key (rk_...) ' +
        'needs to write Checkout Sessions and Refunds, and to read Payment Intents, Charges and Balance Transactions.',
    },
    {
      name: 'webhook_secret',
      label: 'Webhook signing secret',
      input: 'text',
      isSecret: true,
      isRequired: true,
      help:
        `Stripe Dashboard, Developers, Webhooks: add the endpoint ${baseUrl}/api/webhooks/stripe with API version ` +
        `${apiVersion} and these events: ${followedEvents.join(', ')}. Its signing secret begins with whsec_.`,
    },
    {
      name: 'webhook_secret_previous',
      label: 'Previous webhook signing secret',
      input: 'text',
      isSecret: true,
      help: 'Only while you roll the signing secret: put the old one here until Stripe no longer signs with it.',
    },
  ],
  charge: { rule: 'setting', key: 'stripe_currency', fallback: 'USD' },
  currencies: [...currencies, ...withoutDecimals, ...withThreeDecimals],
  // Stripe's minimum charges, and eight digits at most.
  limits: {
    USD: { min: 50, max: 99_999_999 },
    EUR: { min: 50, max: 99_999_999 },
    GBP: { min: 30, max: 99_999_999 },
    AED: { min: 200, max: 99_999_999 },
    INR: { min: 50 },
  },
  // Stripe takes 30 minutes at least, counted from when it hears of us: so a lost answer can be asked for again.
  opensForMinutes: 45,
})

/** The version that the SDK is made for, and that the webhook endpoint has to be created with. */
export const apiVersion = '2026-10-28.endive'

type Set = Pick<ProviderContext, 'settings' | 'secrets'>
/** Without a key nothing can be charged, so no money moves either. */
export const modeOfKeys = ({ secrets }: Set): ProviderMode =>
  secretKey.exec(secrets.secret_key ?? '')?.[1] === 'live' ? 'live' : 'test'

/** Why it cannot work with these keys, without a word of what they are. */
export function keyFault({ secrets }: Set): string | null {
  const key = secrets.secret_key ?? ''
  if (key === '') return 'Secret key is missing'
  if (key.startsWith('pk_')) return 'The secret key is a publishable key: enter the one that begins with sk_ or rk_'
  if (!secretKey.test(key))
    return 'The secret key does not look like a key of Stripe (sk_live_..., sk_test_..., rk_...)'
  if (!secrets.webhook_secret) return 'Webhook signing secret is missing'
  const isWrong = [secrets.webhook_secret, secrets.webhook_secret_previous].some((s) => s && !webhookSecret.test(s))
  return isWrong ? 'A webhook signing secret has to begin with whsec_' : null
}
