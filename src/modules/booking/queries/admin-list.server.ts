import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { isLocalDate } from '../../../kernel/dates.ts'
import { convert, money, type RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readRates } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { BookingStatus, PaymentStatus } from '../rules/states.ts'
import type { adminListInput } from '../staff-contract.ts'
import type { BookingRow } from '../view-contract.ts'
import type { SortColumn } from '../words.ts'
import { pageByWorth } from './by-worth.server.ts'
import { searchCondition } from './search.server.ts'
import '../tables.server.ts'

export interface BookingFilter {
  readonly q?: string | undefined
  readonly status?: BookingStatus | undefined
  /** Key of a kind or another spelling of it (D78). */
  readonly type?: string | undefined
  readonly documents?: 'missing' | undefined
}
export type AdminListInput = z.output<typeof adminListInput>

/** What a row of the table, the newest bookings and the export are made of. */
export interface ListedBooking {
  id: string
  booking_reference: string
  service_type: string
  service_title: string
  customer_name: string
  customer_email: string
  customer_phone: string | null
  travel_date: string | null
  currency: string
  final_minor: number
  booking_status: BookingStatus
  payment_status: PaymentStatus
  payment_gateway: string | null
  created_at: Date
}
export const listedColumns = sql.raw(
  `id, booking_reference, service_type, service_title, customer_name, customer_email, customer_phone, travel_date,
   currency, final_minor, booking_status, payment_status, payment_gateway, created_at`,
)

export function viewRow(row: ListedBooking, rates: RatesPerUsd): BookingRow {
  const final = money(row.final_minor, row.currency)
  return {
    id: row.id,
    booking_reference: row.booking_reference,
    service_type: row.service_type,
    service_title: row.service_title,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    travel_date: row.travel_date,
    final_amount: final,
    amount_inr: convert(final, 'INR', rates),
    booking_status: row.booking_status,
    payment_status: row.payment_status,
    payment_method: row.payment_gateway,
    created_at: row.created_at.toISOString(),
  }
}

/** What the rows of a question have; `states` is the part of it that the counters know as well. */
export interface Conditions {
  readonly where: RawBuilder<SqlBool>
  readonly states: RawBuilder<SqlBool>
}
/** Sold, and some document is still waited for. Has an index of its own (db/migrations/0030), by these very words. */
export const missesDocuments = sql<SqlBool>`(case_stage = 'waiting_for_documents'
  and (booking_status = 'confirmed' or (booking_status = 'pending' and payment_status = 'completed')))`

/** Search and all filters, together (A133). */
export async function filtersOf(deps: BookingDeps, { q, status, type, documents }: BookingFilter): Promise<Conditions> {
  const states = all([
    ...(status ? [sql<SqlBool>`booking_status = ${status}`] : []),
    ...(type ? [sql<SqlBool>`service_type = ${keyOf(deps, type)}`] : []),
  ])
  const others = [...(documents ? [missesDocuments] : []), ...(q ? [await searchCondition(deps, q)] : [])]
  return { states, where: others.length > 0 ? all([states, ...others]) : states }
}
const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join([sql<SqlBool>`true`, ...conditions], sql` and `)}`
const keyOf = (deps: BookingDeps, type: string): string => deps.kinds.find(type)?.key ?? type

/** A list that is paged by the value of `key` and, where that is equal, by id. */
interface SortKey {
  readonly key: RawBuilder<unknown>
  readonly type: 'timestamptz' | 'date' | 'text'
}
/** Each of them has an index (db/migrations/0010); amounts have one by currency (0029). */
const texts: Partial<Record<SortColumn, string>> = {
  booking_reference: 'booking_reference',
  customer_name: 'lower(customer_name)',
  service_title: 'lower(service_title)',
  service_type: 'service_type',
  booking_status: 'booking_status',
  payment_status: 'payment_status',
}
type StoredColumn = Exclude<SortColumn, 'final_amount'>
function sortKeyOf(column: StoredColumn): SortKey {
  if (column === 'created_at') return { key: sql.raw('created_at'), type: 'timestamptz' }
  // Bookings without a date come first.
  if (column === 'travel_date') return { key: sql.raw("coalesce(travel_date, date '0001-01-01')"), type: 'date' }
  return { key: sql.raw(texts[column] ?? column), type: 'text' }
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
    throw new Refusal('list/bad-cursor', {}, [{ path: 'cursor', message: 'Start again from the first page' }])
  return { key, id }
}

export interface PageQuestion extends Conditions {
  readonly sort: SortColumn
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | undefined
}
/** `nextCursor` is null on the last. */
interface Page {
  readonly rows: readonly ListedBooking[]
  readonly nextCursor: string | null
}
/** One page. Rows that are added or changed meanwhile move no other row. */
export async function readPage(deps: BookingDeps, question: PageQuestion, rates: RatesPerUsd): Promise<Page> {
  const { sort, limit, cursor, ...asked } = question
  if (sort !== 'final_amount') {
    const { rows } = await rowsByColumn({ ...question, sort }, limit + 1).execute(deps.db)
    return pageOf(rows, limit)
  }
  const after = cursor === undefined ? null : readCursor(cursor, 'numeric')
  return pageOf(await pageByWorth(deps, { ...asked, columns: listedColumns, most: limit + 1, after, rates }), limit)
}

type Keyed = ListedBooking & { readonly sort_key: string }
type ColumnQuestion = PageQuestion & { readonly sort: StoredColumn }

/** Of one row more than the page shows, if there is one. */
function pageOf(rows: readonly Keyed[], limit: number): Page {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > shown.length && last ? encodeCursor([last.sort_key, last.id]) : null
  return { rows: shown.map(({ sort_key: _, ...row }) => row), nextCursor }
}

/** The first rows that match, in the list's order. */
function rowsByColumn({ where, sort, direction, cursor }: ColumnQuestion, most: number): RawBuilder<Keyed> {
  const { key, type } = sortKeyOf(sort)
  const after = cursor === undefined ? null : readCursor(cursor, type)
  const order = sql.raw(direction)
  const compare = sql.raw(direction === 'desc' ? '<' : '>')
  const beyond = after ? sql`and (${key}, id) ${compare} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)` : sql``
  return sql<Keyed>`
    select ${listedColumns}, (${key})::text as sort_key from bookings
    where ${where} ${beyond} order by ${key} ${order}, id ${order} limit ${most}`
}

interface Counted {
  readonly total: number
  readonly totalIsExact: boolean
}
/** What waits for documents is worked through; of words that so many bookings hold nobody wants to know how many. */
const mostCounted = { documents: 1_000, words: 300 } as const
type Most = (typeof mostCounted)[keyof typeof mostCounted]
const countedUpTo = (most: Most, total: number): Counted => ({ total, totalIsExact: total <= most })

async function countFromCounters({ db }: BookingDeps, { states }: Conditions): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(bookings), 0)::int8 as total from booking_counters where ${states}`.execute(db)
  return { total: rows[0]?.total ?? 0, totalIsExact: true }
}

async function countMatches({ db }: BookingDeps, { where }: Conditions, most: Most): Promise<Counted> {
  // In the list's order: what many bookings hold is then counted along the newest, without finding all of them first.
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from bookings where ${where}
      order by created_at desc, id desc limit ${most + 1}) hits`.execute(db)
  return countedUpTo(most, rows[0]?.total ?? 0)
}

/** The newest that match and how many there are, found once: to find them is what a search costs. */
async function readAndCount({ db }: BookingDeps, question: ColumnQuestion, most: Most): Promise<Page & Counted> {
  const order = sql.raw(question.direction)
  const { rows } = await sql<Keyed & { readonly total: number }>`
    with hits as materialized (${rowsByColumn(question, most + 1)})
    select *, (select count(*) from hits) as total from hits
    order by created_at ${order}, id ${order} limit ${question.limit + 1}`.execute(db)
  const found = rows.map(({ total: _, ...row }) => row)
  return { ...pageOf(found, question.limit), ...countedUpTo(most, rows[0]?.total ?? 0) }
}

export interface BookingPage {
  items: BookingRow[]
  nextCursor: string | null
  total: number
  totalIsExact: boolean
}
/**
 * The back office's table. Two statements, beside the rates; one more where an e-mail address is searched. `total` is
 * exact unless words or documents are asked for and more bookings match than are counted: then it is one more than those.
 */
export async function listBookings(deps: BookingDeps, input: AdminListInput): Promise<BookingPage> {
  const rates = await readRates(deps)
  const conditions = await filtersOf(deps, input)
  const question = { ...input, ...conditions }
  const { rows, ...page } = await answer(
    deps,
    question,
    rates,
    input.q ? mostCounted.words : input.documents && mostCounted.documents,
  )
  return { items: rows.map((row) => viewRow(row, rates)), ...page }
}

async function answer(
  deps: BookingDeps,
  question: PageQuestion,
  rates: RatesPerUsd,
  most: Most | undefined,
): Promise<Page & Counted> {
  const { sort, cursor } = question
  if (most && sort === 'created_at' && cursor === undefined) return readAndCount(deps, { ...question, sort }, most)
  const [page, counted] = await Promise.all([
    readPage(deps, question, rates),
    most ? countMatches(deps, question, most) : countFromCounters(deps, question),
  ])
  return { ...page, ...counted }
}
