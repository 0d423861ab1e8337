import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import type { TravelMode } from './rules/trip.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    departures: DeparturesTable
    blocked_dates: BlockedDatesTable
  }
}

export interface DeparturesTable {
  id: string
  service_id: string
  local_date: string
  /** Null: a day ticket, or opening hours. */
  local_time: string | null
  capacity: number | null
  is_closed: Defaulted<boolean>
  is_added: Defaulted<boolean>
  prices: ColumnType<DeparturePrices | null, string | null | undefined, string | null>
  note: string | null
  guide: string | null
  /** When a group comes back. */
  return_date: ColumnType<string | null, string | null | undefined, string | null>
  /** How it travels. */
  travel_mode: ColumnType<TravelMode | null, TravelMode | null | undefined, TravelMode | null>
  /** Company and number: 'Saudia SV 773, back SV 772'. */
  carrier: ColumnType<string | null, string | null | undefined, string | null>
  /** Sale ends this long before the start; null: as the schedule and the agency say. */
  cut_off_hours: ColumnType<number | null, number | null | undefined, number | null>
  /** The sum of `places` of its bookings. Changed by `takePlaces` and `freePlaces` only. */
  taken: Defaulted<number>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
/** Days on which nothing departs. */
export interface BlockedDatesTable {
  id: string
  /** Null: the whole agency. */
  service_id: string | null
  from_date: string
  to_date: string
  reason: string
  created_at: Timestamp
}
export type DepartureRecord = Selectable<DeparturesTable>
