import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type * as z from 'zod'
import { safeCell } from '../../../kernel/csv.ts'
import type { LocalDate } from '../../../kernel/dates.ts'
import { formatAmount, money } from '../../../kernel/money.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { manifest } from '../staff-contract.ts'

export type Manifest = z.output<typeof manifest>
type Departure = Manifest['departures'][number]
type Party = Departure['parties'][number]

interface Row {
  id: string
  booking_reference: string
  service_id: string
  service_type: string
  service_title: string
  travel_time: string | null
  customer_name: string
  customer_phone: string | null
  adults_count: number
  children_count: number
  infants_count: number
  selected_language: string | null
  pickup_location: string | null
  special_requests: string | null
  currency: string
  due_minor: number
  travellers: string[]
}

/** Who leaves with whom on a day: its confirmed bookings by departure, earliest first, then in the order of names. */
export async function readManifest(deps: BookingDeps, day: LocalDate): Promise<Manifest> {
  const { rows } = await sql<Row>`
    select b.id, b.booking_reference, b.service_id, b.service_type, b.service_title,
      b.travel_time, b.customer_name, b.customer_phone,
      b.adults_count, b.children_count, b.infants_count, b.selected_language, b.pickup_location, b.special_requests,
      b.currency, case when b.payment_status = 'completed' then 0 else b.final_minor - b.paid_minor end as due_minor,
      coalesce((
        select array_agg(btrim(t.first_name || ' ' || t.last_name) order by t.position)
        from booking_travelers t where t.booking_id = b.id), '{}') as travellers
    from bookings b
    where b.booking_status = 'confirmed' and b.travel_date = ${day}::date
    order by b.travel_time nulls first, b.service_title, b.service_id, lower(b.customer_name), b.id`.execute(deps.db)
  const departures = Map.groupBy(rows, (row) => `${row.travel_time ?? ''} ${row.service_id}`)
  return { day, departures: [...departures.values()].map(departureOf) }
}

function departureOf(rows: readonly Row[]): Departure {
  const [{ service_id, service_type, service_title, travel_time }] = rows as readonly [Row, ...Row[]]
  const total = (count: 'adults_count' | 'children_count' | 'infants_count'): number =>
    rows.reduce((sum, row) => sum + row[count], 0)
  return {
    service_id,
    service_type,
    service_title,
    travel_time,
    adults: total('adults_count'),
    children: total('children_count'),
    infants: total('infants_count'),
    parties: rows.map(partyOf),
  }
}

const partyOf = (row: Row): Party => ({
  id: row.id,
  booking_reference: row.booking_reference,
  customer_name: row.customer_name,
  customer_phone: row.customer_phone,
  adults: row.adults_count,
  children: row.children_count,
  infants: row.infants_count,
  selected_language: row.selected_language,
  pickup_location: row.pickup_location,
  special_requests: row.special_requests,
  to_collect: row.due_minor > 0 ? money(row.due_minor, row.currency) : null,
  travellers: row.travellers,
})

const columns = [
  'Time',
  'Service',
  'Reference',
  'Customer',
  'Phone',
  'Adults',
  'Children',
  'Infants',
  'Travellers',
  'Pickup',
  'Language',
  'Requests',
  'To collect',
  'Currency',
]

/** The same as a file for spreadsheets: a row per booking. */
export async function exportManifest(deps: BookingDeps, day: LocalDate): Promise<string> {
  const { departures } = await readManifest(deps, day)
  const rows = departures.flatMap(({ travel_time: time, service_title: title, parties }) =>
    parties.map((party) =>
      [
        time ?? '',
        title,
        party.booking_reference,
        party.customer_name,
        party.customer_phone ?? '',
        String(party.adults),
        String(party.children),
        String(party.infants),
        party.travellers.join('; '),
        party.pickup_location ?? '',
        party.selected_language ?? '',
        party.special_requests ?? '',
        party.to_collect ? formatAmount(party.to_collect).replaceAll(',', '') : '',
        party.to_collect?.currency ?? '',
      ].map(safeCell),
    ),
  )
  return `\uFEFF${stringify([columns, ...rows], { record_delimiter: 'windows', quote_record_delimiter: true })}`
}
