import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'

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
