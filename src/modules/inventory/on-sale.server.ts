import { sql } from 'kysely'
import type { LocalDate } from '../../kernel/dates.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import {
  type CatalogueDeps,
  type CatalogueReading,
  type CatalogueService,
  findServiceBeside,
  listServicesBeside,
  listServicesById,
} from '../catalogue/index.server.ts'
import type { ResourceState } from './resources/busy.ts'
import { statesBeside } from './resources/states.server.ts'
import type { BlockedRange, DepartureRange, DepartureRow } from './rules/departures.ts'
import type { Trip } from './rules/trip.ts'
import './tables.server.ts'

export interface ServiceOnSale {
  readonly service: CatalogueService
  /** Its stored departures in the range. */
  readonly rows: readonly DepartureRow[]
  /** Days in the range on which nothing is sold. */
  readonly blocked: readonly BlockedRange[]
  /** What it needs, with the uses around the range. */
  readonly resources: readonly ResourceState[]
}

/** A departure's id, date, places taken and time, which may be empty, with spaces between them. */
type StoredStart = string
/** The columns that most departures leave empty, in the order of the statement. */
type StoredTerms = readonly [
  id: string,
  capacity: number | null,
  isClosed: boolean,
  isAdded: boolean,
  prices: DeparturePrices | null,
  note: string | null,
  guide: string | null,
  cutOffMinutes: number | null,
  returnDate: Trip['returnDate'],
  travelMode: Trip['travelMode'],
  carrier: Trip['carrier'],
]
type Beside = Pick<ServiceOnSale, 'blocked' | 'resources'> & {
  readonly starts: readonly StoredStart[]
  readonly terms: readonly StoredTerms[]
}
// A service has up to a thousand departures a month. PostgreSQL writes a string in a third of the time of an array.
const besideIn = ({ from, to }: DepartureRange) => sql<Beside>`(select json_build_object(
  'starts', coalesce(json_agg(d.id || ' ' || d.local_date || ' ' || d.taken || ' ' || coalesce(d.local_time, '')), '[]'::json),
  'terms', coalesce(json_agg(json_build_array(d.id, d.capacity, d.is_closed, d.is_added, d.prices, d.note, d.guide,
    d.cut_off_hours * 60, d.return_date, d.travel_mode, d.carrier)) filter (where d.is_closed or d.is_added or num_nonnulls(
    d.capacity, d.prices, d.note, d.guide, d.cut_off_hours, d.return_date, d.travel_mode, d.carrier) > 0), '[]'::json),
  'blocked', coalesce((select json_agg(json_build_object('from', b.from_date, 'to', b.to_date, 'reason', b.reason))
  from blocked_dates b where (b.service_id is null or b.service_id = services.id)
    and b.from_date <= ${to}::date and b.to_date >= ${from}::date), '[]'::json),
  'resources', ${statesBeside({ from, to })})
  from departures d where d.service_id = services.id and d.local_date between ${from}::date and ${to}::date)`
const nothingBeside = sql<Beside>`'{"starts": [], "terms": [], "blocked": [], "resources": []}'::json`

function onSaleOf(service: CatalogueService, { starts, terms, ...beside }: Beside): ServiceOnSale {
  const termsOf = new Map(terms.map((each) => [each[0], each]))
  return { service, ...beside, rows: starts.map((start) => rowOf(start, termsOf)) }
}

function rowOf(start: StoredStart, termsOf: ReadonlyMap<string, StoredTerms>): DepartureRow {
  const [id = '', date = '', taken, time] = start.split(' ')
  const terms = termsOf.get(id) ?? plainTerms
  const [, capacity, isClosed, isAdded, prices, note, guide, cutOffMinutes, returnDate, travelMode, carrier] = terms
  const own = { id, date: date as LocalDate, time: time || null, taken: Number(taken) }
  const trip = { returnDate, travelMode, carrier }
  return { ...own, capacity, isClosed, isAdded, prices, note, guide, cutOffMinutes, trip }
}
const plainTerms: StoredTerms = ['', null, false, false, null, null, null, null, null, null, null]

/**
 * An active item with its stored departures; without a range it has none. Null if the item or the kind does not exist.
 * One statement.
 */
export async function findServiceOnSale(
  deps: CatalogueDeps,
  { kind, idOrSlug }: { readonly kind: string; readonly idOrSlug: string },
  range: DepartureRange | null,
): Promise<ServiceOnSale | null> {
  const item = await findServiceBeside(deps, { kind, idOrSlug }, range ? besideIn(range) : nothingBeside)
  return item && onSaleOf(item.service, item.beside)
}

/** The active ones of these items with their stored departures in the range. One statement. */
export async function servicesOnSaleById(
  deps: CatalogueDeps,
  ids: readonly string[],
  range: DepartureRange,
): Promise<readonly ServiceOnSale[]> {
  if (ids.length === 0) return []
  const services = await listServicesById(deps, ids, besideIn(range))
  return services.map(({ service, beside }) => onSaleOf(service, beside))
}

export interface OnSaleFilter {
  readonly kinds: readonly string[]
  readonly q: string
  readonly max: number
  /** Only items that need this resource. */
  readonly resourceId?: string | undefined
  /** Only items with a departure in the range whose guide's name has this in it. */
  readonly guide?: string | undefined
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
  const only = filter.guide ? guidedBy(filter.guide, range) : undefined
  const services = await listServicesBeside(deps, { ...filter, first, only, beside: besideIn(range) })
  return services.map(({ service, beside }) => onSaleOf(service, beside))
}

const guidedBy = (guide: string, { from, to }: DepartureRange) => sql<boolean>`exists (
  select from departures d where d.service_id = services.id and d.local_date between ${from}::date and ${to}::date
    and strpos(fold_text(d.guide), fold_text(${guide})) > 0)`

/** Where a service stands in the list below. */
export interface ListPosition {
  readonly isFirst: boolean
  readonly title: string
  readonly id: string
}
export interface ListedOnSale {
  readonly onSale: ServiceOnSale
  readonly position: ListPosition
}
export interface PageFilter extends OnSaleFilter {
  readonly after: ListPosition | null
  /** Only this service. */
  readonly serviceId?: string | undefined
  /** Days in which a sold or recorded service is listed even when it is no longer active; by default the range. */
  readonly listed?: DepartureRange
}
/**
 * Like `listServicesOnSale`, a page at a time: `after` is the position of the last service shown. One statement. In a past
 * range services that offered something are listed too, whatever became of them.
 */
export async function listOnSaleByTitle(
  deps: CatalogueReading,
  { listed: wanted, ...filter }: PageFilter,
  range: DepartureRange,
): Promise<readonly ListedOnSale[]> {
  const listed = wanted ?? range
  const first = sql<boolean>`exists (select from departures d where d.service_id = services.id and d.taken > 0
    and d.local_date between ${listed.from}::date and ${listed.to}::date)`
  const also = sql<boolean>`exists (select from offered_weeks w where w.service_id = services.id
    and w.week between ${listed.from}::date and ${listed.to}::date)`
  type Read = { readonly stored: Beside; readonly position: ListPosition }
  const beside = sql<Read>`json_build_object('stored', ${besideIn(range)}, 'position', json_build_object(
    'isFirst', ${first}, 'title', lower(services.title), 'id', services.id))`
  const services = await listServicesBeside<Read>(deps, { ...filter, first, also, beside })
  return services.map(({ service, beside }) => ({
    onSale: onSaleOf(service, beside.stored),
    position: beside.position,
  }))
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
