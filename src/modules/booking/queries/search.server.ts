import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookingDeps } from '../deps.server.ts'
import { isReference } from '../rules/reference.ts'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Bookings whose reference, name, e-mail or title holds these words, whatever their case (A134); made so that an index
 * answers also among a million. Four ways do not hold a part: a whole reference is that booking's, an e-mail address
 * that is the beginning of one found is taken as such, one or two letters as the beginning of a word.
 */
export async function searchCondition(deps: BookingDeps, words: string): Promise<RawBuilder<SqlBool>> {
  const q = words.toLowerCase()
  if (isReference(q.toUpperCase())) return sql`booking_reference = ${q.toUpperCase()}`
  if (/^[^\s@]+@\S*$/.test(q) && (await isAnEmailBeginning(deps, q))) return beginsEmail(q)
  // The index knows pieces of three letters, and the beginnings of words.
  if (/[\p{L}\p{N}]{3}/u.test(q)) return personOrTitle(deps, (text) => like(text, `%${escapeLike(q)}%`))
  if (/^[\p{L}\p{N}]/u.test(q)) return personOrTitle(deps, (text) => like(text, `% ${escapeLike(q)}%`))
  // Signs alone: no index knows them, so the newest that hold them are looked for one by one.
  return personOrTitle(deps, (text) => sql`strpos(${text}, ${q}) > 0`)
}

const beginsEmail = (q: string): RawBuilder<SqlBool> => sql`customer_email like ${escapeLike(q)} || '%'`
async function isAnEmailBeginning({ db }: BookingDeps, q: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bookings where ${beginsEmail(q)}) as found`.execute(db)
  return rows[0]?.found === true
}

type Text = RawBuilder<string>
const like = (text: Text, pattern: string): RawBuilder<SqlBool> => sql`${text} like ${pattern}`

/**
 * `matches` is asked of what the database keeps in small letters (db/migrations/0034): of reference, name and e-mail
 * address, a line each, and of the titles, each word with a space before it. The titles are found first and named: so
 * the planner knows how many bookings have them, and goes along the newest where they are many.
 */
async function personOrTitle(
  { db }: BookingDeps,
  matches: (text: Text) => RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ title: string }>`
    select distinct title from booked_titles where ${matches(sql.raw('search_text'))}`.execute(db)
  const person = matches(sql.raw('search_person'))
  return rows.length === 0 ? person : sql`(${person} or service_title = any(${rows.map(({ title }) => title)}))`
}
