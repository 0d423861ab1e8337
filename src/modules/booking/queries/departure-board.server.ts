import { sql } from 'kysely'
import type * as z from 'zod'
import { addDays, type LocalDate } from '../../../kernel/dates.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import { hasDepartures } from '../../../services/shared/party.ts'
import { scheduleIn } from '../../../services/shared/schedule.ts'
import {
  countWaiting,
  listServicesOnSale,
  type ServiceOnSale,
  type WaitingCount,
} from '../../inventory/index.server.ts'
import {
  type Departure,
  type DepartureRange,
  departuresOn,
  type SaleTerms,
  schedulesOf,
  unitsLeftOf,
} from '../../inventory/index.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { departureBoard, departureBoardInput, departureDays, departureDaysInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { isOverbooked, summarizeDay } from '../rules/day-summary.ts'
import '../tables.server.ts'

export type DepartureBoard = z.output<typeof departureBoard>
type Service = DepartureBoard['services'][number]
type ServiceHead = Omit<Service, 'departures'>
export type DepartureDays = z.output<typeof departureDays>
type Day = DepartureDays['services'][number]['days'][number]

const maxServices = 100

interface Wanted {
  readonly from: LocalDate
  readonly days: number
  readonly type?: string | undefined
  readonly q?: string | undefined
  readonly resource_id?: string | undefined
  readonly guide?: string | undefined
}
interface ServiceDepartures {
  readonly head: ServiceHead
  readonly departures: readonly Departure[]
}
interface DeparturesInRange {
  readonly range: DepartureRange
  readonly services: readonly ServiceDepartures[]
  readonly has_more: boolean
}

/**
 * The departures of services in a range of days: those with bookings first. One statement, and one for the settings,
 * however many services there are.
 */
async function findDepartures(deps: BookingDeps, wanted: Wanted): Promise<DeparturesInRange> {
  const { from, days, type, q = '', resource_id: resourceId, guide = '' } = wanted
  const range = { from, to: addDays(from, days - 1) }
  const kinds = deps.kinds.all.filter((kind) => hasDepartures(kind) && (!type || kind.key === type))
  if (kinds.length === 0) return { range, services: [], has_more: false }
  const filter = { kinds: kinds.map(({ key }) => key), q, max: maxServices + 1, resourceId, guide }
  const [settings, services] = await Promise.all([readSettings(deps), listServicesOnSale(deps, filter, range)])
  const terms = {
    now: deps.clock(),
    zone: settings.time_zone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: settings.few_places,
  }
  return {
    range,
    services: services
      .slice(0, maxServices)
      .map((each) => ofGuide(guide, computeService(deps, each, { ...range, ...terms }))),
    has_more: services.length > maxServices,
  }
}

function ofGuide(guide: string, { head, departures }: ServiceDepartures): ServiceDepartures {
  const word = foldText(guide)
  return {
    head,
    departures: word ? departures.filter((each) => foldText(each.guide ?? '').includes(word)) : departures,
  }
}

/** What is on sale and taken, by service and departure. Three statements, and one for the settings. */
export async function readDepartureBoard(
  deps: BookingDeps,
  input: z.output<typeof departureBoardInput>,
): Promise<DepartureBoard> {
  const { range, services, has_more } = await findDepartures(deps, input)
  const departures = services.flatMap((each) => each.departures)
  const ids = departures.flatMap(({ departureId }) => departureId ?? [])
  const [held, waiting] = await Promise.all([readHeld(deps, ids), countWaiting(deps.db, ids)])
  return {
    ...range,
    services: services.map(({ head, departures }) => ({
      ...head,
      departures: departures.map((departure) =>
        viewDeparture(departure, held.get(departure.departureId ?? '') ?? 0, waiting.get(departure.departureId ?? '')),
      ),
    })),
    has_more,
  }
}

/** What is on sale and taken, by service and day. Two statements, and one for the settings. */
export async function readDepartureDays(
  deps: BookingDeps,
  input: z.output<typeof departureDaysInput>,
): Promise<DepartureDays> {
  const { range, services, has_more } = await findDepartures(deps, input)
  const ids = services.flatMap(({ departures }) => departures.flatMap(({ departureId }) => departureId ?? []))
  const held = await readHeld(deps, ids)
  return {
    ...range,
    services: services.map(({ head, departures }) => ({ ...head, days: daysOf(departures, held) })),
    has_more,
  }
}

function daysOf(departures: readonly Departure[], held: ReadonlyMap<string, number>): Day[] {
  const byDate = Map.groupBy(departures, ({ date }) => date)
  return [...byDate].map(([date, ofDay]) => {
    const [only] = ofDay
    const time = ofDay.length === 1 && only ? only.time : null
    const withHeld = ofDay.map((each) => ({ ...each, held: held.get(each.departureId ?? '') ?? 0 }))
    return { date, departures: ofDay.length, time, ...summarizeDay(withHeld) }
  })
}

/** Places held for unpaid bookings and unpaid moves, by departure. One statement; none without departures. */
async function readHeld({ db }: Pick<BookingDeps, 'db'>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const wanted = [...ids]
  const { rows } = await sql<{ departure: string; places: number }>`
    with held as (
      select departure_id, return_leg_departure_id, places from bookings
      where (departure_id = any(${wanted}::uuid[]) or return_leg_departure_id = any(${wanted}::uuid[]))
        and booking_status = 'pending' and payment_status in ('pending', 'failed')
      union all
      select departure_id, return_leg_departure_id, places from prepared_moves
      where outcome is null and (departure_id = any(${wanted}::uuid[]) or return_leg_departure_id = any(${wanted}::uuid[]))
    )
    select leg.departure, sum(places)::int as places
    from held, lateral (values (departure_id), (return_leg_departure_id)) as leg (departure)
    where leg.departure = any(${wanted}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ departure, places }) => [departure, places]))
}

function computeService(
  deps: BookingDeps,
  { service, rows, blocked, resources }: ServiceOnSale,
  terms: DepartureRange & SaleTerms,
): ServiceDepartures {
  const kind = deps.kinds.find(service.kind)
  const schedule = kind && scheduleIn(terms.zone, kind.schedule(service))
  const unitsLeft = schedule && unitsLeftOf(schedule.resources, schedule.timeZone, resources)
  return {
    head: {
      service_id: service.id,
      service_type: service.kind,
      service_title: kind?.displayTitle(service) ?? service.title,
    },
    departures: schedule
      ? departuresOn(schedulesOf(schedule), rows, { ...terms, zone: schedule.timeZone, blocked, unitsLeft })
      : [],
  }
}

const viewDeparture = (
  departure: Departure,
  held: number,
  waiting: WaitingCount | undefined,
): Service['departures'][number] => ({
  date: departure.date,
  time: departure.time,
  hours: departure.hours,
  capacity: departure.capacity,
  taken: departure.taken,
  held,
  offered: waiting?.offered ?? 0,
  waiting: waiting?.waiting ?? 0,
  is_overbooked: isOverbooked(departure),
  state: departure.state,
  note: departure.note,
})
