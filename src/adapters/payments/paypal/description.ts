import type { ProviderDescription } from '../../../modules/payment/port.ts'
import { payPalEvents } from './events.ts'
import { payPalCurrencies } from './objects.ts'

const modes = [
  { value: 'sandbox', label: 'Sandbox: no money moves' },
  { value: 'live', label: 'Live' },
]
export const isMode = (value: string | undefined): boolean => modes.some((mode) => mode.value === value)

/** For staff and customers alike (D42). */
export const currencyRefusal =
  'PayPal cannot take this currency: it takes neither INR nor AED. USD, EUR or GBP can be set in its place.'

/** PayPal keeps an approved payment for three hours; so long it can be captured. */
const captureWindowMinutes = 180

/** `webhookUrl`: where PayPal has to report to. */
export const describePayPal = (webhookUrl: string): ProviderDescription => ({
  name: 'paypal',
  type: 'api',
  label: 'PayPal',
  brands: ['PayPal'],
  fields: [
    {
      name: 'mode',
      label: 'Mode',
      input: 'select',
      isRequired: true,
      initial: 'sandbox',
      options: modes,
      help: 'Client ID, client secret and webhook ID are different ones in the sandbox and live.',
    },
    {
      name: 'client_id',
      label: 'Client ID',
      input: 'text',
      isRequired: true,
      help: 'developer.paypal.com, Apps & Credentials, your app.',
    },
    { name: 'client_secret', label: 'Client secret', input: 'text', isSecret: true, isRequired: true },
    {
      name: 'webhook_id',
      label: 'Webhook ID',
      input: 'text',
      isRequired: true,
      help: `In the same app add a webhook with the address ${webhookUrl} and these events: ${payPalEvents.join(', ')}. PayPal then shows its ID.`,
    },
    {
      name: 'webhook_check',
      label: 'Reports are checked',
      input: 'select',
      isRequired: true,
      initial: 'paypal',
      options: [
        { value: 'paypal', label: 'By asking PayPal (recommended)' },
        { value: 'certificate', label: 'By PayPal’s certificate, without asking' },
      ],
      help: 'Choose the certificate only if PayPal’s own check is out of order.',
    },
  ],
  charge: { rule: 'setting', key: 'paypal_currency', fallback: 'USD' },
  currencies: payPalCurrencies,
  currencyRefusal,
  opensForMinutes: captureWindowMinutes,
})
