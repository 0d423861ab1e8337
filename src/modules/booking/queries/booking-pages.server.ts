import { type Expression, expressionBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { isLocalDate } from '../../../kernel/dates.ts'
import type { RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { ReadCreator, ReadDatabase } from '../../../platform/db/reads.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { type DayRange, planOf } from '../rules/list-plan.ts'
import type { SortColumn } from '../sort-columns.ts'
import { text } from '../text.ts'
import { pageByWorth } from './by-worth.server.ts'
import type { Conditions } from './conditions.server.ts'
import { type ListedBooking, listedColumns } from './listed-bookings.server.ts'

/** The list is sorted by `key`, and by id where keys are equal. */
interface SortKey {
  readonly key: Expression<unknown>
  readonly type: 'timestamptz' | 'date' | 'text'
}
export type StoredColumn = Exclude<SortColumn, 'final_amount'>
const { ref, fn } = expressionBuilder<Tables, 'bookings'>()
/** Each has an index on exactly this expression (db/migrations/0010). Bookings without a travel date come first. */
const sortKeys: Readonly<Record<StoredColumn, SortKey>> = {
  created_at: { key: ref('bookings.created_at'), type: 'timestamptz' },
  travel_date: { key: fn.coalesce('bookings.travel_date', sql<string>`date '0001-01-01'`), type: 'date' },
  booking_reference: { key: ref('bookings.booking_reference'), type: 'text' },
  customer_name: { key: fn('lower', ['bookings.customer_name']), type: 'text' },
  service_title: { key: fn('lower', ['bookings.service_title']), type: 'text' },
  service_type: { key: ref('bookings.service_type'), type: 'text' },
  booking_status: { key: ref('bookings.booking_status'), type: 'text' },
  payment_status: { key: ref('bookings.payment_status'), type: 'text' },
}

const isKey: Readonly<Record<SortKey['type'] | 'numeric', (text: string) => boolean>> = {
  timestamptz: isInstantText,
  date: isLocalDate,
  numeric: (text) => /^-?\d{1,30}(\.\d{1,60})?$/.test(text),
  text: (text) => /^\P{Cc}*$/u.test(text),
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readCursor(cursor: string, type: keyof typeof isKey): { key: string; id: string } {
  const [key, id] = decodeCursor(cursor) ?? []
  if (typeof key !== 'string' || !isKey[type](key) || typeof id !== 'string' || !uuid.test(id))
    throw new Refusal('list/bad-cursor', {}, [{ path: 'cursor', message: text('errors.badCursor') }])
  return { key, id }
}

export interface PageRequest extends Conditions {
  readonly sort: SortColumn
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | undefined
}
/** `nextCursor` is null on the last page. */
export interface Page {
  readonly rows: readonly ListedBooking[]
  readonly nextCursor: string | null
}
export type Reading = { readonly db: ReadDatabase }
/** One page in one statement. Rows that are added or changed meanwhile do not move other rows. */
export async function readPage({ db }: Reading, request: PageRequest, rates: RatesPerUsd): Promise<Page> {
  const { sort, limit, cursor } = request
  if (sort !== 'final_amount') {
    const rows = await rowsByColumn(db, { ...request, sort }, limit + 1).execute()
    return pageOf(rows, limit)
  }
  const after = cursor === undefined ? null : readCursor(cursor, 'numeric')
  return pageOf(await pageByWorth({ db }, { ...request, limit: limit + 1, after, rates }), limit)
}

export type KeyedBooking = ListedBooking & { readonly sort_key: string }
export type ColumnPageRequest = PageRequest & { readonly sort: StoredColumn }

/** `rows` holds one row more than the page shows if there is a next page. */
export function pageOf(rows: readonly KeyedBooking[], limit: number): Page {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > shown.length && last ? encodeCursor([last.sort_key, last.id]) : null
  return { rows: shown.map(({ sort_key: _, ...row }) => row), nextCursor }
}

/** The first `limit` rows after the cursor. */
export function rowsByColumn(db: ReadCreator, request: ColumnPageRequest, limit: number) {
  const { sort, cursor } = request
  const { key, type } = sortKeys[sort]
  const after = cursor === undefined ? null : readCursor(cursor, type)
  return rowsAfter(db, request, { after: after && placeOf(after, type), limit })
    .select(listedColumns)
    .select(({ cast }) => cast<string>(key, 'text').as('sort_key'))
}
const placeOf = ({ key, id }: { key: string; id: string }, type: SortKey['type']): Place => {
  const { cast, val } = expressionBuilder()
  return { key: cast(val(key), type), id: cast(val(id), 'uuid') }
}

/** A place in the order of a list: the sort key and the id of a row. */
export interface Place {
  readonly key: Expression<unknown>
  readonly id: Expression<string>
}
type ColumnOrder = Conditions & Pick<ColumnPageRequest, 'sort' | 'direction'>
export interface Stretch {
  /** The rows after it; all rows without one. */
  readonly after: Place | null
  readonly limit: number
}

/** The first rows after a place, in order. */
export function rowsAfter(db: ReadCreator, order: ColumnOrder, stretch: Stretch) {
  const { sort, direction } = order
  const { key } = sortKeys[sort]
  const plan = planOf(order)
  const rows =
    plan === 'walk' || plan === 'within'
      ? matching(db, order, stretch).$if(plan === 'within', (query) => query.where(fromFirstOfDays(db, order)))
      : db.selectFrom('bookings').where('bookings.id', 'in', pickedIds(db, order, stretch))
  return rows.orderBy(key, direction).orderBy('bookings.id', direction).limit(stretch.limit)
}

const comparisonOf = (direction: 'asc' | 'desc') => (direction === 'desc' ? '<' : '>')

function matching(db: ReadCreator, { where, sort, direction, travel }: ColumnOrder, { after }: Stretch) {
  const { key } = sortKeys[sort]
  return db
    .selectFrom('bookings')
    .where(where)
    .$if(sort === 'travel_date' && travel !== null, (query) => query.where((eb) => eb.and(daysOfKey(key, travel))))
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const { key: lastKey, id: lastId } = after as Place
        return eb(eb.tuple(key, eb.ref('bookings.id')), comparisonOf(direction), eb.tuple(lastKey, lastId))
      }),
    )
}
/** The range of days once more, in the words of the index that has the order. */
const daysOfKey = (key: Expression<unknown>, travel: DayRange | null) => [
  ...(travel?.from ? [sql<boolean>`${key} >= ${travel.from}::date`] : []),
  ...(travel?.to ? [sql<boolean>`${key} <= ${travel.to}::date`] : []),
]

/** The ids of those rows, found without a walk along the order (see rules/list-plan.ts). */
function pickedIds(db: ReadCreator, order: ColumnOrder, stretch: Stretch) {
  const plan = planOf(order)
  return plan === 'staff'
    ? ofStaff(db, order, stretch)
    : plan === 'days'
      ? ofEachDay(db, order, stretch)
      : gathered(db, order, stretch)
}

/** The first rows of each day of travel, merged. */
const ofEachDay = (db: ReadCreator, order: ColumnOrder, stretch: Stretch) =>
  db
    .selectFrom(daysWithBookings(order.travel))
    .innerJoinLateral(
      () =>
        matching(db, order, stretch)
          .where('bookings.travel_date', '=', sql.ref<string>('days.day'))
          .select(['bookings.id', 'bookings.created_at'])
          .orderBy('bookings.created_at', order.direction)
          .orderBy('bookings.id', order.direction)
          .limit(stretch.limit)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select('row.id')
    .orderBy('row.created_at', order.direction)
    .orderBy('row.id', order.direction)
    .limit(stretch.limit)

/** From the first booking in the list that travels on these days: one look into the index for each of them. */
function fromFirstOfDays(db: ReadCreator, { travel, direction }: ColumnOrder) {
  const { eb } = expressionBuilder<Tables, 'bookings'>()
  const first = db
    .selectFrom(daysWithBookings(travel))
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('bookings')
          .select('bookings.created_at')
          .where('bookings.travel_date', '=', sql.ref<string>('days.day'))
          .orderBy('bookings.created_at', direction)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => (direction === 'asc' ? fn.min('row.created_at') : fn.max('row.created_at')).as('first'))
  // One comparison only: of two, the planner would expect so few rows that it would not walk.
  return eb('bookings.created_at', direction === 'asc' ? '>=' : '<=', first)
}

/** Jumps from day to day along the index, over days without bookings. */
const daysWithBookings = (range: DayRange | null) => {
  const from = sql`${range?.from ?? null}::date`
  const to = sql`${range?.to ?? null}::date`
  return sql<{ day: string }>`(
    with recursive days (day) as (
      select min(travel_date) from bookings where travel_date >= coalesce(${from}, '-infinity')
      union all
      select (select min(travel_date) from bookings where travel_date > days.day) from days
      where days.day < coalesce(${to}, 'infinity'))
    select day from days where day <= coalesce(${to}, 'infinity'))`.as<'days'>(sql`days`)
}

/** Along the bookings of one staff member. */
const ofStaff = (db: ReadCreator, order: ColumnOrder, { after, limit }: Stretch) =>
  db
    .selectFrom('staff_bookings as own')
    .innerJoin('bookings', 'bookings.id', 'own.booking_id')
    .where('own.staff_id', '=', order.staff)
    .where((eb) => order.bookedAt(eb.ref('own.booked_at')))
    .where(order.others)
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const { key, id } = after as Place
        const place = eb.tuple(eb.ref('own.booked_at'), eb.ref('own.booking_id'))
        return eb(place, comparisonOf(order.direction), eb.tuple(key as Expression<Date>, id))
      }),
    )
    .select('own.booking_id as id')
    .orderBy('own.booked_at', order.direction)
    .orderBy('own.booking_id', order.direction)
    .limit(limit)

/** All matches, then sorted. The planner must not know the order: it would walk along it. */
const gathered = (db: ReadCreator, order: ColumnOrder, stretch: Stretch) =>
  db
    .selectFrom(
      matching(db, order, stretch)
        .select(['bookings.id', sql`${sortKeys[order.sort].key}`.as('key')])
        .offset(sql<number>`0`)
        .as('row'),
    )
    .select('row.id')
    .orderBy('row.key', order.direction)
    .orderBy('row.id', order.direction)
    .limit(stretch.limit)

/** The place of one booking. */
export const placeOfBooking = (db: ReadCreator, sort: StoredColumn, reference: string) =>
  db
    .selectFrom('bookings')
    .select(['id', sql`${sortKeys[sort].key}`.as('key')])
    .where('booking_reference', '=', reference)
