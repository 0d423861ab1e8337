import { foreignWords, type Text } from '../../../kernel/messages.ts'
import type { ConnectionTest, ProviderContext } from '../../../modules/payment/port.ts'
import type { Desk } from './captures.server.ts'
import { PayPalSilence } from './client.server.ts'
import { payPalEvents } from './events.ts'
import { webhookList } from './objects.ts'
import { text } from './text.ts'

export const reportsTo = (baseUrl: string): string => `${baseUrl}/api/webhooks/paypal`

/** Checks that PayPal accepts the keys and sends the required events to this shop. */
export async function testKeys(desk: Desk, { settings, baseUrl }: ProviderContext): Promise<ConnectionTest> {
  const isLive = desk.keys.mode === 'live'
  const no = (message: Text): ConnectionTest => ({ isFine: false, message })
  try {
    if (!(await desk.client.provesKeys(desk.signal))) {
      return no(text(isLive ? 'connection.wrongKeysLive' : 'connection.wrongKeysSandbox'))
    }
    const answer = await desk.client.call('GET', '/v1/notifications/webhooks', null, desk.signal)
    const parsed = webhookList.safeParse(answer.isYes ? answer.body : null)
    if (!parsed.success) return no(text('connection.noWebhooks'))
    const webhook = parsed.data.webhooks.find(({ id }) => id === settings.webhook_id)
    if (!webhook) return no(text('connection.noSuchWebhook'))
    const address = reportsTo(baseUrl)
    if (webhook.url !== address) return no(text('connection.otherAddress', { url: foreignWords(webhook.url), address }))
    const subscribed = new Set(webhook.event_types.map(({ name }) => name))
    const missing = subscribed.has('*') ? [] : payPalEvents.filter((name) => !isReported(name, subscribed))
    if (missing.length > 0) return no(text('connection.missingEvents', { events: missing.join(', ') }))
    return { isFine: true, message: text(isLive ? 'connection.okLive' : 'connection.okSandbox') }
  } catch (error) {
    if (error instanceof PayPalSilence) return no(text('connection.noAnswer'))
    throw error
  }
}

/** PayPal's event list has either or both of these names for a refused capture. */
const twins = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED']
const isReported = (name: string, subscribed: ReadonlySet<string>): boolean =>
  twins.includes(name) ? twins.some((twin) => subscribed.has(twin)) : subscribed.has(name)
