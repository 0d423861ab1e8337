import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import './tables.server.ts'

/** A start of a service: that day, at that time or (null) without one. */
export interface Slot {
  readonly serviceId: string
  readonly date: string | null
  readonly time: string | null
}

/** How many people hold a place: all who are not cancelled, paid or not. */
export async function countTaken(q: Queryable, slot: Slot): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(adults_count + children_count + infants_count), 0)::int as taken from bookings
    where service_id = ${slot.serviceId} and booking_status <> 'cancelled'
      and travel_date is not distinct from ${slot.date}::date
      and travel_time is not distinct from ${slot.time}::text`.execute(q)
  return rows[0]?.taken ?? 0
}

/** Parallel bookings of one slot wait for each other here, until the transaction ends. */
export async function lockSlot(trx: Trx, slot: Slot): Promise<void> {
  const key = `slot:${slot.serviceId}:${slot.date ?? ''}:${slot.time ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** Refuses 'booking/slot-full' when fewer places are left than wanted. Never oversold: the slot is locked first (C169). */
export async function takePlaces(
  trx: Trx,
  slot: Slot,
  wanted: number,
  capacity: number,
  lock: typeof lockSlot = lockSlot,
): Promise<void> {
  await lock(trx, slot)
  const left = capacity - (await countTaken(trx, slot))
  if (wanted <= left) return
  throw new Refusal('booking/slot-full', { left: Math.max(left, 0) }, [fullSlot(slot, left)])
}

export const fullSlot = (slot: Slot, left: number) => ({
  path: slot.time === null ? 'travel_date' : 'travel_time',
  message:
    left <= 0
      ? `No places are left at this ${slot.time === null ? 'date' : 'time'}`
      : `Only ${left} ${left === 1 ? 'place is' : 'places are'} left at this ${slot.time === null ? 'date' : 'time'}`,
})
