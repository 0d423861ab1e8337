import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { readableFiles } from '../../files/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { requirementsOf } from '../queries/paperwork.server.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { requireOpen, updateCaseStage } from './store-document.server.ts'
import { wasSubmitted } from './submit-case.server.ts'
import '../events.ts'
import { text } from '../text.ts'

type Which = { readonly bookingId: string; readonly documentId: string }

/**
 * Accepts a document. Repeating it is safe. Refuses 'booking/not-found', 'booking/closed',
 * 'booking/document-not-found', 'booking/document-replaced'.
 */
export const acceptDocument = (deps: BookingDeps, caller: Caller, which: Which): Promise<AdminBookingView> =>
  review(deps, caller, which, null)

/**
 * Asks the customer for a new version, with a reason; until then the document counts as missing. Refuses like
 * acceptDocument, and 'booking/reason-required', 'booking/document-asked', 'booking/invalid' for a document that is
 * no longer required.
 */
export async function askForDocument(
  deps: BookingDeps,
  caller: Caller,
  { reason, ...which }: Which & { readonly reason: string },
): Promise<AdminBookingView> {
  const words = reason.trim()
  if (!words) throw new Refusal('booking/reason-required', {}, [{ path: 'reason', message: text('errors.reason') }])
  return review(deps, caller, which, words)
}

/**
 * Takes an acceptance back: the document waits to be checked again. Repeating it is safe. Refuses like acceptDocument, and
 * 'booking/document-asked' once a new version was requested, 'booking/already-submitted' once the application was.
 */
export async function undoAcceptance(
  deps: BookingDeps,
  caller: Caller,
  { bookingId, documentId }: Which,
): Promise<Pick<Which, 'documentId'>> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    requireOpen(booking)
    const { name, version, traveler_id: travelerId, review: before } = await newestDocument(trx, bookingId, documentId)
    if (before === null) return
    if (before !== 'accepted') throw new Refusal('booking/document-asked')
    if (await wasSubmitted(trx, bookingId)) throw new Refusal('booking/already-submitted')
    const now = deps.clock()
    await trx
      .updateTable('booking_documents')
      .set({ review: null, reviewed_at: null, reviewed_by: null })
      .where('id', '=', documentId)
      .execute()
    await updateCaseStage(trx, deps, booking)
    const event = 'document-acceptance-undone'
    const data = { name, version, ...(travelerId && { travelerId }) }
    await writeHistory(trx, bookingId, { event, actor: actorOf(caller), data }, now)
    const entry = { action: `booking.${event}`, subjectType: 'booking', subjectId: bookingId }
    const after = { ...data, documentId, review: null }
    await writeAudit(trx, caller, { ...entry, before: { documentId, review: before }, after }, now)
  })
  return { documentId }
}

/** `reason`: why a new version is needed; null accepts the document. */
async function review(
  deps: BookingDeps,
  caller: Caller,
  { bookingId, documentId }: Which,
  reason: string | null,
): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    requireOpen(booking)
    const document = await newestDocument(trx, bookingId, documentId)
    await decide({ trx, deps, caller }, booking, { ...document, id: documentId, reason })
  })
  return readAdminBooking(deps, bookingId)
}

type Work = { readonly trx: Trx; readonly deps: BookingDeps; readonly caller: Caller }
type Reviewed = Awaited<ReturnType<typeof newestDocument>> & { readonly id: string; readonly reason: string | null }

async function decide({ trx, deps, caller }: Work, booking: BookingRecord, document: Reviewed): Promise<void> {
  const { id: documentId, reason } = document
  const verdict = reason === null ? 'accepted' : 'asked_again'
  if (document.review === verdict && reason === null) return
  if (document.review === verdict) throw new Refusal('booking/document-asked')
  const service = await getService(trx, deps, booking.service_id)
  if (reason !== null && !requirementsOf(deps, booking, service).some(({ name }) => name === document.name))
    throw new Refusal('booking/invalid', {}, [{ path: 'name', message: text('errors.documentNotRequired') }])
  const now = deps.clock()
  await trx
    .updateTable('booking_documents')
    .set({ review: verdict, review_reason: reason, reviewed_at: now, reviewed_by: caller.name })
    .where('id', '=', documentId)
    .execute()
  await updateCaseStage(trx, deps, booking)
  const { name, version, traveler_id: travelerId } = document
  const event = reason === null ? 'document-accepted' : 'document-asked'
  const data = { name, version, ...(travelerId && { travelerId }), ...(reason !== null && { reason }) }
  await writeHistory(trx, booking.id, { event, actor: actorOf(caller), data }, now)
  const entry = { action: `booking.${event}`, subjectType: 'booking', subjectId: booking.id }
  const before = { documentId, review: document.review }
  await writeAudit(trx, caller, { ...entry, before, after: { ...data, documentId, review: verdict } }, now)
  if (reason !== null) await emitEvent(trx, 'booking.document-asked', { bookingId: booking.id, documentId }, now)
}

/** Accepts the newest version within a transaction that has locked the booking. Repeating it is safe. */
export async function acceptInside(work: Work, booking: BookingRecord, documentId: string): Promise<void> {
  const document = await newestDocument(work.trx, booking.id, documentId)
  await decide(work, booking, { ...document, id: documentId, reason: null })
}

/** Refuses erased and replaced documents, and those of travellers who were removed. */
async function newestDocument(trx: Trx, bookingId: string, documentId: string) {
  const document = await trx
    .selectFrom('booking_documents')
    .innerJoin(readableFiles, 'readable_files.id', 'booking_documents.file_id')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'booking_documents.traveler_id')
    .select([
      'booking_documents.name',
      'booking_documents.version',
      'booking_documents.traveler_id',
      'booking_documents.review',
    ])
    .where('booking_documents.id', '=', documentId)
    .where('booking_documents.booking_id', '=', bookingId)
    .where('booking_travelers.removed_at', 'is', null)
    .executeTakeFirst()
  if (!document) throw new Refusal('booking/document-not-found')
  const later = await trx
    .selectFrom('booking_documents')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('name', '=', document.name)
    .where('traveler_id', 'is not distinct from', document.traveler_id)
    .where('version', '>', document.version)
    .executeTakeFirst()
  if (later) throw new Refusal('booking/document-replaced')
  return document
}
