import { sql } from 'kysely'
import { newId } from '../crypto/keyring.server.ts'
import type { Queryable } from '../db/database.server.ts'

/**
 * Facts, by name; a room adds its own in `events.ts` by declaration merging:
 * `declare module '../../platform/jobs/events.server.ts' { interface Events { 'booking.created': {...} } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms' declarations
export interface Events {}
export type EventName = keyof Events & string
export type DeliveredEvent<N extends EventName = EventName> = {
  id: string
  name: N
  payload: Events[N]
  occurredAt: Date
}

/** Writes a fact and the job that delivers it, in the caller's transaction: either all of it happens or nothing. */
export async function emitEvent<N extends EventName>(
  trx: Queryable,
  name: N,
  payload: Events[N],
  now: Date,
): Promise<string> {
  const id = newId(now)
  await trx
    .insertInto('events')
    .values({ id, name, payload: JSON.stringify(payload), occurred_at: now })
    .execute()
  await addJob(trx, 'deliver-event', { id })
  return id
}

export type JobOptions = {
  /** At most one waiting job with this key; a newer one replaces it. */
  key?: string
  runAt?: Date
  maxAttempts?: number
  queue?: string
}
/** Adds a job in the caller's transaction. */
export async function addJob(
  trx: Queryable,
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null},
    run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}
  )`.execute(trx)
}
