import { sql } from 'kysely'
import { jsonOf } from '../../kernel/json.ts'
import type { Core } from '../core.server.ts'
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
    .values({ id, name, payload: jsonOf(payload), occurred_at: now })
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

const heardHours = 24
const unheardDays = 30

/**
 * What everybody has heard is kept for a day, for people who look for a fault; what somebody cannot hear for a month.
 * Those that carry a link for one use are named in `forgetAtOnce`: gone when they were heard, at the latest after a day.
 */
export async function forgetEvents(
  core: Pick<Core, 'db'>,
  now: Date,
  forgetAtOnce: readonly string[] = [],
): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  await core.db
    .deleteFrom('events')
    .where((where) =>
      where.or([
        where.and([where('heard_at', 'is not', null), where('occurred_at', '<', before(heardHours))]),
        where.and([where('name', 'in', ['', ...forgetAtOnce]), where('occurred_at', '<', before(heardHours))]),
        where('occurred_at', '<', before(unheardDays * 24)),
      ]),
    )
    .execute()
}
