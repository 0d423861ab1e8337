import { isStaffRole } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { HistoryName } from './rules/timeline.ts'
import './tables.server.ts'

/** The name is stored with the entry, so that it outlives the account. */
export interface Actor {
  readonly kind: 'customer' | 'admin' | 'system' | 'provider'
  readonly id: string | null
  readonly name: string | null
  /** The address that a signed-in customer has verified. */
  readonly verifiedEmail?: string | null
}
export const systemActor: Actor = { kind: 'system', id: null, name: null }
export const actorOf = (caller: Caller): Actor =>
  isStaffRole(caller.role)
    ? { kind: 'admin', id: caller.userId, name: caller.name }
    : {
        kind: 'customer',
        id: caller.userId,
        name: null,
        verifiedEmail: caller.isEmailVerified ? (caller.email?.toLowerCase() ?? null) : null,
      }

export interface HistoryEvent {
  readonly event: HistoryName
  readonly actor: Actor
  /** For the back office only; customers see just the event. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Appends to the history, in the transaction of the change (D99). Entries are never changed. */
export const writeHistory = (trx: Trx, bookingId: string, entry: HistoryEvent, now: Date): Promise<void> =>
  writeEntries(trx, { bookingId, entries: [entry] }, now)

/** Several entries of one booking, at least one. One statement. */
export const writeEntries = (
  trx: Trx,
  { bookingId, entries }: { readonly bookingId: string; readonly entries: readonly HistoryEvent[] },
  now: Date,
): Promise<void> =>
  insertEntries(
    trx,
    entries.map((entry) => rowOf(bookingId, entry, now)),
  )

/** The same entry for several bookings, at least one. One statement. */
export const writeHistories = (
  trx: Trx,
  { bookingIds, ...entry }: HistoryEvent & { readonly bookingIds: readonly string[] },
  now: Date,
): Promise<void> =>
  insertEntries(
    trx,
    bookingIds.map((id) => rowOf(id, entry, now)),
  )

const rowOf = (bookingId: string, { event, actor, data }: HistoryEvent, at: Date) => ({
  booking_id: bookingId,
  event,
  actor: actor.kind,
  actor_id: actor.id,
  data: JSON.stringify({ ...data, ...(actor.name && { actorName: actor.name }) }),
  at,
})

async function insertEntries(trx: Trx, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await trx.insertInto('booking_history').values(rows).execute()
}

export interface HistoryEntry {
  readonly event: string
  readonly actor: string
  readonly actorName: string | null
  readonly data: Record<string, unknown>
  readonly at: Date
}
export async function readHistory(q: Queryable, bookingId: string): Promise<HistoryEntry[]> {
  const rows = await q
    .selectFrom('booking_history')
    .select(['event', 'actor', 'data', 'at'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
  return rows.map(({ event, actor, data: { actorName, ...data }, at }) => ({
    event,
    actor,
    actorName: typeof actorName === 'string' ? actorName : null,
    data,
    at,
  }))
}

/** How often customers have moved the booking. One statement. */
export async function countMoves(q: Queryable, bookingId: string): Promise<number> {
  const { moves } = await q
    .selectFrom('booking_history')
    .select(({ fn }) => fn.countAll<number>().as('moves'))
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'booking-moved')
    .where('actor', '=', 'customer')
    .executeTakeFirstOrThrow()
  return Number(moves)
}
/** The same for a loaded history. */
export const movesIn = (history: readonly HistoryEntry[]): number =>
  history.filter(({ event, actor }) => event === 'booking-moved' && actor === 'customer').length
