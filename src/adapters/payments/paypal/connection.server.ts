import type { ConnectionTest, ProviderContext } from '../../../modules/payment/port.ts'
import type { Desk } from './captures.server.ts'
import { PayPalSilence } from './client.server.ts'
import { payPalEvents } from './events.ts'
import { webhookList } from './objects.ts'

/** The webhook's address, as it is to be entered at PayPal. */
export const reportsTo = (baseUrl: string): string => `${baseUrl}/api/webhooks/paypal`

/** Whether PayPal knows the keys, and would report to this shop what it has to know. */
export async function testKeys(desk: Desk, { settings, baseUrl }: ProviderContext): Promise<ConnectionTest> {
  const where = desk.keys.mode === 'live' ? 'live' : 'in the sandbox'
  const no = (message: string): ConnectionTest => ({ isFine: false, message })
  try {
    if (!(await desk.client.provesKeys(desk.signal))) {
      return no(`PayPal does not know this client ID and client secret ${where}.`)
    }
    const answer = await desk.client.call('GET', '/v1/notifications/webhooks', null, desk.signal)
    const read = webhookList.safeParse(answer.isYes ? answer.body : null)
    if (!read.success) return no('PayPal knows the keys, but does not show its webhooks to them.')
    const webhook = read.data.webhooks.find(({ id }) => id === settings.webhook_id)
    if (!webhook) return no('PayPal knows the keys, but no webhook with this ID.')
    const address = reportsTo(baseUrl)
    if (webhook.url !== address) return no(`The webhook reports to ${webhook.url} instead of ${address}.`)
    const subscribed = new Set(webhook.event_types.map(({ name }) => name))
    const missing = subscribed.has('*') ? [] : payPalEvents.filter((name) => !isReported(name, subscribed))
    if (missing.length > 0) return no(`The webhook does not report ${missing.join(', ')}.`)
    return { isFine: true, message: `PayPal knows the keys and the webhook ${where}.` }
  } catch (error) {
    if (error instanceof PayPalSilence) return no('PayPal gave no answer. Try again in a moment.')
    throw error
  }
}

/** PayPal's list of events has either name of the refused capture, or both. */
const twins = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED']
const isReported = (name: string, subscribed: ReadonlySet<string>): boolean =>
  twins.includes(name) ? twins.some((twin) => subscribed.has(twin)) : subscribed.has(name)
