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
  keepPlaces,
  lockBooking,
  recordPayment,
  takePlacesAgain,
} from '../../booking/index.server.ts'
import { receiveUpload, recordFile } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { applyLocked, type Locked } from '../attempts/apply-snapshot.server.ts'
import { ownSnapshot } from '../attempts/close-attempt.server.ts'
import { keepExpiry } from '../attempts/grants.server.ts'
import { manualAttempt, withOtherMethodsClosed } from '../attempts/manual-attempt.server.ts'
import { isCovered } from '../attempts/rules/booking-effect.ts'
import { bookingFacts, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { findGateway, isUsable, modeOfProvider } from '../gateways/store.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { isProofAddress, mayBeGif } from './rules/proof.ts'
import '../events.ts'

export type ProofUpload = {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly originalName: string
  /** Only the generic booking flow accepts GIFs (C218). */
  readonly allowGif: boolean
  /** The customer's note; '' for none (C183). */
  readonly note?: string
}
export type StoredProof = { readonly proofId: string; readonly version: number }
const tenMinutes = 600

/**
 * Stores a proof of a transfer as a new version; earlier ones stay (C223). Allowed with the booking's token, its
 * owner's session or a staff session (C222). Refuses 'booking/not-found', 'file/...', 'payment/not-payable',
 * 'payment/already-decided', 'payment/method-unavailable'.
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
  const visitor = isAdmin ? null : caller.address
  const sent = { bytes, originalName, allowGif, purpose: 'payment_proof', uploadedBy, visitor }
  const staged = await receiveUpload(deps, sent)
  const place = async (trx: Trx) => {
    const file = await recordFile(trx, deps, staged)
    return { file_id: file.id, external_url: null }
  }
  return addProof({ deps, caller }, bookingId, { place, ...(note !== '' && !isAdmin && { customerNote: note }) })
}

/** Counts by IP address and by booking (C224, D180). */
async function limitUploads(deps: PaymentDeps, caller: Caller, bookingId: string): Promise<void> {
  const { uploads_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'upload-address', hits, seconds: tenMinutes }, caller.address)
  await countHit(deps, { name: 'upload-booking', hits, seconds: tenMinutes }, bookingId)
}

/**
 * Stores an https address as a new version of the proof (A176, A177). Refuses 'payment/proof-address' and what
 * storeProof refuses.
 */
export async function setProofUrl(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; url: string },
  repeatable: Repeatable | null = null,
): Promise<StoredProof> {
  const url = input.url.trim()
  if (!isProofAddress(url)) {
    throw new Refusal('payment/proof-address', {}, [{ path: 'url', message: text('transfers.proofAddress') }])
  }
  const booking = await findVisibleBooking(deps, caller, input)
  requireOpen(booking, deps.clock())
  const place = async () => ({ file_id: null, external_url: url })
  return addProof({ deps, caller, repeatable }, booking.id, { place })
}

function requireOpen(booking: BookingRecord, now: Date): void {
  if (booking.verification !== null) throw new Refusal('payment/already-decided')
  if (booking.booking_status === 'cancelled' || isCovered(bookingFacts(booking, now))) {
    throw new Refusal('payment/not-payable')
  }
}
/** A booking that already uses bank transfer keeps it after the method is switched off. */
async function requireTransfer(deps: PaymentDeps, booking: BookingRecord): Promise<void> {
  if (booking.payment_gateway === bankTransfer) return
  const gateway = await findGateway(deps, bankTransfer)
  if (!gateway || !isUsable(gateway)) throw new Refusal('payment/method-unavailable', { method: bankTransfer })
}

type ProofWrite = { readonly deps: PaymentDeps; readonly caller: Caller; readonly repeatable?: Repeatable | null }
type Work = { readonly trx: Trx; readonly deps: PaymentDeps; readonly caller: Caller }
type Placed = { readonly file_id: string | null; readonly external_url: string | null }
type NewProof = { readonly place: (trx: Trx) => Promise<Placed>; readonly customerNote?: string }
async function addProof(
  { deps, caller, repeatable = null }: ProofWrite,
  bookingId: string,
  { place, ...note }: NewProof,
): Promise<StoredProof> {
  // Read before the transaction: a transaction holds one connection and must not wait for a second.
  const mode = await modeOfProvider(deps, bankTransfer)
  const keep = async (trx: Trx) => {
    const locked = await lockBooking(trx, bookingId)
    requireOpen(locked, deps.clock())
    const opened = await manualAttempt({ trx, deps }, locked, bankTransfer)
    if (!opened) return null
    const { booking, attempt } = opened
    const work = { trx, deps, caller }
    const proof = await insertProof(work, attempt, await place(trx))
    await recordProof(work, { booking, attempt, mode }, { ...proof, ...note })
    return proof
  }
  return withOtherMethodsClosed(deps, { bookingId, provider: bankTransfer, repeatable }, keep)
}

async function insertProof({ trx, deps, caller }: Work, attempt: AttemptRecord, placed: Placed): Promise<StoredProof> {
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
      ...placed,
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
    const after = { version: proof.version, url: placed.external_url, fileId: placed.file_id }
    const entry = { action: 'payment.proof-changed', subjectType: 'booking', subjectId: bookingId, before, after }
    await writeAudit(trx, caller, entry, now)
  }
  return proof
}

/**
 * The places are kept while the proof waits, and released ones taken again. The proof counts without them too: money
 * may be on its way.
 */
async function keepPlacesOf({ trx, deps, caller }: Work, bookingId: string): Promise<void> {
  const booking = await lockBooking(trx, bookingId)
  const actor = actorOf(caller)
  if (booking.released_places > 0) await takePlacesAgain({ trx, deps }, booking, { occasion: 'payment', actor })
  else await keepPlaces(trx, booking)
}

/** The payment is pending by bank transfer (C221) and does not expire while staff check the proof. */
async function recordProof(
  { trx, deps, caller }: Work,
  { booking, attempt, mode }: Locked,
  { proofId, version, ...note }: StoredProof & Omit<NewProof, 'place'>,
): Promise<void> {
  const snapshot = ownSnapshot(toAttempt(attempt), 'processing', mode)
  await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, { kind: 'check' })
  await recordPayment(
    trx,
    deps,
    booking,
    { paymentStatus: 'pending', gateway: bankTransfer, expiresAt: null, ...note },
    { event: 'proof-uploaded', actor: actorOf(caller), data: { version } },
  )
  await keepPlacesOf({ trx, deps, caller }, booking.id)
  await keepExpiry(trx, { booking, attempt })
  await emitEvent(trx, 'payment.proof-uploaded', { bookingId: booking.id, proofId }, deps.clock())
}
