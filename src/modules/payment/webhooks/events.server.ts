import { sql } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../../platform/retention.server.ts'
import type { EventOutcome } from '../tables.server.ts'

export type EventRow = {
  provider: string
  eventId: string
  attemptId: string | null
  outcome: EventOutcome
  body: Uint8Array
  note?: string | null
  /** A job will process it later. */
  isOpen?: boolean
}

/**
 * Stores a verified event once. Returns false when it was already processed. Unsigned ones go to refused.server.ts,
 * because a forger could claim the id of a real event.
 */
export async function storeEvent(q: Queryable, event: EventRow, now: Date): Promise<boolean> {
  const processedAt = event.isOpen ? null : now
  const row = await q
    .insertInto('payment_events')
    .values({
      id: newId(now),
      provider: event.provider,
      event_id: event.eventId,
      attempt_id: event.attemptId,
      verified: true,
      outcome: event.outcome,
      body: Buffer.from(event.body),
      note: event.note ?? null,
      received_at: now,
      processed_at: processedAt,
    })
    // A waiting event is processed now.
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'event_id'])
        .doUpdateSet({
          attempt_id: event.attemptId,
          outcome: event.outcome,
          note: event.note ?? null,
          processed_at: processedAt,
        })
        .where('payment_events.processed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isEventDone(q: Queryable, provider: string, eventId: string): Promise<boolean> {
  const row = await q
    .selectFrom('payment_events')
    .select('processed_at')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.processed_at != null
}

/**
 * Deletes processed reports of providers that are older than any dispute. What they said of the payment is in the attempt
 * and the ledger.
 */
export async function purgePaymentEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = daysBefore(clock(), keptDays.payment_events)
  await deleteOld({ db }, { table: 'payment_events', isOld: sql`received_at < ${before} and processed_at is not null` })
}
