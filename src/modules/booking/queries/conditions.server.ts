import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../platform/db/tables.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { BookingStatus } from '../rules/states.ts'
import { searchCondition } from './search.server.ts'
import '../tables.server.ts'

export interface BookingFilter {
  readonly q?: string | undefined
  readonly status?: BookingStatus | undefined
  /** Key of a kind or another spelling of it (D78). */
  readonly type?: string | undefined
  readonly documents?: 'missing' | undefined
}
/** A filter as SQL: on the bookings, and as far as they know its columns on the counters. */
export interface Conditions {
  readonly where: Expression<SqlBool>
  readonly counters: Expression<SqlBool>
}

const booking = expressionBuilder<Tables, 'bookings'>()
const counter = expressionBuilder<Tables, 'booking_counters'>()
export const always: Expression<SqlBool> = booking.and([])

/** Sold and waiting for documents. Written with literals: only so can the partial index of migration 0030 serve it. */
export const missesDocuments: Expression<SqlBool> = booking.and([
  booking('case_stage', '=', sql.lit('waiting_for_documents')),
  booking.or([
    booking('booking_status', '=', sql.lit('confirmed')),
    booking.and([
      booking('booking_status', '=', sql.lit('pending')),
      booking('payment_status', '=', sql.lit('completed')),
    ]),
  ]),
])

/** Search and all filters, together (A133). */
export async function filtersOf(deps: BookingDeps, { q, status, type, documents }: BookingFilter): Promise<Conditions> {
  const kind = type && (deps.kinds.find(type)?.key ?? type)
  const where = [
    ...(status ? [booking('booking_status', '=', status)] : []),
    ...(kind ? [booking('service_type', '=', kind)] : []),
    ...(documents ? [missesDocuments] : []),
    ...(q ? [await searchCondition(deps, q)] : []),
  ]
  const counters = [
    ...(status ? [counter('booking_status', '=', status)] : []),
    ...(kind ? [counter('service_type', '=', kind)] : []),
  ]
  return { where: booking.and(where), counters: counter.and(counters) }
}
