import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { addDays, instantAt } from '../../../kernel/dates.ts'
import type { ReadDatabase } from '../../../platform/db/reads.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { readTimeZone } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type DayRange, rangeOf } from '../rules/list-plan.ts'
import type { BookingStatus, PaymentStatus } from '../rules/states.ts'
import { searchCondition } from './search.server.ts'
import '../tables.server.ts'

export interface BookingFilter {
  readonly q?: string | undefined
  readonly status?: BookingStatus | undefined
  /** Key of a kind or another spelling of it (D78). */
  readonly type?: string | undefined
  readonly documents?: 'missing' | undefined
  readonly payment?: PaymentStatus | undefined
  readonly open?: 'balance' | 'decision' | undefined
  readonly travel_from?: string | undefined
  readonly travel_to?: string | undefined
  readonly booked_from?: string | undefined
  readonly booked_to?: string | undefined
  readonly staff?: string | undefined
}
/** A filter as SQL: on the bookings, and as far as they know its columns on the counters. */
export interface Conditions {
  readonly where: Expression<SqlBool>
  readonly counters: Expression<SqlBool>
  /** The counters know every column of the filter. */
  readonly isCounted: boolean
  readonly hasSearch: boolean
  readonly travel: DayRange | null
  readonly booked: DayRange | null
  /** The same on that column. */
  readonly bookedAt: (column: Expression<Date>) => Expression<SqlBool>
  readonly staff: string | null
  /** `where` without the staff. */
  readonly others: Expression<SqlBool>
}

const booking = expressionBuilder<Tables, 'bookings'>()
const counter = expressionBuilder<Tables, 'booking_counters'>()
const always: Expression<SqlBool> = booking.and([])

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

/** Written with literals, as above. Of migrations 0111 and 0041. */
const isOpen: Readonly<Record<'balance' | 'decision', Expression<SqlBool>>> = {
  balance: booking.and([
    booking('booking_status', '<>', sql.lit('cancelled')),
    booking('paid_minor', '<', booking.ref('final_minor')),
  ]),
  decision: booking('awaits_agency', '=', sql.lit(true)),
}

/** A condition that is not a filter of the back office's list. */
export const onlyWhere = (where: Expression<SqlBool>): Conditions => ({
  ...{ where, others: where, counters: always, isCounted: false, hasSearch: false },
  ...{ travel: null, booked: null, bookedAt: () => always, staff: null },
})

type Where = readonly Expression<SqlBool>[]

/** Search and all filters, together (A133). `db` is what the search looks into. */
export async function filtersOf(
  deps: BookingDeps,
  filter: BookingFilter,
  db: ReadDatabase = deps.db,
): Promise<Conditions> {
  const { q, status, type, documents, payment, open, staff } = filter
  const kind = type && (deps.kinds.find(type)?.key ?? type)
  const travel = rangeOf(filter.travel_from, filter.travel_to)
  const booked = rangeOf(filter.booked_from, filter.booked_to)
  const bookedAt = booked ? bookedIn(booked, await readTimeZone(deps)) : () => always
  const others = booking.and([
    ...(status ? [booking('booking_status', '=', status)] : []),
    ...(payment ? [booking('payment_status', '=', payment)] : []),
    ...(kind ? [booking('service_type', '=', kind)] : []),
    ...(documents ? [missesDocuments] : []),
    ...(open ? [isOpen[open]] : []),
    ...travelsIn(travel),
    bookedAt(booking.ref('created_at')),
    ...(q ? [await searchCondition(db, q)] : []),
  ])
  const counters = [
    ...(status ? [counter('booking_status', '=', status)] : []),
    ...(payment ? [counter('payment_status', '=', payment)] : []),
    ...(kind ? [counter('service_type', '=', kind)] : []),
  ]
  return {
    where: staff ? booking.and([others, isHandledBy(staff)]) : others,
    others,
    counters: counter.and(counters),
    isCounted: !(q || documents || open || travel || booked || staff),
    ...{ hasSearch: Boolean(q), travel, booked, bookedAt, staff: staff ?? null },
  }
}

const travelsIn = (range: DayRange | null): Where =>
  range
    ? [
        booking('travel_date', 'is not', null),
        ...(range.from ? [booking('travel_date', '>=', range.from)] : []),
        ...(range.to ? [booking('travel_date', '<=', range.to)] : []),
      ]
    : []
/** Booked on these days of the agency. */
const bookedIn =
  ({ from, to }: DayRange, zone: string) =>
  (column: Expression<Date>): Expression<SqlBool> =>
    booking.and([
      ...(from ? [booking(column, '>=', instantAt(zone, from, '00:00'))] : []),
      ...(to ? [booking(column, '<', instantAt(zone, addDays(to, 1), '00:00'))] : []),
    ])
const isHandledBy = (staff: string): Expression<SqlBool> =>
  booking.exists(
    booking
      .selectFrom('staff_bookings')
      .select(sql.lit(1).as('one'))
      .where('staff_bookings.staff_id', '=', staff)
      .whereRef('staff_bookings.booked_at', '=', 'bookings.created_at')
      .whereRef('staff_bookings.booking_id', '=', 'bookings.id'),
  )
