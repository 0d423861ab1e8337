import { Refusal } from '../../../kernel/refusal.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type Actor, writeHistory } from '../history.server.ts'
import type { BookingRecord } from '../tables.server.ts'

export interface NewDocument {
  /** The name of the requirement, e.g. 'passport_first_page' (C152). */
  readonly name: string
  readonly fileId: string
  readonly travelerId: string | null
}

/**
 * Adds a document to a booking as its newest version; earlier versions are kept. `booking` must be locked in this
 * transaction and the file recorded in it. Refuses 'booking/not-found' for a traveller of another booking.
 */
export async function attachDocument(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  document: NewDocument,
  actor: Actor,
): Promise<{ id: string; version: number }> {
  const { name, travelerId, fileId } = document
  if (travelerId !== null) await requireTraveller(trx, booking.id, travelerId)
  const now = deps.clock()
  const latest = await trx
    .selectFrom('booking_documents')
    .select(['version', 'review'])
    .where('booking_id', '=', booking.id)
    .where('name', '=', name)
    .where('traveler_id', 'is not distinct from', travelerId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const version = (latest?.version ?? 0) + 1
  const id = newId(now)
  await trx
    .insertInto('booking_documents')
    .values({ id, booking_id: booking.id, traveler_id: travelerId, name, version, file_id: fileId, created_at: now })
    .execute()
  const data = { name, version, ...(travelerId && { travelerId }) }
  const event = latest?.review === 'asked_again' ? 'document-replaced' : 'document-uploaded'
  await writeHistory(trx, booking.id, { event, actor, data }, now)
  return { id, version }
}

/** Refuses 'booking/not-found' for a traveller of another booking. */
export async function requireTraveller(trx: Trx, bookingId: string, travelerId: string): Promise<void> {
  const traveller = await trx
    .selectFrom('booking_travelers')
    .select('id')
    .where('id', '=', travelerId)
    .where('booking_id', '=', bookingId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!traveller) throw new Refusal('booking/not-found')
}
