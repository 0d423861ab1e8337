import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookingDeps } from '../deps.server.ts'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const holds = (column: string, q: string): RawBuilder<SqlBool> =>
  sql`${sql.raw(column)} like '%' || ${escapeLike(q)} || '%'`
const either = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`

/**
 * Bookings whose reference, name, e-mail or title holds these words, whatever their case (A134); made so that an index
 * answers also among a million. `search_text` holds the four in one, joined by spaces. Three ways do not hold a part:
 * an e-mail address that is the beginning of one found is taken as such, one or two letters as the beginning of a word.
 */
export async function searchCondition(deps: BookingDeps, words: string): Promise<RawBuilder<SqlBool>> {
  const q = words.toLowerCase()
  if (/^[^\s@]+@\S*$/.test(q) && (await isAnEmailBeginning(deps, q))) return beginsEmail(q)
  // The index knows pieces of three letters, and the beginnings of words.
  if (/[\p{L}\p{N}]{3}/u.test(q)) return q.includes(' ') ? holdsInOne(q) : holds('search_text', q)
  if (/^[\p{L}\p{N}]/u.test(q)) return beginsWord(q)
  // Signs alone: no index knows them, so the newest that hold them are looked for one by one.
  return sql`strpos(search_text, ${q}) > 0`
}

const beginsEmail = (q: string): RawBuilder<SqlBool> => sql`customer_email like ${escapeLike(q)} || '%'`
async function isAnEmailBeginning({ db }: BookingDeps, q: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bookings where ${beginsEmail(q)}) as found`.execute(db)
  return rows[0]?.found === true
}

const beginsWord = (q: string): RawBuilder<SqlBool> =>
  either([sql`search_text like ${escapeLike(q)} || '%'`, sql`search_text like '% ' || ${escapeLike(q)} || '%'`])

/**
 * Words with a space between them must stand in one of the texts, not half in one and half in the next. That is looked at
 * after the index was asked; a second `like` would make the planner expect few rows where there are many.
 */
const holdsInOne = (q: string): RawBuilder<SqlBool> =>
  sql`(${holds('search_text', q)} and ${either(
    ['booking_reference', 'customer_name', 'customer_email', 'service_title'].map(
      (name) => sql<SqlBool>`strpos(lower(${sql.raw(name)}), ${q}) > 0`,
    ),
  )})`
