import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { foldText } from '../../../kernel/fold-text.ts'
import type { ReadDatabase } from '../../../platform/db/reads.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { isReference } from '../rules/reference.ts'
import { readNameWords, readPhoneEnding } from '../rules/search-text.ts'
import '../tables.server.ts'

const booking = expressionBuilder<Tables, 'bookings'>()
type Condition = Expression<SqlBool>

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Bookings whose reference, name, email or title contains the text, in any case (A134) and spelling, in a form that an
 * index answers. Not every match is a substring match: a whole reference finds that booking, the beginning of a known email
 * address finds addresses with that prefix, and one or two letters find the beginnings of words. The words of a name
 * match in any order, and the last digits of a phone number in any spelling.
 */
export async function searchCondition(db: ReadDatabase, text: string): Promise<Condition> {
  const address = text.toLowerCase()
  if (isReference(address.toUpperCase())) return booking('booking_reference', '=', address.toUpperCase())
  if (/^[^\s@]+@\S*$/.test(address) && (await isEmailPrefix(db, address))) return hasEmailPrefix(address)
  const q = foldText(text) || address
  const words = readNameWords(q)
  const phone = readPhoneEnding(q)
  const others = [...(words ? [hasName(words)] : []), ...(phone ? [hasPhoneEnding(phone)] : [])]
  if (/[\p{L}\p{N}]{3}|^[\p{L}\p{N}]/u.test(q))
    return booking.or([await personOrTitle(db, (column) => contains(column, q)), ...others])
  // Punctuation is not indexed: scan the newest bookings instead.
  return personOrTitle(db, (column) => booking(booking.fn<number>('strpos', [column, booking.val(q)]), '>', 0))
}

/** The trigram index knows sequences of three letters and the beginnings of words. */
const contains = (column: Expression<string>, q: string): Condition =>
  booking(column, 'like', `${/[\p{L}\p{N}]{3}/u.test(q) ? '%' : '% '}${escapeLike(q)}%`)
/** The index of persons finds the candidates; the name alone decides, so that no word matches the email address. */
const hasName = (words: readonly string[]): Condition =>
  booking.and(
    words.flatMap((word) => [
      contains(booking.ref('search_person'), word),
      contains(sql<string>`(' ' || fold_text(${booking.ref('customer_name')}))`, word),
    ]),
  )
const hasPhoneEnding = (digits: string): Condition =>
  booking(booking.fn<string>('reverse', ['customer_phone']), 'like', `${[...digits].reverse().join('')}%`)

const hasEmailPrefix = (q: string): Condition => booking('customer_email', 'like', `${escapeLike(q)}%`)
async function isEmailPrefix(db: ReadDatabase, q: string): Promise<boolean> {
  const matches = db.selectFrom('bookings').select('id').where(hasEmailPrefix(q))
  const { isPrefix } = await db.selectNoFrom((eb) => eb.exists(matches).as('isPrefix')).executeTakeFirstOrThrow()
  return isPrefix === true
}

/**
 * Applies `matches` to the search columns that the database keeps folded (db/migrations/0139). Titles are looked
 * up first and then named: the planner can estimate how many bookings have them.
 */
async function personOrTitle(db: ReadDatabase, matches: (column: Expression<string>) => Condition): Promise<Condition> {
  const rows = await db
    .selectFrom('booked_titles')
    .select('title')
    .distinct()
    .where(({ ref }) => matches(ref('search_text')))
    .execute()
  const titles = rows.map(({ title }) => title)
  const person = matches(booking.ref('search_person'))
  if (titles.length === 0) return person
  return booking.or([person, booking('service_title', '=', booking.fn.any(booking.val(titles)))])
}
