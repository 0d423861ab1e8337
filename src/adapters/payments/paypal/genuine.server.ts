import type { Desk } from './captures.server.ts'
import { PayPalSilence } from './client.server.ts'
import { verdict } from './objects.ts'
import { type Transmission, textOf } from './webhook.server.ts'

/** Null: PayPal says that the report is its own. */
export type Judge = (
  desk: Desk,
  webhookId: string,
  rawBody: Uint8Array,
  transmission: Transmission,
) => Promise<string | null>

/**
 * Asks PayPal itself. The event goes back as the bytes that came: written anew, it would no longer be what was signed.
 * Inserted bytes are a whole JSON object, so that they cannot say anything beside themselves.
 */
export const askPayPal: Judge = async (desk, webhookId, rawBody, transmission) => {
  const event = textOf(rawBody)
  if (event === null) return 'not a report'
  const fields = JSON.stringify({
    auth_algo: transmission.algorithm,
    cert_url: transmission.certificateUrl,
    transmission_id: transmission.id,
    transmission_sig: transmission.signature,
    transmission_time: transmission.time,
    webhook_id: webhookId,
  })
  const body = `${fields.slice(0, -1)},"webhook_event":${event}}`
  const answer = await desk.client.call('POST', '/v1/notifications/verify-webhook-signature', body, desk.signal)
  // What PayPal does not even read (a header of the wrong form) it has not sent.
  if (!answer.isYes && (answer.status === 400 || answer.status === 422)) return 'PayPal refuses to judge it'
  const read = verdict.safeParse(answer.isYes ? answer.body : null)
  if (!read.success) throw new PayPalSilence('no verdict')
  // A failure comes with the status of success.
  return read.data.verification_status === 'SUCCESS' ? null : 'wrong signature'
}
