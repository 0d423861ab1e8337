import type { Text } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { type FilesDeps, hasContent, receiveUpload, recordFile } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { type DocumentsAccess, findVisibleDocuments, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { issuedDocumentOf, readIssued } from '../queries/issued.server.ts'
import {
  type Paperwork,
  readNewestDocuments,
  readPaperwork,
  readTravellerNames,
  requirementsOf,
} from '../queries/paperwork.server.ts'
import { caseStageOf, openDocuments } from '../rules/documents.ts'
import { isAllDelivered } from '../rules/issued.ts'
import { isOpenForDocuments } from '../rules/states.ts'
import { peopleIn } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { attachDocument } from './attach-document.server.ts'

export interface DocumentUpload {
  readonly bookingId: string
  readonly token: string | undefined
  /** The name of a requirement of the kind. */
  readonly name: string
  readonly travelerId: string | null
  readonly originalName: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores a document of a booking as its newest version: JPG, PNG or PDF, judged by content (C149). Open to the owner,
 * staff, and holders of the booking's or a traveller's link. Refuses 'booking/not-found', 'booking/closed',
 * 'booking/invalid' for a document that is not required, 'file/...', 'limit/too-many'.
 */
export async function storeDocument(
  deps: BookingDeps & FilesDeps,
  caller: Caller,
  upload: DocumentUpload,
): Promise<Paperwork> {
  const access = await findVisibleDocuments(deps, caller, upload)
  await limitUploads(deps, caller, access.booking.id)
  requireOpen(access.booking)
  await requireOwn(deps, access, upload.travelerId)
  await placeDocument({ deps, caller }, access.booking, { upload })
  return readPaperwork(deps, await findVisibleDocuments(deps, caller, upload), caller)
}

export interface Placing {
  readonly upload: Omit<DocumentUpload, 'token' | 'bookingId'>
  /** Sending the newest version again changes nothing, unless it was requested again. */
  readonly skipsSame?: boolean
  /** Runs in the same transaction, with the booking locked: also when the same file was there already. */
  readonly onPlaced?: (trx: Trx, booking: BookingRecord, documentId: string) => Promise<void>
}

/** Does the work of storeDocument for a caller who may. Uploads by staff are audited. */
export async function placeDocument(
  { deps, caller }: { readonly deps: BookingDeps & FilesDeps; readonly caller: Caller },
  booking: BookingRecord,
  { upload, skipsSame = false, onPlaced }: Placing,
): Promise<void> {
  await requireAsked(deps, booking, upload)
  const isAdmin = mayEnter(caller.role, 'bookings')
  const staged = await receiveUpload(deps, {
    bytes: upload.bytes,
    originalName: upload.originalName,
    purpose: 'booking_document',
    allowGif: false,
    uploadedBy: isAdmin ? caller.name : 'customer',
    visitor: isAdmin ? null : caller.address,
  })
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, booking.id)
    requireOpen(locked)
    const { name, travelerId } = upload
    const before = await findNewest(trx, booking.id, { name, travelerId })
    const isRepeated =
      skipsSame && before && before.review !== 'asked_again' && (await hasContent(trx, before.file_id, staged))
    if (isRepeated) return onPlaced?.(trx, locked, before.id)
    const { id: fileId } = await recordFile(trx, deps, staged)
    const placed = await attachDocument(trx, deps, locked, { name, travelerId, fileId }, actorOf(caller))
    if (isAdmin) await auditUpload({ trx, deps, caller }, locked, { ...placed, name, travelerId, before })
    await updateCaseStage(trx, deps, locked)
    await onPlaced?.(trx, locked, placed.id)
  })
}

type Place = { readonly name: string; readonly travelerId: string | null }
type Version = { readonly id: string; readonly version: number }

const findNewest = (trx: Trx, bookingId: string, { name, travelerId }: Place) =>
  trx
    .selectFrom('booking_documents')
    .select(['id', 'version', 'review', 'file_id'])
    .where('booking_id', '=', bookingId)
    .where('name', '=', name)
    .where('traveler_id', 'is not distinct from', travelerId)
    .orderBy('version', 'desc')
    .executeTakeFirst()

async function auditUpload(
  { trx, deps, caller }: { readonly trx: Trx; readonly deps: BookingDeps; readonly caller: Caller },
  booking: BookingRecord,
  { id, version, name, travelerId, before }: Version & Place & { readonly before: Version | undefined },
): Promise<void> {
  const entry = {
    action: 'booking.document-uploaded',
    subjectType: 'booking',
    subjectId: booking.id,
    before: before ? { documentId: before.id, version: before.version } : null,
    after: { documentId: id, version, name, ...(travelerId && { travelerId }) },
  }
  await writeAudit(trx, caller, entry, deps.clock())
}

export function requireOpen(booking: BookingRecord): void {
  if (!isOpenForDocuments(booking.booking_status)) throw new Refusal('booking/closed')
}

/** A traveller's link accepts only that traveller's documents. */
async function requireOwn(deps: BookingDeps, { booking, only }: DocumentsAccess, travelerId: string | null) {
  if (only === null) return
  const travellers = await readTravellerNames(deps.db, booking.id)
  if (travelerId === null || travellers.find(({ id }) => id === travelerId)?.position !== only)
    throw new Refusal('booking/not-found')
}

/** Limits uploads per booking and per address (C224, D180). */
export async function limitUploads(deps: BookingDeps, caller: Caller, bookingId: string): Promise<void> {
  const { uploads_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'document-booking', hits, seconds: 600 }, bookingId)
  await countHit(deps, { name: 'document-address', hits, seconds: 600 }, caller.address)
}

async function requireAsked(deps: BookingDeps, booking: BookingRecord, upload: Place): Promise<void> {
  const service = await getService(deps.db, deps, booking.service_id)
  const requirement = requirementsOf(deps, booking, service).find(({ name }) => name === upload.name)
  if (!requirement) throw invalid('name', text('errors.documentNotRequired'))
  if (requirement.perTraveller !== (upload.travelerId !== null))
    throw invalid(
      'traveler_id',
      requirement.perTraveller ? text('errors.chooseTraveller') : text('errors.wholeBooking'),
    )
}
const invalid = (path: string, message: Text) => new Refusal('booking/invalid', {}, [{ path, message }])

/** Derives the case stage from the documents (D91). `booking` must be locked in this transaction. */
export async function updateCaseStage(trx: Trx, deps: BookingDeps, booking: BookingRecord): Promise<void> {
  const service = await getService(trx, deps, booking.service_id)
  const requirements = requirementsOf(deps, booking, service)
  const travellers = await readTravellerNames(trx, booking.id)
  const newest = await readNewestDocuments(trx, booking.id)
  const ids = travellers.map(({ id }) => id)
  const people = peopleIn(booking)
  const issuing = issuedDocumentOf(deps, booking)
  const issued = issuing ? await readIssued(trx, [booking.id]) : []
  // Those of travellers who were removed have a position below 0.
  const ofTravelling = issued.filter(({ position }) => position === null || position >= 0)
  const isDelivered = isAllDelivered(issuing, people, ofTravelling)
  const stage = caseStageOf(requirements, openDocuments(requirements, ids, people, newest), isDelivered)
  await trx
    .updateTable('bookings')
    .set({ case_stage: stage, updated_at: deps.clock(), version: booking.version + 1 })
    .where('id', '=', booking.id)
    .execute()
}
