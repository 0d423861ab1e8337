import { stringify } from 'csv-stringify/sync'
import type * as z from 'zod'
import { safeCell } from '../../../kernel/csv.ts'
import { formatAmount } from '../../../kernel/money.ts'
import { say } from '../../../platform/messages.server.ts'
import { type DepartureDetail, readDeparture } from '../../inventory/index.server.ts'
import { tripOnWire } from '../../inventory/index.ts'
import type { DeparturePage, departurePageInput } from '../departure-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { text } from '../text.ts'
import { readProgress } from './departure-cancellation.server.ts'
import { countParties, listParties } from './departure-parties.server.ts'

type Wanted = z.output<typeof departurePageInput>
type Party = DeparturePage['parties'][number]

const maxParties = 500
const nobody = { adults: 0, children: 0, infants: 0, held: 0, released: 0, arrived: 0 }

const find = (deps: BookingDeps, { service_id: serviceId, date, time }: Wanted): Promise<DepartureDetail> =>
  readDeparture(deps, { serviceId, date, time: time ?? null })

/**
 * One departure and its bookings, for staff. Six statements, and one for the settings. Refuses 'catalogue/not-found',
 * 'inventory/not-found'.
 */
export async function readDeparturePage(deps: BookingDeps, wanted: Wanted): Promise<DeparturePage> {
  const detail = await find(deps, wanted)
  const id = detail.stored?.id
  const [parties, totals, cancellation] = id
    ? await Promise.all([listParties(deps, id, maxParties + 1), countParties(deps.db, id), readProgress(deps.db, id)])
    : [[], nobody, null]
  const listed = { parties: parties.slice(0, maxParties), has_more: parties.length > maxParties }
  return { ...viewDeparture(detail), ...totals, ...listed, cancellation }
}

type ViewedDeparture = Omit<DeparturePage, keyof typeof nobody | 'parties' | 'has_more' | 'cancellation'>
function viewDeparture(detail: DepartureDetail): ViewedDeparture {
  const { service, departure, stored, scheduled } = detail
  const { capacity, taken } = departure
  const usual = { ...service.details, ...scheduled.prices }
  return {
    ...{ service_id: service.id, service_type: service.kind, service_title: detail.title, currency: service.currency },
    ...{ departure_id: departure.departureId, version: detail.version },
    ...{ date: departure.date, time: departure.time, hours: departure.hours },
    ...{ ...tripOnWire(departure.trip), cut_off_hours: stored?.cut_off_hours ?? null },
    state: departure.state,
    has_started: departure.reason === 'started',
    is_closed: stored?.is_closed ?? false,
    is_added: departure.isAdded,
    is_whole_day: detail.isWholeDay,
    blocked_reason: detail.blockedReason,
    is_overbooked: capacity !== null && taken > capacity,
    ...{ capacity, taken, note: departure.note, guide: departure.guide },
    own: { capacity: stored?.capacity ?? null, prices: stored?.prices ?? null },
    ...{ scheduled_capacity: scheduled.capacity, is_group_only: service.details.group_departures_only === true },
    price_fields: detail.priceFields.map(({ name, label }) => {
      const price = usual[name]
      return { name, label: say(label), usual: typeof price === 'number' ? price : null }
    }),
  }
}

const columns = [
  ...['time', 'service', 'reference', 'status', 'customer', 'phone', 'adults', 'children', 'infants'],
  ...['travellers', 'arrived', 'pickup', 'trip', 'language', 'requests', 'documents', 'toCollect', 'currency'],
] as const

/** The travellers of a departure as CSV, a row per booking. Refuses what `readDeparturePage` refuses. */
export async function exportDeparture(deps: BookingDeps, wanted: Wanted): Promise<string> {
  const { stored, title, departure } = await find(deps, wanted)
  const parties = stored ? await listParties(deps, stored.id, 100_000) : []
  const rows = parties.map((party) =>
    [party.travel_time ?? departure.time ?? '', title, ...cellsOf(party)].map((cell) => safeCell(String(cell))),
  )
  const head = columns.map((column) => say(text(`departureExport.${column}` as 'departureExport.time')))
  return `\uFEFF${stringify([head, ...rows], { record_delimiter: 'windows', quote_record_delimiter: true })}`
}

const cellsOf = (party: Party): readonly (string | number)[] => [
  party.booking_reference,
  party.booking_status,
  party.customer_name,
  party.customer_phone ?? '',
  party.adults,
  party.children,
  party.infants,
  party.travellers.join('; '),
  party.arrived,
  party.pickup_location ?? '',
  [
    ...(party.leg === 'return'
      ? [{ label: text('departureExport.way'), value: text('departureExport.returnLeg') }]
      : []),
    ...party.trip_facts,
  ]
    .map(({ label, value }) => `${say(label)}: ${say(value)}`)
    .join('; '),
  party.selected_language ?? '',
  party.special_requests ?? '',
  party.misses_documents ? say(text('departureExport.missing')) : '',
  party.to_collect ? formatAmount(party.to_collect).replaceAll(',', '') : '',
  party.to_collect?.currency ?? '',
]
