import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { needsResources, type ResourcedDetails } from '../../../services/shared/stored-resources.ts'
import type { DepartureRange } from '../rules/departures.ts'
import type { ResourceState } from './busy.ts'
import '../tables.server.ts'
import './tables.server.ts'

/** Days before and after a range: a week of setup or turnaround, and zones. */
const padDays = 9

interface Item {
  readonly id: RawBuilder<unknown>
  readonly needs: RawBuilder<unknown>
  readonly durationMinutes: RawBuilder<unknown>
}
/** Uses last as long as the item, or until the group of a departure comes back. */
const statesOf = ({ id, needs, durationMinutes }: Item, { from, to }: DepartureRange) => sql<readonly ResourceState[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'units', r.units, 'isArchived', r.is_archived,
    'uses', coalesce((select json_agg(json_build_object('unit', u.unit, 'departureId', u.departure_id,
      'bookingId', u.booking_id,
      'taken', (select taken from departures where id = u.departure_id), 'from', (extract(epoch from lower(u.during)) * 1000)::bigint,
      'to', (extract(epoch from upper(u.during)) * 1000)::bigint) order by lower(u.during))
      from resource_uses u where u.resource_id = r.id and u.during && tstzrange(
        (${from}::date - ${padDays}::integer)::timestamp at time zone 'UTC',
        greatest(${to}::date, (select max(d.return_date) from departures d where d.service_id = ${id}
          and d.local_date between ${from}::date and ${to}::date))::timestamp at time zone 'UTC'
        + make_interval(days => ${padDays}::integer, mins => greatest(${durationMinutes}, 0,
          (select max((need ->> 'minutes')::integer) from jsonb_array_elements(${needs}) need))))
      ), '[]'::json)) order by r.id), '[]'::json)
  from resources r where r.id in (select (need ->> 'resource_id')::uuid from jsonb_array_elements(${needs}) need))`

const besideServices: Item = {
  id: sql`services.id`,
  needs: sql`services.details -> 'resources'`,
  durationMinutes: sql`services.duration_minutes`,
}
/** What a row of services needs, with the uses that can matter to departures in a range of days. */
export const statesBeside = (range: DepartureRange) => sql<readonly ResourceState[]>`(
  case when jsonb_array_length(coalesce(services.details -> 'resources', '[]')) = 0 then '[]'::json
  else ${statesOf(besideServices, range)} end)`

interface OneItem {
  /** Null: it is not stored yet. */
  readonly id: string | null
  readonly durationMinutes: number | null
  readonly details: ResourcedDetails
}
/** The same for one item. One statement; none for an item that needs nothing. */
export async function findStates(
  q: Queryable,
  { id, durationMinutes, details }: OneItem,
  range: DepartureRange,
): Promise<readonly ResourceState[]> {
  if (!needsResources(details)) return []
  const item = {
    id: sql`${id}::uuid`,
    needs: sql`${JSON.stringify(details.resources)}::jsonb`,
    durationMinutes: sql`${durationMinutes}::integer`,
  }
  const { rows } = await sql<{ states: readonly ResourceState[] }>`select ${statesOf(item, range)} as states`.execute(q)
  return rows[0]?.states ?? []
}
