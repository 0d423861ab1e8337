import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Text } from '../../kernel/messages.ts'
import type { Defaulted, Json, Timestamp } from '../../platform/db/tables.server.ts'
import type { PriceLine, SoldTerms } from '../../services/kind.ts'
import type { CancellationTerms } from '../../services/shared/cancellation.ts'
import type { Leg } from '../../services/trip.ts'
import type { ValueChange } from './rules/answer-correction.ts'
import type { DepartureChoice, DepartureOutcome } from './rules/departure-cancellation.ts'
import type { BookingStatus, PaymentStatus } from './rules/states.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    bookings: BookingsTable
    booking_travelers: BookingTravelersTable
    booking_documents: BookingDocumentsTable
    booking_history: BookingHistoryTable
    staged_documents: StagedDocumentsTable
    issued_documents: IssuedDocumentsTable
    booking_counters: BookingCountersTable
    booking_days: BookingDaysTable
    booking_kind_days: BookingKindDaysTable
    booked_titles: BookedTitlesTable
    staff_bookings: StaffBookingsTable
    booking_staff: BookingStaffTable
    departure_cancellations: DepartureCancellationsTable
    departure_cancellation_bookings: DepartureCancellationBookingsTable
    check_ins: CheckInsTable
    prepared_moves: PreparedMovesTable
    booking_recoveries: BookingRecoveriesTable
  }
}

type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface BookingsTable {
  id: string
  booking_reference: string
  user_id: string | null
  service_id: string
  service_type: string
  service_title: string
  customer_name: string
  customer_email: string
  customer_phone: string | null
  adults_count: number
  children_count: Defaulted<number>
  infants_count: Defaulted<number>
  currency: string
  price_lines: Json<readonly PriceLine[]>
  base_minor: number
  discount_minor: Defaulted<number>
  promo_code: string | null
  tax_minor: Defaulted<number>
  total_minor: number
  final_minor: number
  travel_date: string | null
  travel_time: string | null
  /** Null: the kind has no departures. */
  departure_id: ColumnType<string | null, string | null | undefined, string | null>
  /** What it holds on each of its departures; 0 after it was freed. Places of an unpaid booking may end earlier: `held_until`. */
  places: Defaulted<number>
  time_zone: string
  starts_at: NullableTimestamp
  /** The departure of the return leg, which holds `places` too; null: one way. */
  return_leg_departure_id: ColumnType<string | null, string | null | undefined, string | null>
  return_leg_date: ColumnType<string | null, string | null | undefined, string | null>
  return_leg_time: ColumnType<string | null, string | null | undefined, string | null>
  return_leg_starts_at: NullableTimestamp
  selected_language: string | null
  /** Of emails and documents; null: the shop's default. */
  language: ColumnType<string | null, string | null | undefined, string | null>
  pickup_location: string | null
  special_requests: string | null
  customer_note: string | null
  admin_notes: string | null
  details: ColumnType<Readonly<Record<string, unknown>>, string | undefined, string>
  booking_status: Defaulted<BookingStatus>
  payment_status: Defaulted<PaymentStatus>
  payment_gateway: string | null
  payment_reference: string | null
  gateway_response: ColumnType<GatewayResponse | null, string | null | undefined, string>
  paid_minor: Defaulted<number>
  refunded_minor: Defaulted<number>
  case_stage: string | null
  cancellation_reason: string | null
  instant_confirmation: Defaulted<boolean>
  /** Copied from the item when it was booked; later edits do not apply. */
  cancellation_terms: ColumnType<CancellationTerms | null, string | null | undefined, never>
  /** Null: the item decides. */
  application_terms: ColumnType<SoldTerms | null, SoldTerms | null | undefined, SoldTerms | null>
  /** The total refund decided with the cancellation; null: nothing was decided. */
  refund_due_minor: ColumnType<number | null, never, number | null>
  expires_at: NullableTimestamp
  /** When the hold of its places ends, or ended; null: they are kept as long as the booking. */
  held_until: NullableTimestamp
  /** Places freed when its hold ended, to take again on payment; `places` is 0 meanwhile. */
  released_places: Defaulted<number>
  /** When the payment reminder was sent; it is sent once. */
  reminded_at: NullableTimestamp
  /** Set while a payment is being checked; no other payment may start. Written by the payment room. */
  payment_checking_since: NullableTimestamp
  verification: 'approved' | 'rejected' | null
  verified_at: NullableTimestamp
  verified_by: string | null
  /** Keyed digests of network, mailbox and phone; null where places are not limited. */
  origin_keys: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  /** Paid in cash on arrival, but staff decide first. */
  awaits_agency: Defaulted<boolean>
  /** Counts changes of the party; links of single travellers name it. */
  party_round: Defaulted<number>
  /** Generated by the database. */
  search_person: ColumnType<string, never, never>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
/** The provider's verified report of the payment. */
export interface GatewayResponse {
  readonly provider: string
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly status: string
  /** In the currency of the payment. */
  readonly captured: { readonly minor: number; readonly currency: string }
  readonly mode: string
}
export type BookingRecord = Selectable<BookingsTable>
export type NewBooking = Insertable<BookingsTable>

export interface BookingTravelersTable {
  id: string
  booking_id: string
  /** From 0: adults, children, infants. Negative for those who no longer travel. */
  position: number
  removed_at: ColumnType<Date | null, never, Date>
  first_name: string
  last_name: Defaulted<string>
  is_single_name: Defaulted<boolean>
  traveler_type: 'adult' | 'child' | 'infant'
  passport_number: string | null
  passport_expiry: string | null
  date_of_birth: string | null
  arrival_date: string | null
  departure_date: string | null
}
export interface BookingDocumentsTable {
  id: string
  booking_id: string
  traveler_id: string | null
  name: string
  version: Defaulted<number>
  file_id: string
  created_at: Timestamp
  /** Only the review of the newest version counts. */
  review: ColumnType<DocumentReview | null, DocumentReview | null | undefined, DocumentReview | null>
  review_reason: ColumnType<string | null, string | null | undefined, string | null>
  reviewed_at: NullableTimestamp
  reviewed_by: ColumnType<string | null, string | null | undefined, string | null>
}
export type DocumentReview = 'accepted' | 'asked_again'
/** The customer sees the newest delivered version. */
export interface IssuedDocumentsTable {
  id: string
  booking_id: string
  traveler_id: string | null
  version: number
  file_id: string
  issued_by: string
  created_at: Timestamp
  delivered_at: NullableTimestamp
  delivered_by: ColumnType<string | null, string | null | undefined, string>
}
export interface StagedDocumentsTable {
  file_id: string
  size_bytes: Defaulted<number>
  /** A keyed mark of the visitor's network; '' for staff. */
  uploaded_from: Defaulted<string>
  /** A keyed mark of the wider network: the /48 of an IPv6 address; '' for staff. */
  uploaded_site: Defaulted<string>
  expires_at: ColumnType<Date, Date, never>
  created_at: Timestamp
}
export interface BookingHistoryTable {
  id: Generated<number>
  booking_id: string
  event: string
  actor: 'customer' | 'admin' | 'system' | 'provider'
  actor_id: string | null
  data: ColumnType<Readonly<Record<string, unknown>>, string | undefined, never>
  at: ColumnType<Date, Date | undefined, never>
}
/** Written by triggers. */
export interface BookingCountersTable {
  service_type: string
  booking_status: BookingStatus
  payment_status: PaymentStatus
  currency: string
  shard: number
  bookings: ColumnType<number, never, never>
  paid_minor: ColumnType<number, never, never>
  refunded_minor: ColumnType<number, never, never>
  /** Of those that are not cancelled: how many owe something, and how much. */
  due_bookings: ColumnType<number, never, never>
  due_minor: ColumnType<number, never, never>
}

/** Written by triggers, one row for each day of booking; `paid` counts the bookings that are paid now. */
interface BookingKindDaysTable {
  day: string
  service_type: string
  shard: number
  bookings: ColumnType<number, never, never>
  paid: ColumnType<number, never, never>
}
/** Written by triggers: bookings by the day they were made, money by the day it moved. */
interface BookingDaysTable {
  day: string
  currency: string
  shard: number
  bookings: Defaulted<number>
  paid_minor: Defaulted<number>
  refunded_minor: Defaulted<number>
}
/** Written by a trigger: each title that was ever booked. */
interface BookedTitlesTable {
  title: string
  search_text: ColumnType<string, never, never>
}
/** Written by a trigger: who sold or handled a booking, and their newest name. */
interface StaffBookingsTable {
  staff_id: string
  booked_at: Date
  booking_id: string
}
interface BookingStaffTable {
  id: string
  name: string
}
/** A departure that staff cancelled, with its bookings in `departure_cancellation_bookings`. */
interface DepartureCancellationsTable {
  id: string
  departure_id: string
  /** Shown to customers. */
  reason: string
  /** Added to the mail. */
  note: string | null
  requested_by: string
  requested_by_name: string
  created_at: ColumnType<Date, Date, never>
}
export type DepartureCancellationRecord = Selectable<DepartureCancellationsTable>
interface DepartureCancellationBookingsTable {
  cancellation_id: string
  booking_id: string
  choice: ColumnType<DepartureChoice, string, string>
  /** Null until the job has handled it. */
  outcome: ColumnType<DepartureOutcome | null, never, DepartureOutcome | null>
  /** Why it is stuck. */
  problem: ColumnType<Text | null, never, Text | null>
  done_at: ColumnType<Date | null, never, Date | null>
}
/** Arrivals. Rows are never deleted, so that repeated marks are recognised. */
export interface CheckInsTable {
  id: string
  /** Made by the device. */
  mark_id: string
  booking_id: string
  departure_id: string
  leg: Defaulted<Leg>
  /** The traveller, from 0: adults, children, infants. */
  position: number
  arrived_at: ColumnType<Date, Date, never>
  arrived_by: string
  /** Why staff had to confirm the check-in. */
  despite: 'unpaid' | 'unconfirmed' | null
  /** The earlier arrival; null: this one counts. */
  repeat_of: string | null
  undone_at: NullableTimestamp
  undone_by: ColumnType<string | null, never, string>
  created_at: ColumnType<Date, Date, never>
}
/** A paid booking that moves to a dearer departure once the difference is paid. */
interface BookingRecoveriesTable {
  id: string
  booking_id: string | null
  code_digest: string
  expires_at: Timestamp
  used_at: NullableTimestamp
  created_at: Timestamp
}

interface PreparedMovesTable {
  id: string
  booking_id: string
  /** The new departure of the outbound leg; null: this leg stays. */
  departure_id: string | null
  /** The new departure of the return leg; null: this leg stays, or there is none. */
  return_leg_departure_id: string | null
  /** What it holds on each new departure; 0 once it is over. */
  places: number
  /** The booking as it was: it can move from there only. */
  from_departure_id: string | null
  from_return_leg_departure_id: string | null
  from_minor: number
  change: Json<MoveChange>
  difference_minor: number
  held_until: ColumnType<Date, Date, Date>
  actor: Json<{ readonly kind: 'customer' | 'admin'; readonly id: string | null; readonly name: string | null }>
  /** Null: it is open. */
  outcome: ColumnType<PreparedMoveOutcome | null, never, PreparedMoveOutcome>
  created_at: ColumnType<Date, Date, never>
  done_at: ColumnType<Date | null, never, Date>
}
export type PreparedMove = Selectable<PreparedMovesTable>
/** Starts, places and price of the booking after the move. */
export interface MoveChange {
  /** Null for an application without a day. */
  readonly travel_date: string | null
  readonly travel_time: string | null
  readonly time_zone: string
  readonly starts_at: string | null
  /** Left out for a booking without a return leg; null ends it. */
  readonly return_leg_date?: string | null
  readonly return_leg_time?: string | null
  readonly return_leg_starts_at?: string | null
  readonly places: number
  readonly price_lines: readonly PriceLine[]
  readonly base_minor: number
  readonly discount_minor: number
  readonly tax_minor: number
  readonly total_minor: number
  readonly final_minor: number
  /** Left out where party and answers stay. Erased with the customer. */
  readonly changed?: StoredChange
  /** Staff chose that the customer gets no mail. */
  readonly is_silent?: boolean
}
/** Party and answers after a change by staff. */
export interface StoredChange {
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly application_terms: SoldTerms | null
  /** Those that change; null empties one. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Positions of those who no longer travel. */
  readonly removed: readonly number[]
  readonly values: readonly ValueChange[]
}
export type PreparedMoveOutcome =
  | 'completed'
  /** The difference was not paid in time. */
  | 'unpaid'
  /** The customer or staff kept the booking as it is. */
  | 'kept'
  | 'replaced'
  /** It was cancelled or completed. */
  | 'booking-changed'
  | 'departure-cancelled'
