import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { type FilesDeps, readableFiles, receiveUpload, recordFile } from '../../files/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, type HistoryEvent, writeHistory } from '../history.server.ts'
import { issuedDocumentOf } from '../queries/issued.server.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { requireTraveller } from './attach-document.server.ts'
import { updateCaseStage } from './store-document.server.ts'
import '../events.ts'
import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'

type Deps = BookingDeps & FilesDeps
export interface IssuedUpload {
  readonly bookingId: string
  /** Null for a document of the whole booking. */
  readonly travelerId: string | null
  readonly originalName: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores an issued document, such as a visa, as the newest version. The customer sees it after its delivery. Refuses
 * 'booking/not-found', 'booking/closed' for a cancelled booking, 'booking/invalid' where the kind issues nothing for
 * that traveller, 'file/...'.
 */
export async function storeIssuedDocument(deps: Deps, caller: Caller, upload: IssuedUpload): Promise<AdminBookingView> {
  const { bookingId, travelerId, bytes, originalName } = upload
  // Checked before the file is read, and again under the lock.
  const known = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  requireIssuing(deps, known, travelerId)
  const staged = await receiveUpload(deps, {
    bytes,
    originalName,
    purpose: 'issued_document',
    allowGif: false,
    uploadedBy: caller.name,
    visitor: null,
  })
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    requireIssuing(deps, booking, travelerId)
    if (travelerId !== null) await requireTraveller(trx, bookingId, travelerId)
    const now = deps.clock()
    const { id: fileId } = await recordFile(trx, deps, staged)
    const version = (await newestVersion(trx, bookingId, travelerId)) + 1
    const id = newId(now)
    await trx
      .insertInto('issued_documents')
      .values({
        ...{ id, booking_id: bookingId, traveler_id: travelerId, version, file_id: fileId },
        ...{ issued_by: caller.name, created_at: now },
      })
      .execute()
    await note(trx, caller, bookingId, 'document-issued', { version, travelerId }, now)
  })
  return readAdminBooking(deps, bookingId)
}

/**
 * Shows an issued document to the customer and announces it by mail. Repeating it is safe. Refuses
 * 'booking/not-found', 'booking/closed', 'booking/document-not-found', 'booking/document-replaced' if a newer version
 * exists.
 */
export async function deliverDocument(
  deps: BookingDeps,
  caller: Caller,
  { bookingId, issuedId }: { readonly bookingId: string; readonly issuedId: string },
): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const issued = await trx
      .selectFrom('issued_documents')
      .innerJoin(readableFiles, 'readable_files.id', 'issued_documents.file_id')
      .select(['traveler_id as travelerId', 'version', 'delivered_at'])
      .where('issued_documents.id', '=', issuedId)
      .where('booking_id', '=', bookingId)
      .executeTakeFirst()
    if (!issued) throw new Refusal('booking/document-not-found')
    const { travelerId, version } = issued
    requireIssuing(deps, booking, travelerId)
    if ((await newestVersion(trx, bookingId, travelerId)) !== version) throw new Refusal('booking/document-replaced')
    if (issued.delivered_at !== null) return
    const now = deps.clock()
    await trx
      .updateTable('issued_documents')
      .set({ delivered_at: now, delivered_by: caller.name })
      .where('id', '=', issuedId)
      .execute()
    await updateCaseStage(trx, deps, booking)
    await note(trx, caller, bookingId, 'document-delivered', { version, travelerId }, now)
    await emitEvent(trx, 'booking.document-delivered', { bookingId, issuedId }, now)
  })
  return readAdminBooking(deps, bookingId)
}

function requireIssuing(
  deps: BookingDeps,
  booking: BookingRecord | undefined,
  travelerId: string | null,
): asserts booking is BookingRecord {
  if (!booking) throw new Refusal('booking/not-found')
  const issuing = issuedDocumentOf(deps, booking)
  const refuse = (message: Text) => new Refusal('booking/invalid', {}, [{ path: 'traveler_id', message }])
  if (!issuing) throw refuse(text('errors.nothingIssued'))
  if (issuing.perTraveller !== (travelerId !== null))
    throw refuse(issuing.perTraveller ? text('errors.chooseTraveller') : text('errors.wholeBooking'))
  if (booking.booking_status === 'cancelled') throw new Refusal('booking/closed')
}

async function newestVersion(trx: Trx, bookingId: string, travelerId: string | null): Promise<number> {
  const newest = await trx
    .selectFrom('issued_documents')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('booking_id', '=', bookingId)
    .where('traveler_id', 'is not distinct from', travelerId)
    .executeTakeFirst()
  return newest?.version ?? 0
}

async function note(
  trx: Trx,
  caller: Caller,
  bookingId: string,
  event: HistoryEvent['event'],
  { version, travelerId }: { version: number; travelerId: string | null },
  now: Date,
): Promise<void> {
  const data = { version, ...(travelerId && { travelerId }) }
  await writeHistory(trx, bookingId, { event, actor: actorOf(caller), data }, now)
  const entry = { action: `booking.${event}`, subjectType: 'booking', subjectId: bookingId, after: data }
  await writeAudit(trx, caller, entry, now)
}
