import { sql } from 'kysely'
import { jsonOf } from '../kernel/json.ts'
import { codesOf, type Scrub } from '../kernel/scrub.ts'
import type { Queryable, Trx } from './db/database.server.ts'

/** The person to erase, as read before the first change. */
export interface Erased {
  /** Lower case. */
  readonly email: string
  readonly userId: string | null
  readonly bookingIds: readonly string[]
  /** Removes address, names and numbers from a text or a JSON value. */
  readonly scrub: Scrub
  /** Names of fields that people type into. */
  readonly typedFields: readonly string[]
  /** Replaces the address where one is required: unguessable, and not a mailbox. */
  readonly placeholder: string
}

/**
 * From here on the transaction may change rows that are otherwise immutable, and has more time, because it reads whole
 * tables.
 */
export async function beginErasure(trx: Trx): Promise<void> {
  await sql`select set_config('safar.erasing', 'on', true), set_config('statement_timeout', '120000', true)`.execute(
    trx,
  )
}

/**
 * Matches the whole address only: characters that belong to an address may not surround it. In JSON a line break is
 * the two characters \n.
 */
const wholeAddress = (email: string): string =>
  `(^|[^[:alnum:]._%+-]|\\\\[bfnrt])${email.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![[:alnum:]-]|\\.[[:alnum:]])`

/** SQL condition: the text or JSON contains exactly this address, not a longer one. */
export const holdsAddress = (column: string, email: string) => {
  const text = sql`lower(${sql.ref(column)}::text)`
  return sql<boolean>`(position(${email} in ${text}) > 0 and ${text} ~ ${wholeAddress(email)})`
}

/**
 * Deletes events that carry the address. Events about the person's bookings may still be pending, so only free text is
 * removed from them. Stored answers for repeated requests are deleted.
 */
export async function eraseEvents(trx: Trx, { email, bookingIds, scrub }: Erased): Promise<void> {
  const ids = bookingIds.map((id) => `%${id}%`)
  await trx.deleteFrom('events').where(holdsAddress('payload', email)).execute()
  const isAbout = sql<boolean>`payload::text like any (${ids}::text[])`
  for (const { id, payload } of await trx.selectFrom('events').select(['id', 'payload']).where(isAbout).execute())
    await trx
      .updateTable('events')
      .set({ payload: jsonOf(scrub(codesOf(payload))) })
      .where('id', '=', id)
      .execute()
  await trx
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.or([holdsAddress('answer', email), sql<boolean>`answer::text like any (${ids}::text[])`]))
    .execute()
}

/**
 * Audit entries keep who did what and when. Entries about the person's own things keep only codes and numbers; other
 * entries with the address lose what identifies the person.
 */
export async function eraseTrail(
  trx: Trx,
  { email, scrub, typedFields: typed }: Erased,
  subjectIds: readonly string[],
): Promise<void> {
  const entries = await trx
    .selectFrom('audit_entries')
    .select(['id', 'subject_id', 'before', 'after'])
    .where((eb) =>
      eb.or([
        sql<boolean>`subject_id = any (${[...subjectIds]}::text[])`,
        holdsAddress('before', email),
        holdsAddress('after', email),
      ]),
    )
    .execute()
  for (const { id, subject_id, before, after } of entries) {
    const left = (value: unknown) => scrub(subjectIds.includes(subject_id) ? codesOf(value, [], typed) : value)
    await setJson(trx, 'audit_entries', id, { before: left(before), after: left(after) })
  }
}

/** Changes JSON columns of a row that is otherwise immutable. */
export async function setJson(
  q: Queryable,
  table: 'audit_entries' | 'booking_history',
  id: string | number,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changes = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value === null ? null : jsonOf(value)}::jsonb`,
  )
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(q)
}
