import { properName, type Text } from '../../../kernel/messages.ts'
import { currencies } from '../../../kernel/money.ts'
import type { ProviderContext, ProviderDescription, ProviderMode } from '../../../modules/payment/port.ts'
import { text } from './text.ts'

/** Field patterns, kept next to the help texts that explain them to staff. */
const secretKey = /^(?:sk|rk)_(live|test)_\w{8,}$/
const webhookSecret = /^whsec_[\w+/=-]{8,}$/

/** The events that staff select for the webhook endpoint in Stripe's dashboard. */
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

/**
 * Extra currencies with zero and three decimals. Currencies whose decimals differ between Stripe and ISO are omitted.
 */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' ')
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ')

const brands = ['Visa', 'Mastercard', properName('American Express'), properName('Apple Pay'), properName('Google Pay')]

const shown: Pick<ProviderDescription, 'brands' | 'means' | 'supplier' | 'shownIn'> = {
  brands,
  means: 'card',
  supplier: properName('Stripe'),
  shownIn: () => ({ label: text('shown'), brands }),
}

/** `address`: where Stripe sends webhooks. */
export const describeStripe = (address: string): ProviderDescription => ({
  name: 'stripe',
  type: 'api',
  label: properName('Stripe'),
  ...shown,
  fields: [
    {
      name: 'secret_key',
      label: text('fields.secretKey.label'),
      input: 'text',
      isSecret: true,
      isRequired: true,
      help: text('fields.secretKey.help'),
    },
    {
      name: 'webhook_secret',
      label: text('fields.webhookSecret.label'),
      input: 'text',
      isSecret: true,
      isRequired: true,
      help: text('fields.webhookSecret.help', { address, version: apiVersion, events: followedEvents.join(', ') }),
    },
    {
      name: 'webhook_secret_previous',
      label: text('fields.previousSecret.label'),
      input: 'text',
      isSecret: true,
      help: text('fields.previousSecret.help'),
    },
  ],
  charge: { rule: 'setting', key: 'stripe_currency', fallback: 'USD' },
  currencies: [...currencies, ...withoutDecimals, ...withThreeDecimals],
  // Stripe's minimum charges, and at most eight digits.
  limits: {
    USD: { min: 50, max: 99_999_999 },
    EUR: { min: 50, max: 99_999_999 },
    GBP: { min: 30, max: 99_999_999 },
    AED: { min: 200, max: 99_999_999 },
    INR: { min: 50 },
  },
  // Stripe requires 30 minutes from the request; the rest allows retries after a lost response.
  opensForMinutes: 45,
})

/** The SDK's API version; the webhook endpoint must use the same. */
export const apiVersion = '2026-10-28.endive'

type Set = Pick<ProviderContext, 'settings' | 'secrets'>
/** Without a key nothing can be charged, so the mode is test. */
export const modeOfKeys = ({ secrets }: Set): ProviderMode =>
  secretKey.exec(secrets.secret_key ?? '')?.[1] === 'live' ? 'live' : 'test'

/** Returns why these keys cannot work, or null. The message never holds part of a key. */
export function keyFault({ secrets }: Set): Text | null {
  const key = secrets.secret_key ?? ''
  if (key === '') return text('notReady.keyMissing')
  if (key.startsWith('pk_')) return text('notReady.publishable')
  if (!secretKey.test(key)) return text('notReady.wrongKey')
  if (!secrets.webhook_secret) return text('notReady.webhookSecretMissing')
  const isWrong = [secrets.webhook_secret, secrets.webhook_secret_previous].some((s) => s && !webhookSecret.test(s))
  return isWrong ? text('notReady.webhookSecretWrong') : null
}
