import type { Desk } from './captures.server.ts'
import { PayPalSilence } from './client.server.ts'
import { verdict } from './objects.ts'
import { type Transmission, textOf } from './webhook.server.ts'

/** Returns null if the webhook is genuine, else the reason. */
export type Judge = (
  desk: Desk,
  webhookId: string,
  rawBody: Uint8Array,
  transmission: Transmission,
) => Promise<string | null>

/**
 * Asks PayPal to verify the webhook. The event is sent back as the original bytes, because re-serialising it would
 * break the signature. The inserted bytes must be one whole JSON object, so that they cannot add fields to the
 * request.
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
  // PayPal rejects malformed headers, so it did not send them.
  if (!answer.isYes && (answer.status === 400 || answer.status === 422)) return 'refused by PayPal'
  const parsed = verdict.safeParse(answer.isYes ? answer.body : null)
  if (!parsed.success) throw new PayPalSilence('no verdict')
  // PayPal reports a failed verification with status 200.
  return parsed.data.verification_status === 'SUCCESS' ? null : 'wrong signature'
}
