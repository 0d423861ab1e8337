import { addHours } from '../../../kernel/dates.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { issueToken, readToken } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { countHit, networkOf, siteOf } from '../../../platform/rate-limit.server.ts'
import {
  eraseFile,
  type FilesDeps,
  receiveUpload,
  recordFile,
  removeForgotten,
  type StagedFile,
} from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { Actor } from '../history.server.ts'
import { readTravellerNames } from '../queries/paperwork.server.ts'
import type { StagedDocumentKey } from '../rules/documents.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { attachDocument } from './attach-document.server.ts'
import { makeStagingRoom, type Uploader } from './staging-room.server.ts'
import { updateCaseStage } from './store-document.server.ts'

/** How long customers can come back to an unfinished form; then its uploads are erased. */
export const stagedHours = 48
const purpose = 'staged-document'

export interface StagedDocument {
  /** Signed. Its holder can book with the file or remove it, but not read it. */
  readonly upload: string
  readonly name: string
  readonly expires_at: string
}

/**
 * Stores a document before the booking exists, so that an application is complete when it is booked (C087). Refuses
 * 'file/...', 'limit/too-many'. Its bytes count against the visitor's quota and the total until it is booked or expires.
 */
export async function stageDocument(
  deps: BookingDeps & FilesDeps,
  caller: Caller,
  upload: { readonly originalName: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<StagedDocument> {
  const { uploads_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'document-address', hits, seconds: 600 }, caller.address)
  const isStaff = mayEnter(caller.role, 'bookings')
  const staged = await receiveUpload(deps, {
    ...upload,
    purpose: 'booking_document',
    allowGif: false,
    uploadedBy: isStaff ? caller.name : 'customer',
    visitor: isStaff ? null : caller.address,
  })
  const now = deps.clock()
  const expiresAt = addHours(now, stagedHours)
  const mark = (part: string) => (isStaff ? '' : deps.keys.sign('staged-upload', part))
  const uploader = { network: mark(networkOf(caller.address)), site: mark(siteOf(caller.address)) }
  const id = await recordStaged(deps, staged, { ...uploader, now, expiresAt })
  return {
    upload: issueToken(deps.keys, purpose, id, expiresAt),
    name: staged.originalName,
    expires_at: expiresAt.toISOString(),
  }
}

type Staging = Uploader & { now: Date; expiresAt: Date }

async function recordStaged(deps: FilesDeps, staged: StagedFile, staging: Staging): Promise<string> {
  const { network, site, now, expiresAt } = staging
  const store = async (trx: Trx) => {
    const evicted = await makeStagingRoom(trx, deps, { network, site, size: staged.size })
    const file = await recordFile(trx, deps, staged)
    const from = { uploaded_from: network, uploaded_site: site }
    await trx
      .insertInto('staged_documents')
      .values({ file_id: file.id, size_bytes: staged.size, ...from, expires_at: expiresAt, created_at: now })
      .execute()
    return { id: file.id, evicted }
  }
  try {
    const { id, evicted } = await deps.db.transaction().execute(store)
    await removeForgotten(deps, evicted)
    return id
  } catch (error) {
    // A refused file must not take room until the sweep.
    await removeForgotten(deps, [staged.storageKey])
    throw error
  }
}

const fileOf = (deps: Pick<Core, 'keys' | 'clock'>, upload: string): string | null =>
  readToken(deps.keys, purpose, upload, deps.clock())

/** Erases a staged document. Does nothing if it was booked or erased before. */
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
 * Attaches staged documents to a booking that was created in this transaction; each can be used once. Refuses
 * 'booking/invalid' for a document that is gone.
 */
export async function takeStagedDocuments(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  documents: readonly StagedDocumentKey[],
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
      gone.push({ path: `documents.${place}.upload`, message: text('errors.uploadAgain') })
      continue
    }
    const travelerId = traveller === null ? null : (travellers[traveller]?.id ?? null)
    await attachDocument(trx, deps, booking, { name, travelerId, fileId: taken.file_id }, actor)
  }
  if (gone.length > 0) throw new Refusal('booking/invalid', {}, gone)
  await updateCaseStage(trx, deps, booking)
}

/** Erases staged documents that were never booked. Returns how many. */
export async function sweepStagedDocuments(deps: FilesDeps): Promise<number> {
  const late = await deps.db
    .deleteFrom('staged_documents')
    .where('expires_at', '<=', deps.clock())
    .returning('file_id')
    .execute()
  for (const { file_id } of late) await eraseFile(deps, file_id)
  return late.length
}
