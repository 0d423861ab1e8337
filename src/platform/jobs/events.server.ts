import { sql } from 'kysely'
import { jsonOf } from '../../kernel/json.ts'
import type { Core } from '../core.server.ts'
import { newId } from '../crypto/keyring.server.ts'
import type { Queryable } from '../db/database.server.ts'

/**
 * Events by name. A room adds its own in `events.ts` by declaration merging: `declare module
 * '../../platform/jobs/events.server.ts' { interface Events { 'booking.created': {...} } }`.
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

/** Writes an event and its delivery job in the caller's transaction. One statement: sales of a departure wait for it. */
export async function emitEvent<N extends EventName>(
  trx: Queryable,
  name: N,
  payload: Events[N],
  now: Date,
): Promise<string> {
  const id = newId(now)
  await sql`with event as (
      insert into events (id, name, payload, occurred_at) values (${id}, ${name}, ${jsonOf(payload)}, ${now}) returning id
    )
    select graphile_worker.add_job(identifier => 'deliver-event', payload => json_build_object('id', id)) from event`.execute(
    trx,
  )
  return id
}

/** Writes events of one name and their delivery jobs in the caller's transaction. Two statements; none without events. */
export async function emitEvents<N extends EventName>(
  trx: Queryable,
  { name, payloads }: { readonly name: N; readonly payloads: readonly Events[N][] },
  now: Date,
): Promise<void> {
  if (payloads.length === 0) return
  const rows = payloads.map((payload) => ({ id: newId(now), name, payload: jsonOf(payload), occurred_at: now }))
  await trx.insertInto('events').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  await sql`select graphile_worker.add_job('deliver-event', json_build_object('id', id), max_attempts => 25)
    from unnest(${ids}::text[]) as id`.execute(trx)
}

export type JobOptions = {
  /** At most one waiting job has this key; a newer one replaces it. */
  key?: string
  /** Milliseconds, by the clock of the database: a time of this machine would be wrong when its clock is. */
  delay?: number
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
    run_at => now() + ${options.delay ?? null}::double precision * interval '1 ms', max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}
  )`.execute(trx)
}

const deliveredHours = 24
const undeliveredDays = 30

/**
 * Deletes delivered events after a day (until then they help to debug) and undeliverable ones after a month. Events
 * named in `deleteAtOnce` carry one-time links: deleted on delivery, or after a day.
 */
export async function purgeEvents(
  core: Pick<Core, 'db'>,
  now: Date,
  deleteAtOnce: readonly string[] = [],
): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  await core.db
    .deleteFrom('events')
    .where((where) =>
      where.or([
        where.and([where('heard_at', 'is not', null), where('occurred_at', '<', before(deliveredHours))]),
        where.and([where('name', 'in', ['', ...deleteAtOnce]), where('occurred_at', '<', before(deliveredHours))]),
        where('occurred_at', '<', before(undeliveredDays * 24)),
      ]),
    )
    .execute()
}
