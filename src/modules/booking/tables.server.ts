import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Defaulted, Json, Timestamp } from '../../platform/db/tables.server.ts'
import type { PriceLine } from '../../services/kind.ts'
import type { CancellationTerms } from '../../services/shared/cancellation.ts'
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
  time_zone: string
  starts_at: NullableTimestamp
  selected_language: string | null
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
  /** As the item had them when it was booked; later edits change nothing here. */
  cancellation_terms: ColumnType<CancellationTerms | null, string | null | undefined, never>
  /** What is to have gone back in all, decided with the cancellation; null: nothing was decided. */
  refund_due_minor: ColumnType<number | null, never, number | null>
  expires_at: NullableTimestamp
  verification: 'approved' | 'rejected' | null
  verified_at: NullableTimestamp
  verified_by: string | null
  /** Kept by the database. */
  search_person: ColumnType<string, never, never>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
/** What the provider said of the payment that it was paid with, as it was verified. */
export interface GatewayResponse {
  readonly provider: string
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly status: string
  /** What was charged, in the money of the payment. */
  readonly captured: { readonly minor: number; readonly currency: string }
  readonly mode: string
}
/** A booking as it is stored: what commands lock, decide on and hand on. */
export type BookingRecord = Selectable<BookingsTable>
export type NewBooking = Insertable<BookingsTable>

export interface BookingTravelersTable {
  id: string
  booking_id: string
  position: number
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
  /** Only the newest version's counts. */
  review: ColumnType<DocumentReview | null, DocumentReview | null | undefined, DocumentReview>
  review_reason: ColumnType<string | null, string | null | undefined, string | null>
  reviewed_at: NullableTimestamp
  reviewed_by: ColumnType<string | null, string | null | undefined, string>
}
export type DocumentReview = 'accepted' | 'asked_again'
/** What was applied for, as staff uploaded it; the customer sees the newest that was delivered. */
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
/** Written by the database's trigger only. */
export interface BookingCountersTable {
  service_type: string
  booking_status: BookingStatus
  payment_status: PaymentStatus
  currency: string
  shard: number
  bookings: ColumnType<number, never, never>
  paid_minor: ColumnType<number, never, never>
  refunded_minor: ColumnType<number, never, never>
}
