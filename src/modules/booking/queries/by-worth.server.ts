import { type RawBuilder, sql } from 'kysely'
import { exponentOf, type RatesPerUsd } from '../../../kernel/money.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { Conditions, ListedBooking } from './admin-list.server.ts'
import '../tables.server.ts'

export interface WorthQuestion extends Conditions {
  readonly columns: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
  readonly most: number
  /** Where the page before ended: a worth in US dollars, and an id. */
  readonly after: { readonly key: string; readonly id: string } | null
  readonly rates: RatesPerUsd
}

/**
 * Bookings in the order of what their amounts are worth in US dollars at today's rates, which no index can hold. But
 * within one currency that is the order of the amounts, which one does hold (db/migrations/0029): the first of each
 * currency are read there, and the first of all are among them. Currencies without a rate come before all others.
 */
export async function pageByWorth(
  { db }: BookingDeps,
  { columns, where, states, direction, most, after, rates }: WorthQuestion,
): Promise<readonly (ListedBooking & { readonly sort_key: string })[]> {
  const order = sql.raw(direction)
  const { rows } = await sql<ListedBooking & { sort_key: string }>`
    select page.*, (final_minor / divisor + shift)::text as sort_key
    from (
      select currency as code from booking_counters where ${states} group by currency having sum(bookings) > 0
    ) booked
    left join (values ${sql.join(divisorsOf(rates))}) as rate (code, per_usd) using (code)
    cross join lateral (
      select coalesce(per_usd, 1) as divisor, case when per_usd is null then ${unknown}::numeric else 0 end as shift
    ) worth
    cross join lateral (
      select ${columns} from bookings where currency = booked.code and ${where} ${after ? beyond(after, direction) : sql``}
      order by final_minor ${order}, id ${order} limit ${most}
    ) page
    order by final_minor / divisor + shift ${order}, page.id ${order} limit ${most}`.execute(db)
  return rows
}

/** Below whatever an amount can be worth. */
const unknown = '-1000000000000000000'

/** Minor units of each currency for one US dollar. */
const divisorsOf = (rates: RatesPerUsd): RawBuilder<unknown>[] =>
  Object.entries({ ...rates, USD: '1' }).map(
    ([currency, rate]) => sql`(${currency}::char(3), ${String(rate)}::numeric * ${10 ** exponentOf(currency)}::int)`,
  )

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** The amount of this currency that is nearest to that worth: exactly it, or on one side of it. */
function beyond({ key, id }: { key: string; id: string }, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const nearest = sql`least(greatest(round((${key}::numeric - shift) * divisor), -1), 9e18)::int8`
  const distance = sql`sign(${nearest} / divisor + shift - ${key}::numeric)`
  const from = sql`case ${distance} when 0 then ${id}::uuid when 1 then ${firstId}::uuid else ${lastId}::uuid end`
  return sql`and (final_minor, id) ${sql.raw(direction === 'desc' ? '<' : '>')} (${nearest}, ${from})`
}
