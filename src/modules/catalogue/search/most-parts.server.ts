/** Which parts of a search to keep if no item has them all. SQL only. */
import { type RawBuilder, sql } from 'kysely'
import { maxWords, type Part, queryOf } from './words.ts'

/** The most items with rare parts that are read. */
const maxRead = 500
/** The items that are read as a sample: it only tells which parts are frequent, so few will do. */
const sampleSize = 150

/** The parts that items have, as a bit for each part: at most `few` of the items `where`. */
const heldBy = (parts: readonly Part[], where: RawBuilder<unknown>, few = sql``): RawBuilder<unknown> => {
  const bits = parts.map((part, at) => sql`(words @@ ${queryOf([part], true)}::tsquery)::int * ${sql.lit(2 ** at)}`)
  return sql`(select ${sql.join(bits, sql` + `)} as held from service_search ${where} ${few} offset 0) each_item`
}
const size = sql`bit_count(held::bit(${sql.lit(maxWords)}))`
const bestFirst = sql`${size} desc, items, held`
const bestOf = (items: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select held, count(*) as items from ${items} group by held order by ${bestFirst} limit 1`

/**
 * The CTE `chosen`: one row with the largest set of parts that an item has, or none. Of sets of equally many parts, the
 * one that the fewest items have, then the parts typed first. `held` has a bit for each part of the set; the queries
 * find the items that have all of them.
 *
 * A word may be in nearly all items, so as few as possible are read: first those with a rare part (`near`). The others
 * have frequent parts only, and one with all of them most often ends the search (`together`). If there is none, a set of
 * n of the m parts has one of the m - n + 1 rarest, and the sample has a set of n (`every`).
 */
export function chosenParts(parts: readonly Part[], read = maxRead): RawBuilder<unknown> {
  const sampled = Math.min(read, sampleSize)
  const isRare = sql` filter (where is_rare)`
  const isFrequent = sql` filter (where not is_rare)`
  return sql`sample as materialized (select held from ${heldBy(parts, sql``, sql`limit ${sql.lit(sampled)}`)}),
  part (bit, by_start, whole, items) as materialized (
    values ${sql.join(parts.map((part, at) => partRow(part, at, { read, sampled })))}
  ), known_part as materialized (
    select *, row_number() over rarest as place, sum(items) over rarest <= ${sql.lit(read)} as is_rare
    from part where items > 0 window rarest as (order by items, bit)
  ), known as materialized (
    select count(*) as parts, bit_or(bit)${isFrequent} as held, (string_agg(by_start, ' & ')${isFrequent})::tsquery as frequent,
      (string_agg(by_start, ' | ')${isRare})::tsquery as rare
    from known_part
  ), near as materialized (
    ${bestOf(heldBy(parts, sql`where words @@ (select rare from known)`))}
  ), missing as materialized (
    select *, coalesce(${size}, 0) - coalesce((select ${size} from near), 0) as more from known
  ), together as materialized (
    select held, (
      select count(*) from (
        select from service_search where (words @@ frequent) is true
        limit (select case when more > 0 then 1 else (select items from near) + 1 end)
      ) few
    ) as items from missing where more >= 0 and held > 0
  ), wanted as materialized (
    select string_agg(by_start, ' | ')::tsquery as any_of from known_part, missing, together
    where missing.more > 0 and together.items = 0
      and place <= parts + 1 - (select coalesce(max(${size}), 0) from (select held from sample union all select held from near) seen)
  ), every as materialized (
    ${bestOf(heldBy(parts, sql`where words @@ (select any_of from wanted)`))}
  ), best_set as materialized (
    select held from (
      select * from near union all select * from together where items > 0 union all select * from every
    ) sets order by ${bestFirst} limit 1
  ), chosen as materialized (
    select held, string_agg(by_start, ' & ')::tsquery as by_start, string_agg(whole, ' & ')::tsquery as whole
    from best_set join part on bit & held > 0 group by held
  )`
}

/** Only parts that are seldom in the sample are counted, up to a limit. The others are frequent. */
type Reading = { readonly read: number; readonly sampled: number }
function partRow(part: Part, at: number, { read, sampled }: Reading): RawBuilder<unknown> {
  const [bit, limit] = [sql.lit(2 ** at), sql.lit(read + 1)]
  const byStart = queryOf([part], true)
  const having = sql`(select count(*) from sample where held & ${bit} > 0)`
  return sql`(${bit}, ${byStart}::text, ${queryOf([part], false)}::text,
    case when ${having} > ${sql.lit(sampled / 10)} then ${limit} + ${having} else (
      select count(*) from (select from service_search where words @@ ${byStart}::tsquery limit ${limit}) few
    ) end)`
}
