import { addHours } from '../../../kernel/dates.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { issueToken, readToken } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { eraseFile, type FilesDeps, receiveUpload, recordFile } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { Actor } from '../history.server.ts'
import { readTravellerNames } from '../queries/paperwork.server.ts'
import type { GivenForBooking } from '../rules/paperwork.ts'
import type { BookingRecord } from '../tables.server.ts'
import { attachDocument } from './attach-document.server.ts'
import { updateCaseStage } from './store-document.server.ts'

/** How long a form that was left is worth coming back to; then what was sent with it is erased. */
export const stagedHours = 48
const purpose = 'staged-document'

export interface StagedDocument {
  /** Signed; whoever holds it can book with the file or remove it, and nobody can read it. */
  readonly upload: string
  readonly name: string
  readonly expires_at: string
}

/**
 * Takes a document in before there is a booking, so that an application is complete when it is booked (C087). Refuses
 * 'file/...', 'limit/too-many'.
 */
export async function stageDocument(
  deps: BookingDeps & FilesDeps,
  caller: Caller,
  upload: { readonly originalName: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<StagedDocument> {
  const { uploads_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'document-address', hits, seconds: 600 }, caller.address)
  const staged = await receiveUpload(deps, {
    ...upload,
    purpose: 'booking_document',
    allowGif: false,
    uploadedBy: mayEnter(caller.role, 'bookings') ? caller.name : 'customer',
  })
  const now = deps.clock()
  const expiresAt = addHours(now, stagedHours)
  const { id } = await deps.db.transaction().execute(async (trx) => {
    const file = await recordFile(trx, deps, staged)
    await trx
      .insertInto('staged_documents')
      .values({ file_id: file.id, expires_at: expiresAt, created_at: now })
      .execute()
    return file
  })
  return {
    upload: issueToken(deps.keys, purpose, id, expiresAt),
    name: upload.originalName,
    expires_at: expiresAt.toISOString(),
  }
}

const fileOf = (deps: Pick<Core, 'keys' | 'clock'>, upload: string): string | null =>
  readToken(deps.keys, purpose, upload, deps.clock())

/** Erases a staged document; one that is booked with meanwhile, gone or never was is left as it is. */
export async function dropStagedDocument(deps: FilesDeps, upload: string): Promise<void> {
  const fileId = fileOf(deps, upload)
  if (fileId === null) return
  const dropped = await deps.db
    .deleteFrom('staged_documents')
    .where('file_id', '=', fileId)
    .returning('file_id')
    .executeTakeFirst()
  if (dropped) await eraseFile(deps, dropped.file_id)
}

/**
 * The staged documents become the booking's, each once. `booking` and its travellers are new in this transaction.
 * Refuses 'booking/invalid' for a document that is no longer there.
 */
export async function takeStagedDocuments(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  documents: readonly GivenForBooking[],
  actor: Actor,
): Promise<void> {
  if (documents.length === 0) return
  const travellers = await readTravellerNames(trx, booking.id)
  const gone: FieldError[] = []
  for (const [place, { name, traveller, upload }] of documents.entries()) {
    const fileId = fileOf(deps, upload)
    const taken =
      fileId === null
        ? undefined
        : await trx.deleteFrom('staged_documents').where('file_id', '=', fileId).returning('file_id').executeTakeFirst()
    if (!taken) {
      gone.push({ path: `documents.${place}.upload`, message: 'Please upload this document again' })
      continue
    }
    const travelerId = traveller === null ? null : (travellers[traveller]?.id ?? null)
    await attachDocument(trx, deps, booking, { name, travelerId, fileId: taken.file_id }, actor)
  }
  if (gone.length > 0) throw new Refusal('booking/invalid', {}, gone)
  await updateCaseStage(trx, deps, booking)
}

/** Erases what nobody booked with in time. Returns how many went. */
export async function sweepStagedDocuments(deps: FilesDeps): Promise<number> {
  const late = await deps.db
    .deleteFrom('staged_documents')
    .where('expires_at', '<=', deps.clock())
    .returning('file_id')
    .execute()
  for (const { file_id } of late) await eraseFile(deps, file_id)
  return late.length
}
