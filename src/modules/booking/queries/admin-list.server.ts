import type * as z from 'zod'
import type { RatesPerUsd } from '../../../kernel/money.ts'
import { type ReadCreator, type Reader, upToDate } from '../../../platform/db/reads.server.ts'
import { readRates } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { adminListInput } from '../list-contract.ts'
import { planOf } from '../rules/list-plan.ts'
import type { BookingRow } from '../view-contract.ts'
import {
  type ColumnPageRequest,
  type Page,
  type PageRequest,
  pageOf,
  type Reading,
  readPage,
  rowsByColumn,
} from './booking-pages.server.ts'
import { type Conditions, filtersOf } from './conditions.server.ts'
import { viewRow } from './listed-bookings.server.ts'

export type AdminListInput = z.output<typeof adminListInput>

interface Counted {
  readonly total: number
  readonly totalIsExact: boolean
}
/** Counting stops here: an exact total is not worth the scan. */
const maxCounted = { filter: 1_000, search: 300 } as const
type MaxCounted = (typeof maxCounted)[keyof typeof maxCounted]
const countedUpTo = (max: MaxCounted, total: number): Counted => ({ total, totalIsExact: total <= max })

async function countFromCounters({ db }: Reading, { counters }: Conditions): Promise<Counted> {
  const { total } = await db
    .selectFrom('booking_counters')
    .select(({ fn, cast, lit }) => cast<number>(fn.coalesce(fn.sum('bookings'), lit(0)), 'bigint').as('total'))
    .where(counters)
    .executeTakeFirstOrThrow()
  return { total, totalIsExact: true }
}

/** At most `limit` matches, whichever are found first. */
export function matchesUpTo(db: ReadCreator, conditions: Conditions, limit: number) {
  const { where, travel, staff } = conditions
  const isSpread = travel === null && staff === null
  return (
    db
      .selectFrom('bookings')
      .where(where)
      // With this order the planner walks along the newest and stops early when many bookings match. Days of travel
      // and bookings of one staff member may all be far from there: their own indexes are counted.
      .$if(isSpread, (query) => query.orderBy('created_at', 'desc').orderBy('id', 'desc'))
      .limit(limit)
  )
}

async function countMatches({ db }: Reading, conditions: Conditions, max: MaxCounted): Promise<Counted> {
  const { total } = await db
    .selectFrom(
      matchesUpTo(db, conditions, max + 1)
        .select('id')
        .as('hits'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return countedUpTo(max, total)
}

/** The first page and the number of matches in one statement: finding the matches is what a search costs. */
async function readAndCount(
  { db }: Reading,
  request: ColumnPageRequest & { readonly sort: 'created_at' },
  max: MaxCounted,
): Promise<Page & Counted> {
  const { direction, limit } = request
  const rows = await db
    .with(
      (cte) => cte('hits').materialized(),
      (creator) => rowsByColumn(creator, request, max + 1),
    )
    .selectFrom('hits')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('hits')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('total'),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const page = pageOf(
    rows.map(({ total: _, ...row }) => row),
    limit,
  )
  return { ...page, ...countedUpTo(max, rows[0]?.total ?? 0) }
}

export interface BookingPage {
  items: BookingRow[]
  nextCursor: string | null
  total: number
  totalIsExact: boolean
}
/**
 * The back office's list. Two statements besides the rates, one more when an email address is searched. With a search
 * or a filter that the counters do not know, `total` stops at one more than `maxCounted` and is then not exact.
 */
export async function listBookings(
  deps: BookingDeps,
  input: AdminListInput,
  reader: Reader = upToDate,
): Promise<BookingPage> {
  const rates = await readRates(deps)
  const { rows, ...page } = await deps.reads.recent(reader, async (db) => {
    const request = { ...input, ...(await filtersOf(deps, input, db)) }
    const max = input.q ? maxCounted.search : request.isCounted ? undefined : maxCounted.filter
    return pageAndTotal({ db }, request, rates, max)
  })
  return { items: rows.map((row) => viewRow(row, rates)), ...page }
}

async function pageAndTotal(
  reading: Reading,
  request: PageRequest,
  rates: RatesPerUsd,
  max: MaxCounted | undefined,
): Promise<Page & Counted> {
  const { sort, cursor } = request
  if (max && sort === 'created_at' && cursor === undefined && ['walk', 'within'].includes(planOf(request)))
    return readAndCount(reading, { ...request, sort }, max)
  const [page, counted] = await Promise.all([
    readPage(reading, request, rates),
    max ? countMatches(reading, request, max) : countFromCounters(reading, request),
  ])
  return { ...page, ...counted }
}
