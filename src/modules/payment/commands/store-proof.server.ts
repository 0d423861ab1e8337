import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Repeatable } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import {
  actorOf,
  type BookingRecord,
  findVisibleBooking,
  lockBooking,
  recordPayment,
} from '../../booking/index.server.ts'
import { receiveUpload, recordFile } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { bookingFacts, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { findGateway, isUsable, modeOfProvider } from '../gateways.server.ts'
import { isCovered } from '../rules/booking-effect.ts'
import { isProofAddress, mayBeGif } from '../rules/proof.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { applyLocked, type Locked } from './apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from './close-attempt.server.ts'
import { bankTransfer, manualAttempt, withOthersClosed } from './manual-attempt.server.ts'
import '../events.ts'

export type ProofUpload = {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly originalName: string
  /** It is sent from the generic booking flow, which takes GIFs; nothing else does (C218). */
  readonly allowGif: boolean
  /** What the customer says to it, '' for nothing (C183). */
  readonly note?: string
}
export type StoredProof = { readonly proofId: string; readonly version: number }
const tenMinutes = 600

/**
 * Takes a proof of a transfer in, as a further version beside the earlier ones (C223). From the customer it needs the
 * booking's token, its owner's session or an administrator's (C222). Refuses 'booking/not-found', 'file/...',
 * 'payment/not-payable', 'payment/already-decided', 'payment/method-unavailable'.
 */
export async function storeProof(
  deps: PaymentDeps,
  caller: Caller,
  bookingId: string,
  token: string | undefined,
  upload: ProofUpload,
): Promise<StoredProof> {
  const booking = await findVisibleBooking(deps, caller, { bookingId, token })
  await limitUploads(deps, caller, bookingId)
  const now = deps.clock()
  requireOpen(booking, now)
  await requireTransfer(deps, booking)
  const isAdmin = mayEnter(caller.role, 'bookings')
  const uploadedBy = isAdmin ? caller.name : 'customer'
  const allowGif = upload.allowGif && mayBeGif(deps.kinds.find(booking.service_type))
  const { bytes, originalName, note = '' } = upload
  const staged = await receiveUpload(deps, { bytes, originalName, allowGif, purpose: 'payment_proof', uploadedBy })
  const place = async (trx: Trx) => {
    const file = await recordFile(trx, deps, staged)
    return { file_id: file.id, external_url: null }
  }
  return keepProof(deps, caller, bookingId, { place, ...(note !== '' && !isAdmin && { customerNote: note }) })
}

/** Counted by address and by booking (C224, D180). */
async function limitUploads(deps: PaymentDeps, caller: Caller, bookingId: string): Promise<void> {
  const { uploads_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'upload-address', hits, seconds: tenMinutes }, caller.address)
  await countHit(deps, { name: 'upload-booking', hits, seconds: tenMinutes }, bookingId)
}

/** A further version by address: only http and https (A176, A177). */
export async function setProofUrl(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; url: string },
  repeatable: Repeatable | null = null,
): Promise<StoredProof> {
  const url = input.url.trim()
  if (!isProofAddress(url)) {
    const message = 'Please enter an address that starts with http:// or https://'
    throw new Refusal('payment/proof-address', {}, [{ path: 'url', message }])
  }
  const booking = await findVisibleBooking(deps, caller, input)
  requireOpen(booking, deps.clock())
  return keepProof(deps, caller, booking.id, { place: async () => ({ file_id: null, external_url: url }) }, repeatable)
}

function requireOpen(booking: BookingRecord, now: Date): void {
  if (booking.verification !== null) throw new Refusal('payment/already-decided')
  if (booking.booking_status === 'cancelled' || isCovered(bookingFacts(booking, now))) {
    throw new Refusal('payment/not-payable')
  }
}
/** A booking that is paid by transfer already keeps that way even when the method is switched off meanwhile. */
async function requireTransfer(deps: PaymentDeps, booking: BookingRecord): Promise<void> {
  if (booking.payment_gateway === bankTransfer) return
  const gateway = await findGateway(deps, bankTransfer)
  if (!gateway || !isUsable(gateway)) throw new Refusal('payment/method-unavailable', { method: bankTransfer })
}

type Kept = { readonly file_id: string | null; readonly external_url: string | null }
type Brought = { readonly place: (trx: Trx) => Promise<Kept>; readonly customerNote?: string }
async function keepProof(
  deps: PaymentDeps,
  caller: Caller,
  bookingId: string,
  { place, ...said }: Brought,
  repeatable: Repeatable | null = null,
): Promise<StoredProof> {
  // Read before the transaction: it holds one connection, and must never wait for a second one.
  const mode = await modeOfProvider(deps, bankTransfer)
  const keep = async (trx: Trx) => {
    const booking = await lockBooking(trx, bookingId)
    requireOpen(booking, deps.clock())
    const attempt = await manualAttempt(trx, deps, booking, bankTransfer)
    if (!attempt) return null
    const proof = await insertProof(trx, deps, caller, attempt, await place(trx))
    await noteProof(trx, deps, caller, { booking, attempt, mode }, { ...proof, ...said })
    return proof
  }
  return withOthersClosed(deps, bookingId, bankTransfer, closeAttempt, keep, repeatable)
}

async function insertProof(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  attempt: AttemptRecord,
  kept: Kept,
): Promise<StoredProof> {
  const now = deps.clock()
  const { booking_id: bookingId } = attempt
  const last = await trx
    .selectFrom('payment_proofs')
    .select(['version', 'external_url', 'file_id'])
    .where('booking_id', '=', bookingId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const proof = { proofId: newId(now), version: (last?.version ?? 0) + 1 }
  const isAdmin = mayEnter(caller.role, 'bookings')
  await trx
    .insertInto('payment_proofs')
    .values({
      id: proof.proofId,
      booking_id: bookingId,
      attempt_id: attempt.id,
      version: proof.version,
      uploaded_by: isAdmin ? 'admin' : 'customer',
      actor_id: caller.userId,
      created_at: now,
      ...kept,
    })
    .execute()
  await trx
    .updateTable('proof_requests')
    .set({ answered_at: now })
    .where('booking_id', '=', bookingId)
    .where('answered_at', 'is', null)
    .execute()
  if (isAdmin) {
    const before = last ? { version: last.version, url: last.external_url, fileId: last.file_id } : null
    const after = { version: proof.version, url: kept.external_url, fileId: kept.file_id }
    const entry = { action: 'payment.proof-changed', subjectType: 'booking', subjectId: bookingId, before, after }
    await writeAudit(trx, caller, entry, now)
  }
  return proof
}

/** Pending, by bank transfer (C221), and no longer expiring: somebody has to look at the proof first. */
async function noteProof(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  { booking, attempt, mode }: Locked,
  { proofId, version, ...said }: StoredProof & Omit<Brought, 'place'>,
): Promise<void> {
  const snapshot = ownSnapshot(toAttempt(attempt), 'processing', mode)
  await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, { kind: 'check' })
  await recordPayment(
    trx,
    deps,
    booking,
    { paymentStatus: 'pending', gateway: bankTransfer, expiresAt: null, ...said },
    { event: 'proof-uploaded', actor: actorOf(caller), data: { version } },
  )
  await emitEvent(trx, 'payment.proof-uploaded', { bookingId: booking.id, proofId }, deps.clock())
}
