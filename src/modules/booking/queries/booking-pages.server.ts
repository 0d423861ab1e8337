import type { QueryCreator } from 'kysely'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { isLocalDate } from '../../../kernel/dates.ts'
import type { RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import type { BookingDeps } from '../deps.server.ts'
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
  created_at: { key: ref('created_at'), type: 'timestamptz' },
  travel_date: { key: fn.coalesce('travel_date', sql<string>`date '0001-01-01'`), type: 'date' },
  booking_reference: { key: ref('booking_reference'), type: 'text' },
  customer_name: { key: fn('lower', ['customer_name']), type: 'text' },
  service_title: { key: fn('lower', ['service_title']), type: 'text' },
  service_type: { key: ref('service_type'), type: 'text' },
  booking_status: { key: ref('booking_status'), type: 'text' },
  payment_status: { key: ref('payment_status'), type: 'text' },
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
/** One page in one statement. Rows that are added or changed meanwhile do not move other rows. */
export async function readPage(deps: BookingDeps, request: PageRequest, rates: RatesPerUsd): Promise<Page> {
  const { sort, limit, cursor } = request
  if (sort !== 'final_amount') {
    const rows = await rowsByColumn(deps.db, { ...request, sort }, limit + 1).execute()
    return pageOf(rows, limit)
  }
  const after = cursor === undefined ? null : readCursor(cursor, 'numeric')
  return pageOf(await pageByWorth(deps, { ...request, limit: limit + 1, after, rates }), limit)
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
export function rowsByColumn(db: QueryCreator<Tables>, request: ColumnPageRequest, limit: number) {
  const { sort, cursor } = request
  const { key, type } = sortKeys[sort]
  const after = cursor === undefined ? null : readCursor(cursor, type)
  return rowsAfter(db, request, after && placeOf(after, type))
    .select(listedColumns)
    .select(({ cast }) => cast<string>(key, 'text').as('sort_key'))
    .limit(limit)
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
type ColumnOrder = Pick<ColumnPageRequest, 'where' | 'sort' | 'direction'>
/** The rows after a place, in order; all rows without one. */
export function rowsAfter(db: QueryCreator<Tables>, { where, sort, direction }: ColumnOrder, after: Place | null) {
  const { key } = sortKeys[sort]
  return db
    .selectFrom('bookings')
    .where(where)
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const { key: lastKey, id: lastId } = after as Place
        return eb(eb.tuple(key, eb.ref('id')), direction === 'desc' ? '<' : '>', eb.tuple(lastKey, lastId))
      }),
    )
    .orderBy(key, direction)
    .orderBy('id', direction)
}
/** The place of one booking. */
export const placeOfBooking = (db: QueryCreator<Tables>, sort: StoredColumn, reference: string) =>
  db
    .selectFrom('bookings')
    .select(['id', sql`${sortKeys[sort].key}`.as('key')])
    .where('booking_reference', '=', reference)
