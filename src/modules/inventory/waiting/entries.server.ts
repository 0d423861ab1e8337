/** Reading, locking and changing entries. Lock order: entries by their turn, item, departure. */
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { WaitingEntry } from '../tables.server.ts'
import '../tables.server.ts'

export const openStates = ['waiting', 'offered'] as const

/** Locked until the transaction ends; null if it is gone. One statement. */
export const lockEntry = async (trx: Trx, id: string): Promise<WaitingEntry | null> =>
  (await trx.selectFrom('waiting_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Who waits for a departure, by turn, locked. One statement. */
export const lockQueue = (trx: Trx, departureId: string): Promise<WaitingEntry[]> =>
  trx
    .selectFrom('waiting_entries')
    .selectAll()
    .where('departure_id', '=', departureId)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

type Changed = Partial<Pick<WaitingEntry, 'state' | 'held' | 'offers' | 'offered_until' | 'booking_id'>>
export const changeEntry = (trx: Trx, id: string, { now, ...change }: Changed & { readonly now: Date }) =>
  trx
    .updateTable('waiting_entries')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Those who wait were asked: what is left is on general sale again. The caller has locked the departure. One statement.
 */
export async function markAsked(trx: Trx, departureId: string): Promise<void> {
  await trx
    .updateTable('departures')
    .set({
      offers_due: false,
      has_waiting: sql<boolean>`exists (select from waiting_entries
        where departure_id = ${departureId} and state = 'waiting')`,
    })
    .where('id', '=', departureId)
    .execute()
}

/** An entry with the start of its departure. One statement. */
export const findEntry = (q: Queryable, id: string) =>
  q
    .selectFrom('waiting_entries')
    .innerJoin('departures', 'departures.id', 'waiting_entries.departure_id')
    .selectAll('waiting_entries')
    .select(['departures.service_id', 'departures.local_date as date', 'departures.local_time as time'])
    .where('waiting_entries.id', '=', id)
    .executeTakeFirst()
