import { Refusal } from '../../../kernel/refusal.ts'
import { erasedWord } from '../../../kernel/scrub.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { matchesUpTo } from '../queries/admin-list.server.ts'
import { type BookingFilter, filtersOf } from '../queries/conditions.server.ts'
import { maxSelected } from './limits.ts'

/** Ids with versions, in order. */
export type Versions = Readonly<Record<string, number>>
export const versionsOf = (bookings: readonly { readonly id: string; readonly version: number }[]): Versions =>
  Object.fromEntries(bookings.map(({ id, version }) => [id, version]))

/**
 * All bookings that match a filter, the newest first. One statement besides those of the filter; it stops at one more than
 * can be selected. Refuses 'booking/too-many-selected'.
 */
export async function selectBookings(deps: BookingDeps, filter: BookingFilter): Promise<{ versions: Versions }> {
  const conditions = await filtersOf(deps, filter)
  const rows = await matchesUpTo(deps.db, conditions, maxSelected + 1)
    .select(['id', 'version', 'created_at'])
    .execute()
  if (rows.length > maxSelected) throw new Refusal('booking/too-many-selected', { max: maxSelected })
  const newestFirst = rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
  return { versions: versionsOf(newestFirst) }
}

const columns = [
  'id',
  'version',
  'booking_reference',
  'customer_name',
  'customer_email',
  'booking_status',
  'payment_status',
  'payment_gateway',
  'verification',
  'final_minor',
  'awaits_agency',
] as const

/** The chosen bookings that exist, each once and in the order of the choice. One statement. */
export async function readChosen(q: Queryable, ids: readonly string[]) {
  const rows = await q
    .selectFrom('bookings')
    .select(columns)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
export type ChosenBooking = Awaited<ReturnType<typeof readChosen>>[number]

export const isErased = ({ customer_name: name }: Pick<ChosenBooking, 'customer_name'>): boolean => name === erasedWord
