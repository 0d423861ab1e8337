import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import type { TravelMode } from './rules/trip.ts'
import type { WaitingState } from './waiting/rules.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    departures: DeparturesTable
    blocked_dates: BlockedDatesTable
    offered_days: OfferedDaysTable
    offered_weeks: OfferedWeeksTable
    waiting_entries: WaitingEntriesTable
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
  /** The places of its bookings and of open offers. Changed by `takePlaces` and `freePlaces` only. */
  taken: Defaulted<number>
  /** Somebody waits for places on it. */
  has_waiting: Defaulted<boolean>
  /** Places came back and were not offered to those who wait yet, so they are not on general sale. */
  offers_due: Defaulted<boolean>
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
/** The days recorded in `offered_weeks`. */
export interface OfferedDaysTable {
  day: string
  recorded_at: Timestamp
}
/** Departures and places that were on sale; element n is weekday n of the week. */
export interface OfferedWeeksTable {
  service_id: string
  /** Its Monday. */
  week: string
  departures: number[]
  free_sale: number[]
  places: number[]
}
/** Who waits for places on a departure. */
export interface WaitingEntriesTable {
  id: string
  departure_id: string
  email: string
  name: string | null
  adults: number
  children: number
  infants: number
  /** What the party takes on the departure. */
  places: number
  state: Defaulted<WaitingState>
  /** Places that an open offer holds; part of `departures.taken`. */
  held: Defaulted<number>
  /** The number of its last offer, part of the link. */
  offers: Defaulted<number>
  offered_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The booking that took the offer. */
  booking_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Keyed digests of the mailbox and the network, for limits. */
  contact_key: string
  visitor_key: string
  /** Of emails; null: the shop's default. */
  language: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  updated_at: Timestamp
}
export type WaitingEntry = Selectable<WaitingEntriesTable>
export type DepartureRecord = Selectable<DeparturesTable>
