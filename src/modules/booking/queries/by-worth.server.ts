import { type Expression, sql } from 'kysely'
import { exponentOf, type RatesPerUsd } from '../../../kernel/money.ts'
import type { ReadCreator, ReadDatabase } from '../../../platform/db/reads.server.ts'
import type { Conditions } from './conditions.server.ts'
import { type ListedBooking, listedColumns } from './listed-bookings.server.ts'
import '../tables.server.ts'

interface WorthPage extends Conditions {
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** The last row of the page before: its worth in US dollars, and its id. */
  readonly after: WorthPlace | null
  readonly rates: RatesPerUsd
}
type WorthPlace = { readonly key: string | Expression<unknown>; readonly id: string | Expression<string> }

/**
 * Bookings in the order of their amounts in US dollars at today's rates. No index can hold that order, but within one
 * currency it is the order of the amounts, which has an index (db/migrations/0029): so the first rows of each currency
 * are read and merged. Currencies without a rate come before all others. One statement.
 */
export const pageByWorth = (
  { db }: { readonly db: ReadDatabase },
  page: WorthPage,
): Promise<readonly (ListedBooking & { readonly sort_key: string })[]> => rowsByWorth(db, page).execute()

export const rowsByWorth = (db: ReadCreator, { where, counters, direction, limit, after, rates }: WorthPage) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('booking_counters')
        .select('currency as code')
        .where(counters)
        .groupBy('currency')
        .having(({ fn }) => fn.sum('bookings'), '>', 0)
        .as('booked'),
    )
    .leftJoin(rateTable(rates), 'rate.code', 'booked.code')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('bookings')
        .select(listedColumns)
        .whereRef('bookings.currency', '=', 'booked.code')
        .where(where)
        .$if(after !== null, (query) =>
          query.where(({ refTuple }) =>
            beyond(refTuple('final_minor', 'id'), after as WorthPlace, direction, eb.ref('rate.per_usd')),
          ),
        )
        .orderBy('final_minor', direction)
        .orderBy('id', direction)
        .limit(limit)
        .as('page'),
    )
    .selectAll('page')
    .select(({ ref, cast }) =>
      cast<string>(worthOf(ref('page.final_minor'), ref('rate.per_usd')), 'text').as('sort_key'),
    )
    .orderBy(({ ref }) => worthOf(ref('page.final_minor'), ref('rate.per_usd')), direction)
    .orderBy('page.id', direction)
    .limit(limit)

/** The place of one booking in that order. */
export const worthOfBooking = (db: ReadCreator, rates: RatesPerUsd, reference: string) =>
  db
    .selectFrom('bookings')
    .leftJoin(rateTable(rates), 'rate.code', 'bookings.currency')
    .select(({ ref }) => ['bookings.id', worthOf(ref('bookings.final_minor'), ref('rate.per_usd')).as('key')])
    .where('booking_reference', '=', reference)

/** The minor units of each currency that are one US dollar. */
const rateTable = (rates: RatesPerUsd) => {
  const rows = Object.entries({ ...rates, USD: '1' }).map(
    ([currency, rate]) => sql`(${currency}::char(3), ${String(rate)}::numeric * ${10 ** exponentOf(currency)}::int)`,
  )
  return sql<{ code: string; per_usd: string }>`(values ${sql.join(rows)})`.as<'rate'>(sql`rate (code, per_usd)`)
}

type PerUsd = Expression<string | null>
const divisor = (perUsd: PerUsd) => sql<string>`coalesce(${perUsd}, 1)`
/** Puts amounts without a rate below all others. */
const shift = (perUsd: PerUsd) => sql<string>`case when ${perUsd} is null then -1000000000000000000::numeric else 0 end`
const worthOf = (minor: Expression<number>, perUsd: PerUsd) =>
  sql<string>`${minor} / ${divisor(perUsd)} + ${shift(perUsd)}`

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Compares with the amount of this currency nearest to the worth in `after`: equal to it, or on one side of it. */
function beyond(row: Expression<unknown>, { key, id }: WorthPlace, direction: 'asc' | 'desc', perUsd: PerUsd) {
  const exact = sql`(${key}::numeric - ${shift(perUsd)}) * ${divisor(perUsd)}`
  const nearest = sql`least(greatest(round(${exact}), -1), 9e18)::int8`
  const distance = sql`sign(${worthOf(sql`${nearest}`, perUsd)} - ${key}::numeric)`
  const from = sql`case ${distance} when 0 then ${id}::uuid when 1 then ${firstId}::uuid else ${lastId}::uuid end`
  return sql<boolean>`${row} ${sql.raw(direction === 'desc' ? '<' : '>')} (${nearest}, ${from})`
}
