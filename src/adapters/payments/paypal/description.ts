import { properName } from '../../../kernel/messages.ts'
import type { ProviderDescription, ProviderField } from '../../../modules/payment/port.ts'
import { payPalEvents } from './events.ts'
import { payPalCurrencies } from './objects.ts'
import { text } from './text.ts'

const modes = [
  { value: 'sandbox', label: text('fields.mode.sandbox') },
  { value: 'live', label: text('fields.mode.live') },
]
export const isMode = (value: string | undefined): boolean => modes.some((mode) => mode.value === value)

/** Shown to staff and customers (D42). */
export const currencyRefusal = text('currencyRefusal')

/** PayPal keeps an approval for three hours; a capture is possible until then. */
const captureWindowMinutes = 180

/** `webhookUrl`: the URL that staff enter at PayPal. */
export const describePayPal = (webhookUrl: string): ProviderDescription => ({
  name: 'paypal',
  type: 'api',
  label: properName('PayPal'),
  brands: ['PayPal'],
  means: 'wallet',
  supplier: properName('PayPal'),
  fields: fieldsFor(webhookUrl),
  charge: { rule: 'setting', key: 'paypal_currency', fallback: 'USD' },
  currencies: payPalCurrencies,
  currencyRefusal,
  opensForMinutes: captureWindowMinutes,
})

const fieldsFor = (webhookUrl: string): readonly ProviderField[] => [
  {
    name: 'mode',
    label: text('fields.mode.label'),
    input: 'select',
    isRequired: true,
    initial: 'sandbox',
    options: modes,
    help: text('fields.mode.help'),
  },
  {
    name: 'client_id',
    label: text('fields.clientId.label'),
    input: 'text',
    isRequired: true,
    help: text('fields.clientId.help'),
  },
  {
    name: 'client_secret',
    label: text('fields.clientSecret.label'),
    input: 'text',
    isSecret: true,
    isRequired: true,
  },
  {
    name: 'webhook_id',
    label: text('fields.webhookId.label'),
    input: 'text',
    isRequired: true,
    help: text('fields.webhookId.help', { address: webhookUrl, events: payPalEvents.join(', ') }),
  },
  webhookCheck,
]

const webhookCheck: ProviderField = {
  name: 'webhook_check',
  label: text('fields.webhookCheck.label'),
  input: 'select',
  isRequired: true,
  initial: 'paypal',
  options: [
    { value: 'paypal', label: text('fields.webhookCheck.asking') },
    { value: 'certificate', label: text('fields.webhookCheck.certificate') },
  ],
  help: text('fields.webhookCheck.help'),
}
