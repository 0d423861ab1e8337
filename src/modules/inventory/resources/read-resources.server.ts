import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { addDays, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { type CatalogueDeps, serviceSummaries } from '../../catalogue/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { resourceList, resourceUse } from './contract.ts'
import { rangeOf } from './take-uses.server.ts'
import type { ResourceUses, ResourceWindow } from './windows.ts'
import './tables.server.ts'

type Use = z.input<typeof resourceUse>
const maxListed = 1_000

/** All resources by name, archived ones last. One statement. */
export const listResources = ({ db }: CatalogueDeps): Promise<z.input<typeof resourceList>> =>
  db
    .selectFrom('resources')
    .select(['id', 'name', 'type', 'units', 'seats', 'is_archived', 'version'])
    .orderBy('is_archived')
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .limit(maxListed)
    .execute()

export const usesWhere = (q: Queryable, condition: RawBuilder<boolean>) =>
  q
    .selectFrom('resource_uses as u')
    .innerJoin('resources as r', 'r.id', 'u.resource_id')
    .leftJoin('departures as d', 'd.id', 'u.departure_id')
    .leftJoin(serviceSummaries, 'service_summaries.id', 'd.service_id')
    .select(['u.id', 'u.resource_id', 'u.unit', 'u.reason', 'u.booking_id', 'r.name', 'r.units', 'r.is_archived'])
    .select(['d.id as departure_id', 'd.service_id', 'd.local_date', 'd.local_time', 'service_summaries.title'])
    .select(sql<Date>`lower(u.during)`.as('from'))
    .select(sql<Date>`upper(u.during)`.as('to'))
    .where(condition)
    .orderBy('r.name')
    .orderBy('u.resource_id')
    .orderBy('u.unit')
    .orderBy(sql`lower(u.during)`)
    .limit(maxListed)
type Row = Awaited<ReturnType<ReturnType<typeof usesWhere>['execute']>>[number]

const viewUse = (row: Row): Use => ({
  ...{ id: row.id, resource_id: row.resource_id, unit: row.unit, reason: row.reason, booking_id: row.booking_id },
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  departure:
    row.service_id !== null && row.local_date !== null
      ? {
          ...{ service_id: row.service_id, service_title: row.title ?? '' },
          ...{ date: row.local_date, time: row.local_time },
        }
      : null,
})

/** What each unit is used for on a day of the agency. One statement, and one for the settings. */
export async function readUsesOfDay(deps: CatalogueDeps, day: LocalDate) {
  const { time_zone } = await readSettings(deps)
  const [from, to] = [instantAt(time_zone, day, '00:00'), instantAt(time_zone, addDays(day, 1), '00:00')]
  const rows = await usesWhere(deps.db, sql<boolean>`u.during && tstzrange(${from}, ${to})`).execute()
  return { time_zone, from: from.toISOString(), to: to.toISOString(), uses: rows.map(viewUse) }
}

/** The units that a departure or its bookings use, with those that are free at that time. One statement. */
export async function readUsesOfDeparture({ db }: CatalogueDeps, departureId: string) {
  const rows = await usesWhere(db, sql<boolean>`u.departure_id = ${departureId}`)
    .select(
      sql<
        number[]
      >`array(select unit from generate_series(1, r.units) unit where not exists (select from resource_uses o
        where o.resource_id = u.resource_id and o.unit = unit.unit and o.during && u.during) order by unit)`.as('free'),
    )
    .execute()
  return rows.map((row) => ({
    ...viewUse(row),
    ...{ resource_name: row.name, units: row.units, free_units: row.is_archived ? [] : row.free },
  }))
}

interface StartKey {
  readonly serviceId: string
  readonly date: LocalDate
  readonly time: LocalTime | null
}
/** A resource without a free unit, and what uses its units. */
export interface BusyResource {
  readonly name: string
  readonly users: readonly string[]
}
/**
 * The resources without a free unit now; a unit that the departure uses already counts as free. For a message only. One
 * statement for each window, and one for each busy resource.
 */
export async function findBusy(q: Queryable, { windows }: ResourceUses, key: StartKey): Promise<BusyResource[]> {
  const busy: BusyResource[] = []
  for (const window of windows) {
    const { rows } = await sql<{ name: string; isFree: boolean }>`
      select r.name, not r.is_archived and exists (select from generate_series(1, r.units) unit where not exists (
        select from resource_uses u where u.resource_id = r.id and u.unit = unit.unit and ${usedByOthers(window, key)}
      )) as "isFree" from resources r where r.id = ${window.resourceId}::uuid`.execute(q)
    const [resource] = rows
    if (resource?.isFree) continue
    const uses = await usesWhere(
      q,
      sql<boolean>`u.resource_id = ${window.resourceId}::uuid and ${usedByOthers(window, key)}`,
    ).execute()
    busy.push({ name: resource?.name ?? '', users: uses.map(nameOfUse) })
  }
  return busy
}

const usedByOthers = (window: ResourceWindow, { serviceId, date, time }: StartKey) => sql<boolean>`(
  u.during && ${rangeOf(window)} and not (u.booking_id is null and u.departure_id in (select id from departures own
    where own.service_id = ${serviceId} and own.local_date = ${date} and own.local_time is not distinct from ${time})) is true)`

/** Such as "#2 Desert safari 2026-12-04 09:00". */
export const nameOfUse = ({ unit, units, title, reason, local_date, local_time }: Row): string =>
  [units > 1 ? `#${unit}` : '', title ?? reason, local_date, local_time].filter(Boolean).join(' ')
