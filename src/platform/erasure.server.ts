import { sql } from 'kysely'
import { jsonOf } from '../kernel/json.ts'
import { codesOf, type Scrub } from '../kernel/scrub.ts'
import type { Queryable, Trx } from './db/database.server.ts'

/** Whose data is erased, as it was found before anything was changed. */
export interface Erased {
  /** Lower case. */
  readonly email: string
  readonly userId: string | null
  readonly bookingIds: readonly string[]
  /** Takes address, names, numbers out of a text or a value of JSON. */
  readonly scrub: Scrub
  /** Stands for the address where there must be one: unguessable, and no mailbox. */
  readonly placeholder: string
}

/**
 * From here to its end the transaction may change what is written once, as far as a migration lets it, and may take its
 * time: it reads whole tables.
 */
export async function beginErasure(trx: Trx): Promise<void> {
  await sql`select set_config('safar.erasing', 'on', true), set_config('statement_timeout', '120000', true)`.execute(
    trx,
  )
}

/** What may stand beside an address in its own name or its host; in JSON a line break is written as two characters. */
const wholeAddress = (email: string): string =>
  `(^|[^[:alnum:]._%+-]|\\\\[bfnrt])${email.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![[:alnum:]-]|\\.[[:alnum:]])`

/** True in SQL where the text or JSON holds the address, and not only one that ends or begins like it. */
export const holdsAddress = (column: string, email: string) => {
  const text = sql`lower(${sql.ref(column)}::text)`
  return sql<boolean>`(position(${email} in ${text}) > 0 and ${text} ~ ${wholeAddress(email)})`
}

/**
 * What is told of the person. Events with the address are letters to them and go; those of their bookings may still be
 * waited for, such as by a refund, and lose what somebody wrote. Kept answers will not be asked for again.
 */
export async function eraseTold(trx: Trx, { email, bookingIds, scrub }: Erased): Promise<void> {
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
 * The trail keeps who did what to what and when. Of entries about the person's things only codes and numbers stay, of
 * others that hold the address all but what names the person.
 */
export async function eraseTrail(trx: Trx, { email, scrub }: Erased, subjectIds: readonly string[]): Promise<void> {
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
    const left = (value: unknown) => scrub(subjectIds.includes(subject_id) ? codesOf(value) : value)
    await setJson(trx, 'audit_entries', id, { before: left(before), after: left(after) })
  }
}

/** Changes columns of JSON of a row that is otherwise written once. */
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
