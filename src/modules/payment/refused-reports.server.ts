import { isRefusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { sentenceWithoutSecrets } from './rules/secrets.ts'

/** What bounds the record: nobody who sends forged reports can fill the disk with them. */
export const refusedBounds = { anHour: 20, days: 14, bytes: 4_096 } as const
const kept = { name: 'refused-report', hits: refusedBounds.anHour, seconds: 3_600 }
const dayMs = 24 * 60 * 60_000
export const keptSince = (now: Date): Date => new Date(now.getTime() - refusedBounds.days * dayMs)

/**
 * Keeps a report that its provider has not signed, for people to see; under an id of its own, because a forger could
 * take the id of the real one. Over the bounds it is dropped, and what is too old goes.
 */
export async function keepRefusedReport(
  core: Core,
  provider: string,
  report: { readonly body: Uint8Array; readonly why: string },
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
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
    .where('received_at', '<', keptSince(now))
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
