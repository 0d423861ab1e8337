import { isRefusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { sentenceWithoutSecrets } from '../gateways/rules/secrets.ts'
import type { Gateway } from '../gateways/store.server.ts'

/** Limits, so that forged webhooks cannot fill the disk. */
export const refusedBounds = { anHour: 20, days: 14, bytes: 4_096 } as const
const kept = { name: 'refused-report', hits: refusedBounds.anHour, seconds: 3_600 }
const dayMs = 24 * 60 * 60_000
export const retainedSince = (now: Date): Date => new Date(now.getTime() - refusedBounds.days * dayMs)

/**
 * Stores a webhook with a bad signature for staff to inspect, under an id of its own: a forger could claim the id of a
 * real event. Drops it above the hourly limit, and deletes old ones.
 */
export async function storeRefusedWebhook(
  core: Core,
  { record, secrets }: Pick<Gateway, 'record' | 'secrets'>,
  report: { readonly body: Uint8Array; readonly why: string },
): Promise<void> {
  const provider = record.name
  if (await isOverBound(core, provider)) return
  const now = core.clock()
  const id = newId(now)
  await core.db
    .insertInto('payment_events')
    .values({
      id,
      provider,
      event_id: `refused:${id}`,
      attempt_id: null,
      verified: false,
      outcome: 'rejected',
      body: Buffer.from(report.body.subarray(0, refusedBounds.bytes)),
      note: sentenceWithoutSecrets(report.why, secrets),
      received_at: now,
      processed_at: now,
    })
    .execute()
  await core.db
    .deleteFrom('payment_events')
    .where('provider', '=', provider)
    .where('outcome', '=', 'rejected')
    .where('verified', '=', false)
    .where('received_at', '<', retainedSince(now))
    .execute()
}

async function isOverBound(core: Core, provider: string): Promise<boolean> {
  try {
    await countHit(core, kept, provider)
    return false
  } catch (error) {
    if (isRefusal(error) && error.code === 'limit/too-many') return true
    throw error
  }
}
