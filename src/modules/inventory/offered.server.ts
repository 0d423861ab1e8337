/** Records what was offered on each day that is over, and reads it again with what is offered on the days ahead. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { Core } from '../../platform/core.server.ts'
import type { ReadDatabase } from '../../platform/db/reads.server.ts'
import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readTimeZone, readToday } from '../settings/index.server.ts'
import { type ListPosition, listOnSaleByTitle, type ServiceOnSale } from './on-sale.server.ts'
import type { DepartureRange } from './rules/departures.ts'
import { firstOpenDay, type KnownOffers, type Offered, offeredByDay, weekOf } from './rules/offered.ts'
import { schedulesOf } from './rules/seasons.ts'
import './tables.server.ts'

const task = 'record-offered'
const batchSize = 200

export const offeredJobs = (deps: CatalogueDeps): Jobs => ({ [task]: () => recordOffered(deps) })
/** Midnight depends on the time zone, and zones differ by quarters of an hour. */
export const offeredSchedule: Schedule = [{ task, cron: '2,17,32,47 * * * *' }]

const lastRecorded = async (q: ReadDatabase): Promise<LocalDate | null> => {
  const row = await q
    .selectFrom('offered_days')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

/** Records the agency's days that are over. A day is recorded once; a repeated or interrupted run changes nothing else. */
export async function recordOffered(deps: CatalogueDeps): Promise<void> {
  const today = await readToday(deps)
  for (let day = firstOpenDay(today, await lastRecorded(deps.db)); day < today; day = addDays(day, 1))
    await recordDay(deps, day)
}

async function recordDay(deps: CatalogueDeps, day: LocalDate): Promise<void> {
  const zone = await readTimeZone(deps)
  const range = { from: day, to: day }
  const filter = { kinds: departingKinds(deps), q: '', max: batchSize }
  let after: ListPosition | null = null
  for (;;) {
    const listed = await listOnSaleByTitle(deps, { ...filter, after }, range)
    const offered = listed.map(({ onSale }) => ({
      service_id: onSale.service.id,
      ...(offeredIn(deps, onSale, { ...range, zone }).get(day) ?? { departures: 0, freeSale: 0, places: 0 }),
    }))
    await storeDay(
      deps,
      day,
      offered.filter(({ departures }) => departures > 0),
    )
    after = listed.at(-1)?.position ?? null
    if (after === null || listed.length < batchSize) break
    // Requests must not wait for all services.
    await setImmediate()
  }
  await sql`insert into offered_days (day, recorded_at) values (${day}, ${deps.clock()}) on conflict do nothing`.execute(
    deps.db,
  )
}

export const departingKinds = ({ kinds }: Pick<CatalogueDeps, 'kinds'>): readonly string[] =>
  kinds.all.filter(hasDepartures).map(({ key }) => key)

type OfferedOf = Offered & { readonly service_id: string }
async function storeDay({ db }: Core, day: LocalDate, offered: readonly OfferedOf[]): Promise<void> {
  if (offered.length === 0) return
  const week = weekOf(day)
  const nth = sql`(${day}::date - ${week}::date + 1)`
  const only = (column: string) =>
    sql`(select array_agg(case when n = ${nth} then ${sql.ref(column)} else 0 end order by n) from generate_series(1, 7) n)`
  await sql`insert into offered_weeks as w (service_id, week, departures, free_sale, places)
    select service_id, ${week}::date, ${only('given.departures')}, ${only('given.freeSale')}, ${only('given.places')}
    from jsonb_to_recordset(${jsonOf(offered)}::jsonb)
      as given (service_id uuid, departures integer, "freeSale" integer, places integer)
    order by service_id
    on conflict (service_id, week) do update set departures[${nth}] = excluded.departures[${nth}],
      free_sale[${nth}] = excluded.free_sale[${nth}], places[${nth}] = excluded.places[${nth}]`.execute(db)
}

/** What an active service offers by its schedules, exceptions and blocked dates, by day. */
export function offeredIn(
  { kinds }: Pick<CatalogueDeps, 'kinds'>,
  { service, rows, blocked }: ServiceOnSale,
  { zone, ...range }: DepartureRange & { readonly zone: string },
): ReadonlyMap<LocalDate, Offered> {
  const kind = kinds.find(service.kind)
  if (!kind || service.status !== 'active' || range.from > range.to) return new Map()
  const schedule = scheduleIn(zone, kind.schedule(service))
  return offeredByDay(schedulesOf(schedule), rows, { ...range, zone: schedule.timeZone, blocked })
}

type RecordedWeek = {
  readonly service_id: string
  readonly week: LocalDate
  readonly departures: readonly number[]
  readonly free_sale: readonly number[]
  readonly places: readonly number[]
}

export interface RecordedOffers extends Pick<KnownOffers, 'firstOpen' | 'recordedDays'> {
  /** By service, then by day. */
  readonly byService: ReadonlyMap<string, ReadonlyMap<LocalDate, Offered>>
}
/** What was recorded of these services in whole weeks. Three statements, or two without a past day. */
export async function readRecorded(
  db: ReadDatabase,
  { from, to, today }: DepartureRange & { readonly today: LocalDate },
  serviceIds: readonly string[],
): Promise<RecordedOffers> {
  const firstOpen = firstOpenDay(today, await lastRecorded(db))
  const days = await db
    .selectFrom('offered_days')
    .select('day')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const known = { firstOpen, recordedDays: new Set(days.map(({ day }) => day)) }
  if (from >= firstOpen || serviceIds.length === 0) return { ...known, byService: new Map() }
  const { rows } = await sql<RecordedWeek>`select service_id, week, departures, free_sale, places from offered_weeks
    where service_id = any(${[...serviceIds]}::uuid[]) and week between ${from}::date and ${to}::date`.execute(db)
  const byService = new Map<string, Map<LocalDate, Offered>>()
  for (const row of rows) {
    const ofService = byService.get(row.service_id) ?? new Map<LocalDate, Offered>()
    byService.set(row.service_id, ofService)
    row.departures.forEach((departures, n) => {
      const day = addDays(row.week, n)
      if (known.recordedDays.has(day))
        ofService.set(day, { departures, freeSale: row.free_sale[n] ?? 0, places: row.places[n] ?? 0 })
    })
  }
  return { ...known, byService }
}
