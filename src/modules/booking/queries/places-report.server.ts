import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type * as z from 'zod'
import { safeCell } from '../../../kernel/csv.ts'
import { decodeCursor, encodeCursor } from '../../../kernel/cursor.ts'
import { addDays, type LocalDate } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type ReadDatabase, type Reader, upToDate } from '../../../platform/db/reads.server.ts'
import { say } from '../../../platform/messages.server.ts'
import {
  departingKinds,
  type ListPosition,
  listOnSaleByTitle,
  offeredIn,
  readRecorded,
  type ServiceOnSale,
} from '../../inventory/index.server.ts'
import { type DepartureRange, offerOfWeek, weekOf } from '../../inventory/index.ts'
import { readTimeZone, readToday } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { PlacesReport, placesReportInput } from '../places-report-contract.ts'
import {
  isEmptyWeek,
  nothingSold,
  type ReportFigures,
  type ReportWeek,
  reportWeek,
  type SoldInWeek,
  sumReport,
} from '../rules/places-report.ts'
import { text } from '../text.ts'
import '../tables.server.ts'

type Wanted = z.output<typeof placesReportInput>

/**
 * A page of services with their weeks. Five statements at most, and two for the settings, however many services and weeks:
 * the services, three for what was recorded, and what was sold. Refuses 'booking/invalid' (an invalid cursor).
 */
export async function readPlacesReport(
  deps: BookingDeps,
  wanted: Wanted,
  reader: Reader = upToDate,
): Promise<PlacesReport> {
  const [zone, today] = await Promise.all([readTimeZone(deps), readToday(deps)])
  return deps.reads.recent(reader, (db) => reportIn({ db, kinds: deps.kinds }, wanted, { zone, today }))
}

type Reading = Pick<BookingDeps, 'kinds'> & { readonly db: ReadDatabase }
type Now = { readonly zone: string; readonly today: LocalDate }
async function reportIn(deps: Reading, wanted: Wanted, { zone, today }: Now): Promise<PlacesReport> {
  const { type, q, service_id, limit, cursor } = wanted
  const from = weekOf(wanted.from)
  const range = { from, to: addDays(from, wanted.weeks * 7 - 1) }
  const kinds = departingKinds(deps).filter((key) => !type || key === type)
  if (kinds.length === 0) return { ...range, items: [], nextCursor: null }
  // Past days are recorded within a week, so earlier departures are not needed. This week is complete.
  const ahead = { from: later(range.from, addDays(today, -7)), to: range.to }
  const after = cursor === undefined ? null : readCursor(cursor)
  const filter = { kinds, q: q ?? '', max: limit + 1, after, serviceId: service_id, listed: range }
  const listed = await listOnSaleByTitle(deps, filter, ahead)
  const shown = listed.slice(0, limit)
  const weeks = await readWeeks(
    deps,
    shown.map(({ onSale }) => onSale),
    { ...range, zone, today },
  )
  const last = shown.at(-1)?.position
  return {
    ...range,
    items: shown.map(({ onSale: { service } }) => {
      const ofService = weeks.get(service.id) ?? []
      return {
        ...{ service_id: service.id, service_type: service.kind },
        service_title: deps.kinds.find(service.kind)?.displayTitle(service) ?? service.title,
        total: figuresOf(sumReport(ofService)),
        weeks: ofService.filter((week) => !isEmptyWeek(week)).map((week) => ({ week: week.week, ...figuresOf(week) })),
      }
    }),
    nextCursor: listed.length > limit && last ? encodeCursor([last.isFirst ? 1 : 0, last.title, last.id]) : null,
  }
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

const figuresOf = ({ departures, freeSale, places, sold, held, used, unknownDays, percent }: ReportFigures) => ({
  ...{ departures, free_sale: freeSale, offered: places, sold, held, used },
  ...{ unknown_days: unknownDays, percent_sold: percent },
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
function readCursor(cursor: string): ListPosition {
  const [isFirst, title, id] = decodeCursor(cursor) ?? []
  if (typeof isFirst === 'number' && typeof title === 'string' && typeof id === 'string' && uuid.test(id))
    return { isFirst: isFirst === 1, title: title.replaceAll('\0', ''), id }
  throw new Refusal('booking/invalid', {}, [{ path: 'cursor', message: text('placesReport.startAgain') }])
}

type Range = DepartureRange & Now
async function readWeeks(
  deps: Reading,
  services: readonly ServiceOnSale[],
  { zone, today, ...range }: Range,
): Promise<ReadonlyMap<string, readonly ReportWeek[]>> {
  const ids = services.map(({ service }) => service.id)
  const [recorded, sold] = await Promise.all([
    readRecorded(deps.db, { ...range, today }, ids),
    readSold(deps, range, ids),
  ])
  const ahead = { from: later(range.from, recorded.firstOpen), to: range.to, zone }
  const mondays = mondaysIn(range)
  return new Map(
    services.map((onSale) => {
      const { id } = onSale.service
      const byDay = new Map([...(recorded.byService.get(id) ?? []), ...offeredIn(deps, onSale, ahead)])
      return [
        id,
        mondays.map((week) => {
          const booked = sold.get(`${id} ${week}`) ?? nothingSold
          const offer = offerOfWeek(week, { ...recorded, byDay })
          return reportWeek(offer, week < weekOf(today) ? booked : { ...booked, held: heldIn(week, onSale, booked) })
        }),
      ]
    }),
  )
}

/** Taken and not sold: by unpaid bookings, offers to the waiting list, and moves whose difference is being paid. */
function heldIn(week: LocalDate, { rows }: ServiceOnSale, { sold }: SoldInWeek): number {
  const ofWeek = rows.filter(({ date }) => weekOf(date) === week)
  return Math.max(0, ofWeek.reduce((sum, { taken }) => sum + taken, 0) - sold)
}

function mondaysIn({ from, to }: DepartureRange): readonly LocalDate[] {
  const mondays = []
  for (let week = from; week <= to; week = addDays(week, 7)) mondays.push(week)
  return mondays
}

/** What bookings have, both legs counted, by service and week. One statement; none without services. */
async function readSold(
  { db }: Reading,
  { from, to }: DepartureRange,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SoldInWeek>> {
  if (ids.length === 0) return new Map()
  const isHeld = sql`b.booking_status = 'pending' and b.payment_status in ('pending', 'failed')`
  const legs = (leg: 'outbound' | 'return', departure: string, day: string) => sql`
    select id, service_id, booking_status, payment_status, places, ${leg}::text as leg, ${sql.ref(departure)} as departure_id,
      ${sql.ref(day)} as day
    from bookings where service_id = any(${[...ids]}::uuid[]) and ${sql.ref(day)} between ${from}::date and ${to}::date
      and booking_status <> 'cancelled' and ${sql.ref(departure)} is not null`
  const { rows } = await sql<SoldInWeek & { service_id: string; week: LocalDate }>`
    select b.service_id, date_trunc('week', b.day)::date as week,
      coalesce(sum(b.places) filter (where not (${isHeld})), 0)::int as sold,
      coalesce(sum(b.places) filter (where ${isHeld}), 0)::int as held,
      coalesce(sum((select count(*) from check_ins c where c.booking_id = b.id and c.departure_id = b.departure_id
        and c.leg = b.leg and c.undone_at is null and c.repeat_of is null)), 0)::int as used
    from (${legs('outbound', 'departure_id', 'travel_date')}
      union all ${legs('return', 'return_leg_departure_id', 'return_leg_date')}) b
    group by 1, 2`.execute(db)
  return new Map(rows.map(({ service_id, week, ...sold }) => [`${service_id} ${week}`, sold]))
}

const columns = [
  ...['service', 'kind', 'week', 'departures', 'offered', 'freeSale', 'sold', 'held', 'used', 'percent', 'unknownDays'],
] as const
const rowsAtATime = 50
const write = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => safeCell(String(cell)))),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )

/** Every matching service as CSV, a row for each week. Reads page by page without a transaction. */
export async function* exportPlacesReport(
  deps: BookingDeps,
  filter: Omit<Wanted, 'limit' | 'cursor'>,
  reader: Reader = upToDate,
): AsyncGenerator<string> {
  yield `\uFEFF${write([columns.map((column) => say(text(`placesReport.csv.${column}` as 'placesReport.csv.week')))])}`
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await readPlacesReport(deps, { ...filter, limit: rowsAtATime, cursor }, reader)
    const rows = items.flatMap(({ service_title, service_type, weeks }) =>
      weeks.map((week) => [
        ...[service_title, service_type, week.week, week.departures],
        ...[isLimited(week) ? week.offered : '', week.free_sale, week.sold, week.held, week.used],
        ...[week.percent_sold ?? '', week.unknown_days],
      ]),
    )
    if (rows.length > 0) yield write(rows)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Whether the number of places offered is known: it is not for free sale and for days that were not recorded. */
const isLimited = ({ departures, free_sale, unknown_days }: PlacesReport['items'][number]['total']): boolean =>
  departures > free_sale || (departures === 0 && unknown_days === 0)
