import { sql } from 'kysely'
import type { LocalDate } from '../../kernel/dates.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import {
  type CatalogueDeps,
  type CatalogueService,
  findServiceBeside,
  listServicesBeside,
  listServicesById,
} from '../catalogue/index.server.ts'
import type { BlockedRange, DepartureRange, DepartureRow } from './rules/departures.ts'
import type { Trip } from './rules/trip.ts'
import './tables.server.ts'

export interface ServiceOnSale {
  readonly service: CatalogueService
  /** Its stored departures in the range. */
  readonly rows: readonly DepartureRow[]
  /** Days in the range on which nothing is sold. */
  readonly blocked: readonly BlockedRange[]
}

type StoredRow = {
  readonly id: string
  readonly date: LocalDate
  readonly time: string | null
  readonly capacity: number | null
  readonly isClosed: boolean
  readonly isAdded: boolean
  readonly prices: DeparturePrices | null
  readonly note: string | null
  readonly guide: string | null
  readonly taken: number
  readonly trip: Trip
  readonly cutOffMinutes: number | null
}
type Beside = { readonly rows: readonly StoredRow[]; readonly blocked: readonly BlockedRange[] }
const besideIn = ({ from, to }: DepartureRange) => sql<Beside>`json_build_object('rows', coalesce((
  select json_agg(json_build_object('id', d.id, 'date', d.local_date, 'time', d.local_time, 'capacity', d.capacity,
    'isClosed', d.is_closed, 'isAdded', d.is_added, 'prices', d.prices, 'note', d.note, 'guide', d.guide,
    'taken', d.taken, 'cutOffMinutes', d.cut_off_hours * 60, 'trip', json_build_object('returnDate', d.return_date,
      'travelMode', d.travel_mode, 'carrier', d.carrier)))
  from departures d where d.service_id = services.id and d.local_date between ${from}::date and ${to}::date), '[]'::json),
  'blocked', coalesce((select json_agg(json_build_object('from', b.from_date, 'to', b.to_date, 'reason', b.reason))
  from blocked_dates b where (b.service_id is null or b.service_id = services.id)
    and b.from_date <= ${to}::date and b.to_date >= ${from}::date), '[]'::json))`

/**
 * An active item with its stored departures; without a range it has none. Null if the item or the kind does not exist.
 * One statement.
 */
export async function findServiceOnSale(
  deps: CatalogueDeps,
  { kind, idOrSlug }: { readonly kind: string; readonly idOrSlug: string },
  range: DepartureRange | null,
): Promise<ServiceOnSale | null> {
  const found = await findServiceBeside(
    deps,
    { kind, idOrSlug },
    range ? besideIn(range) : sql<Beside>`'{"rows": [], "blocked": []}'::json`,
  )
  return found && { service: found.service, ...found.beside }
}

/** The active ones of these items with their stored departures in the range. One statement. */
export async function servicesOnSaleById(
  deps: CatalogueDeps,
  ids: readonly string[],
  range: DepartureRange,
): Promise<readonly ServiceOnSale[]> {
  if (ids.length === 0) return []
  const services = await listServicesById(deps, ids, besideIn(range))
  return services.map(({ service, beside }) => ({ service, ...beside }))
}

export interface OnSaleFilter {
  readonly kinds: readonly string[]
  readonly q: string
  readonly max: number
}
/**
 * Items with their stored departures in the range: those with taken places first, also when they are no longer active;
 * then by title. One statement.
 */
export async function listServicesOnSale(
  deps: CatalogueDeps,
  filter: OnSaleFilter,
  range: DepartureRange,
): Promise<readonly ServiceOnSale[]> {
  const first = sql<boolean>`exists (select from departures d where d.service_id = services.id and d.taken > 0
    and d.local_date between ${range.from}::date and ${range.to}::date)`
  const services = await listServicesBeside(deps, { ...filter, first, beside: besideIn(range) })
  return services.map(({ service, beside }) => ({ service, ...beside }))
}

export interface ScheduledStart {
  readonly id: string
  readonly date: LocalDate
  readonly time: string | null
}
/** Departures with taken places from a day on, without those that were added by hand. One statement. */
export const listScheduledStarts = (q: Queryable, serviceId: string, from: LocalDate): Promise<ScheduledStart[]> =>
  q
    .selectFrom('departures')
    .select(['id', 'local_date as date', 'local_time as time'])
    .where('service_id', '=', serviceId)
    .where('local_date', '>=', from)
    .where('taken', '>', 0)
    .where('is_added', '=', false)
    .execute()
