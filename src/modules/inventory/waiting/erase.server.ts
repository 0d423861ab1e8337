/** Erasure and deletion of entries (docs/rules/erasure.md). */
import { sql } from 'kysely'
import { addDays, dateIn } from '../../../kernel/dates.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { deleteOld, keptDays } from '../../../platform/retention.server.ts'
import { freePlaces } from '../places.server.ts'
import '../tables.server.ts'

/** The entries under this address: how many, and the names in them. */
export async function findWaitingOf(
  q: Queryable,
  email: string,
): Promise<{ readonly count: number; readonly words: readonly string[] }> {
  const rows = await q.selectFrom('waiting_entries').select('name').where('email', '=', email).execute()
  return { count: rows.length, words: rows.flatMap(({ name }) => name ?? []) }
}

/** The addresses of all entries, once each. */
export async function listWaitingAddresses(q: Queryable): Promise<readonly string[]> {
  const rows = await q.selectFrom('waiting_entries').select('email').distinct().execute()
  return rows.map(({ email }) => email)
}

/** Deletes the entries; places of open offers go to the next person. Returns their ids. */
export async function eraseWaiting(
  trx: Trx,
  { email }: { readonly email: string },
  now: Date,
): Promise<readonly string[]> {
  const deleted = await trx.deleteFrom('waiting_entries').where('email', '=', email).returningAll().execute()
  const held = deleted.filter((entry) => entry.held > 0)
  if (held.length > 0) {
    const departures = await trx
      .selectFrom('departures')
      .select('id')
      .where(
        'id',
        'in',
        held.map(({ departure_id }) => departure_id),
      )
      .orderBy('local_date')
      .orderBy('local_time')
      .execute()
    for (const { id: departureId } of departures) {
      const places = held.reduce((sum, each) => sum + (each.departure_id === departureId ? each.held : 0), 0)
      await freePlaces(trx, { departureId, places, booking: null }, now)
    }
  }
  return deleted.map(({ id }) => id)
}

/** Deletes the entries of departures that are over. */
export async function purgeWaiting({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = addDays(dateIn('UTC', clock()), -keptDays.waiting_entries)
  const isOld = sql<boolean>`held = 0 and departure_id in (select id from departures where local_date < ${before})`
  await deleteOld({ db }, { table: 'waiting_entries', isOld })
}
