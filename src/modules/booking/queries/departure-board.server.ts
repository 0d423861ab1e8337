import type * as z from 'zod'
import { addDays } from '../../../kernel/dates.ts'
import { hasDepartures } from '../../../services/shared/party.ts'
import { scheduleIn } from '../../../services/shared/schedule.ts'
import { listServicesOnSale, type ServiceOnSale } from '../../inventory/index.server.ts'
import {
  type Departure,
  type DepartureRange,
  departuresOn,
  fewPlaces,
  type SaleTerms,
  schedulesOf,
} from '../../inventory/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { departureBoard, departureBoardInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import '../tables.server.ts'

export type DepartureBoard = z.output<typeof departureBoard>
type Service = DepartureBoard['services'][number]

const maxServices = 100

/**
 * What is on sale and what is taken from `from` on, by service: those with bookings first. Two statements, and one for
 * the settings.
 */
export async function readDepartureBoard(
  deps: BookingDeps,
  input: z.output<typeof departureBoardInput>,
): Promise<DepartureBoard> {
  const range = { from: input.from, to: addDays(input.from, input.days - 1) }
  const kinds = deps.kinds.all.filter((kind) => hasDepartures(kind) && (!input.type || kind.key === input.type))
  if (kinds.length === 0) return { ...range, services: [], has_more: false }
  const filter = { kinds: kinds.map(({ key }) => key), q: input.q ?? '', max: maxServices + 1 }
  const [settings, services] = await Promise.all([readSettings(deps), listServicesOnSale(deps, filter, range)])
  const shown = services.slice(0, maxServices)
  const held = await readHeld(deps, shown)
  const terms = {
    now: deps.clock(),
    zone: settings.time_zone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: fewPlaces,
  }
  return {
    ...range,
    services: shown.map((each) => viewService(deps, each, { range, terms, held })),
    has_more: services.length > maxServices,
  }
}

/** Places of pending bookings, by departure. One statement; none without departures. */
async function readHeld(
  { db }: Pick<BookingDeps, 'db'>,
  services: readonly ServiceOnSale[],
): Promise<ReadonlyMap<string, number>> {
  const ids = services.flatMap(({ rows }) => rows.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .select(({ fn }) => ['departure_id', fn.sum<number>('places').as('places')])
    .where('departure_id', 'in', ids)
    .where('booking_status', '=', 'pending')
    .groupBy('departure_id')
    .execute()
  return new Map(rows.map(({ departure_id, places }) => [departure_id ?? '', Number(places)]))
}

type Shown = {
  readonly range: DepartureRange
  readonly terms: SaleTerms
  readonly held: ReadonlyMap<string, number>
}

function viewService(
  deps: BookingDeps,
  { service, rows, blocked }: ServiceOnSale,
  { range, terms, held }: Shown,
): Service {
  const kind = deps.kinds.find(service.kind)
  const schedule = kind && scheduleIn(terms.zone, kind.schedule(service))
  const departures = schedule
    ? departuresOn(schedulesOf(schedule), rows, { ...range, ...terms, zone: schedule.timeZone, blocked })
    : []
  return {
    service_id: service.id,
    service_type: service.kind,
    service_title: kind?.displayTitle(service) ?? service.title,
    departures: departures.map((departure) => viewDeparture(departure, held.get(departure.departureId ?? '') ?? 0)),
  }
}

const viewDeparture = (departure: Departure, held: number): Service['departures'][number] => ({
  date: departure.date,
  time: departure.time,
  hours: departure.hours,
  capacity: departure.capacity,
  taken: departure.taken,
  held,
  is_overbooked: departure.capacity !== null && departure.taken > departure.capacity,
  state: departure.state,
  note: departure.note,
})
