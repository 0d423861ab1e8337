/** Departures as they are stored, and the one way to change them. */
import type { Selectable } from 'kysely'
import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps, CatalogueService } from '../catalogue/index.server.ts'
import { type AgencyTerms, askForDaysAhead } from './days-ahead.server.ts'
import type { DepartureKey } from './places.server.ts'
import { type ResourceState, unitsLeftOf } from './resources/busy.ts'
import {
  type BlockedRange,
  type Departure,
  type DepartureRange,
  type DepartureRow,
  departuresOn,
} from './rules/departures.ts'
import { schedulesOf } from './rules/seasons.ts'
import type { Trip } from './rules/trip.ts'
import type { DeparturesTable } from './tables.server.ts'
import { askForOffers } from './waiting/ask-for-offers.server.ts'

export type StoredDeparture = Selectable<DeparturesTable>

const selectByKey = (q: Queryable, { serviceId, date, time }: DepartureKey) =>
  q
    .selectFrom('departures')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('local_date', '=', date)
    .where('local_time', 'is not distinct from', time)

/** Null: it has neither bookings nor exceptions. One statement. */
export const findStored = async (q: Queryable, key: DepartureKey): Promise<StoredDeparture | null> =>
  (await selectByKey(q, key).executeTakeFirst()) ?? null

/** Like `findStored`; sales of the departure wait until the transaction ends. */
export const lockStored = async (trx: Trx, key: DepartureKey): Promise<StoredDeparture | null> =>
  (await selectByKey(trx, key).forUpdate().executeTakeFirst()) ?? null

/** The version of a departure that nobody has changed, stored or not. */
export const firstVersion = 1

type StoredTrip = Pick<StoredDeparture, 'return_date' | 'travel_mode' | 'carrier'>
export const tripIn = (row: StoredTrip): Trip => ({
  returnDate: row.return_date,
  travelMode: row.travel_mode,
  carrier: row.carrier,
})

export const rowIn = (row: StoredDeparture): DepartureRow => ({
  id: row.id,
  date: row.local_date,
  time: row.local_time,
  capacity: row.capacity,
  isClosed: row.is_closed,
  isAdded: row.is_added,
  prices: row.prices,
  note: row.note,
  guide: row.guide,
  taken: row.taken,
  trip: tripIn(row),
  cutOffMinutes: row.cut_off_hours === null ? null : row.cut_off_hours * 60,
})

interface ComputedStart {
  readonly date: LocalDate
  readonly time: LocalTime | null
}
/** The kind of a service with departures. Refuses 'inventory/not-found' for others, such as visas. */
export function departingKind({ kinds }: Pick<CatalogueDeps, 'kinds'>, { kind: key }: CatalogueService): LoadedKind {
  const kind = kinds.find(key)
  if (!kind || !hasDepartures(kind)) throw new Refusal('inventory/not-found')
  return kind
}

interface Computing {
  readonly range: DepartureRange
  readonly stored: readonly StoredDeparture[]
  readonly agency: AgencyTerms
  readonly blocked?: readonly BlockedRange[]
  /** Without it, resources count as free. */
  readonly resources?: readonly ResourceState[]
}
/** The departures of a service in a range of days. `stored` are its rows of these days. */
export function computeDepartures(
  deps: Pick<CatalogueDeps, 'kinds' | 'clock'>,
  service: CatalogueService,
  { range, stored, agency, blocked = [], resources }: Computing,
): Departure[] {
  const schedule = scheduleIn(agency.time_zone, departingKind(deps, service).schedule(service))
  const terms = {
    now: deps.clock(),
    zone: schedule.timeZone,
    cutOffMinutes: agency.cut_off_minutes,
    fewUpTo: 0,
    blocked,
    ...(resources && { unitsLeft: unitsLeftOf(schedule.resources, schedule.timeZone, resources) }),
  }
  return departuresOn(schedulesOf(schedule), stored.map(rowIn), { ...range, ...terms })
}

type ComputingOne = Omit<Computing, 'range' | 'stored'> & {
  readonly at: ComputedStart
  readonly stored: StoredDeparture | null
}
/** One departure of a service by its schedules and its stored row; null if there is none. */
export function computeDeparture(
  deps: Pick<CatalogueDeps, 'kinds' | 'clock'>,
  service: CatalogueService,
  { at, stored, ...terms }: ComputingOne,
): Departure | null {
  const range = { from: at.date, to: at.date }
  const departures = computeDepartures(deps, service, { ...terms, range, stored: stored ? [stored] : [] })
  return departures.find(({ time }) => time === at.time) ?? null
}

/**
 * Runs a change of departures of one service in a transaction. Pages that show the service are dropped on every node
 * with its commit.
 */
export async function changingDepartures<T>(core: Core, serviceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  const tags = ['catalogue', `service:${serviceId}`]
  const result = await core.db.transaction().execute(async (trx) => {
    const done = await work(trx)
    await askForDaysAhead(trx, [serviceId])
    await askForOffers(trx, { serviceIds: [serviceId] })
    await publishInvalidation(trx, tags)
    return done
  })
  dropHere(core, tags)
  return result
}

const audited = (row: StoredDeparture) => ({
  date: row.local_date,
  time: row.local_time,
  return_date: row.return_date,
  travel_mode: row.travel_mode,
  carrier: row.carrier,
  cut_off_hours: row.cut_off_hours,
  capacity: row.capacity,
  is_closed: row.is_closed,
  prices: row.prices,
  note: row.note,
  guide: row.guide,
})
type Change = {
  readonly caller: Caller
  readonly action: 'departure.changed' | 'departure.added' | 'departure.removed' | 'departure.cancelled'
  readonly title: string
  readonly before: StoredDeparture | null
  readonly after: StoredDeparture
  /** More facts about the change. */
  readonly facts?: Readonly<Record<string, unknown>>
}
export const auditDeparture = (
  trx: Trx,
  core: Pick<Core, 'clock'>,
  { caller, action, title, before, after, facts }: Change,
): Promise<void> => {
  const named = (row: StoredDeparture) => ({ service_title: title, ...audited(row) })
  const entry = { action, subjectType: 'departure', subjectId: after.id }
  const values = {
    before: before && named(before),
    after: action === 'departure.removed' ? null : { ...named(after), ...facts },
  }
  return writeAudit(trx, caller, { ...entry, ...values }, core.clock())
}
