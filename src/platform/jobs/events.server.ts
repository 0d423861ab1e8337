import { sql } from 'kysely'
import { jsonOf } from '../../kernel/json.ts'
import type { Core } from '../core.server.ts'
import { newId } from '../crypto/keyring.server.ts'
import type { Queryable } from '../db/database.server.ts'
import { daysBefore, deleteOld, keptDays } from '../retention.server.ts'
import { originFields, payloadOf } from './origin.server.ts'

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
    select graphile_worker.add_job(identifier => 'deliver-event', payload => ${payloadOf(sql`id`)}) from event`.execute(
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
  await sql`select graphile_worker.add_job('deliver-event', ${payloadOf(sql`id`)}, max_attempts => 25)
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
    identifier => ${task}, payload => ${JSON.stringify({ ...payload, ...originFields() })}::json, queue_name => ${options.queue ?? null},
    run_at => now() + ${options.delay ?? null}::double precision * interval '1 ms', max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}
  )`.execute(trx)
}

/**
 * Deletes delivered events after a day (until then they help to debug) and undeliverable ones after a month. Events
 * named in `deleteAtOnce` carry one-time links: deleted on delivery, or after a day.
 */
export async function purgeEvents(
  core: Pick<Core, 'db'>,
  now: Date,
  deleteAtOnce: readonly string[] = [],
): Promise<void> {
  const isOver = sql<boolean>`(heard_at is not null or name = any (${[...deleteAtOnce]}::text[]))`
  await deleteOld(core, {
    table: 'events',
    isOld: sql`occurred_at < ${daysBefore(now, keptDays.events)} and
      (${isOver} or occurred_at < ${daysBefore(now, keptDays.undelivered_events)})`,
  })
}

/**
 * Deletes jobs that were given up a month ago: their events are gone too. Two statements for each thousand of them.
 */
export async function purgeFailedJobs({ db }: Pick<Core, 'db'>, now: Date): Promise<void> {
  const before = daysBefore(now, keptDays.failed_jobs)
  for (let given = batchSize; given === batchSize; ) {
    const { rows } = await sql<{ id: string }>`select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < ${before} limit ${batchSize}`.execute(db)
    given = rows.length
    const ids = rows.map(({ id }) => id)
    if (given > 0) await sql`select count(*) from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db)
  }
}
const batchSize = 1_000
