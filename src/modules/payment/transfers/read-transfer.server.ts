import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../../booking/index.server.ts'
import { fileTypes } from '../../files/index.server.ts'
import { activeStates } from '../attempts/rules/attempt.ts'
import { bankTransfer } from '../manual-methods.ts'
import { canDecide, type TransferFacts } from './rules/proof.ts'

type Proof = {
  readonly id: string
  readonly version: number
  readonly fileId: string | null
  readonly contentType: string | null
  readonly externalUrl: string | null
  readonly uploadedBy: 'customer' | 'admin'
  readonly at: Date
  readonly isWaiting: boolean
}
export type Transfer = {
  readonly proofs: readonly Proof[]
  readonly openRequest: { readonly reason: string; readonly at: Date } | null
}

/** All proofs, newest first, and the open proof request. Two statements. */
export async function readTransfer(q: Queryable, bookingId: string): Promise<Transfer> {
  const [proofs, request] = await Promise.all([
    q
      .selectFrom('payment_proofs as proof')
      .leftJoin(fileTypes(q).as('file'), 'file.id', 'proof.file_id')
      .select([
        'proof.id',
        'proof.version',
        'proof.file_id',
        'file.content_type',
        'proof.external_url',
        'proof.uploaded_by',
        'proof.created_at',
        'proof.settled_at',
      ])
      .where('proof.booking_id', '=', bookingId)
      .orderBy('proof.version', 'desc')
      .execute(),
    q
      .selectFrom('proof_requests')
      .select(['reason', 'asked_at'])
      .where('booking_id', '=', bookingId)
      .where('answered_at', 'is', null)
      .orderBy('asked_at', 'desc')
      .executeTakeFirst(),
  ])
  return {
    proofs: proofs.map((row) => ({
      id: row.id,
      version: row.version,
      fileId: row.file_id,
      contentType: row.content_type,
      externalUrl: row.external_url,
      uploadedBy: row.uploaded_by,
      at: row.created_at,
      isWaiting: row.settled_at === null,
    })),
    openRequest: request ? { reason: request.reason, at: request.asked_at } : null,
  }
}

/** The decision on the transfer confirms or cancels the booking (A165). */
export const isDecidedByTransfer = async (q: Queryable, booking: Transferable): Promise<boolean> =>
  (await findDecidedByTransfer(q, [booking])).has(booking.id)

type Transferable = Pick<BookingRecord, 'id' | 'payment_gateway' | 'verification' | 'booking_status' | 'payment_status'>
/** The ids of the bookings that such a decision confirms or cancels. At most one statement. */
export async function findDecidedByTransfer(
  q: Queryable,
  bookings: readonly Transferable[],
): Promise<ReadonlySet<string>> {
  if (bookings.length === 0) return new Set()
  const ids = bookings.map(({ id }) => id)
  const counts = await q
    .selectFrom('payment_proofs')
    .select('booking_id')
    .select(({ fn }) => fn.countAll<number>().as('proofs'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('settled_at', 'is', null).as('waiting'))
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .groupBy('booking_id')
    .execute()
  const proofsOf = new Map(counts.map(({ booking_id, ...counted }) => [booking_id, counted]))
  const none = { proofs: 0, waiting: 0 }
  const isDecided = (booking: Transferable) => canDecide(factsOf(booking, proofsOf.get(booking.id) ?? none))
  return new Set(bookings.filter(isDecided).map(({ id }) => id))
}

/** What the booking has besides its transfer, which decides what a decision does. */
export type BesideTransfer = 'nothing' | 'other-method' | 'paid'

export async function besideTransfer(q: Queryable, booking: BookingRecord): Promise<BesideTransfer> {
  if (booking.payment_status === 'completed' || booking.payment_status === 'refunded') return 'paid'
  const other = await q
    .selectFrom('payment_attempts')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where('state', 'in', activeStates)
    .where('provider', '<>', bankTransfer)
    .executeTakeFirst()
  return other ? 'other-method' : 'nothing'
}

/** The bookings among these that have a proof waiting for the decision of staff. At most one statement. */
export async function findWaitingProofs(q: Queryable, bookingIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (bookingIds.length === 0) return new Set()
  const waiting = await q
    .selectFrom('payment_proofs')
    .select('booking_id')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val([...bookingIds]))))
    .where('settled_at', 'is', null)
    .execute()
  return new Set(waiting.map(({ booking_id }) => booking_id))
}

/** A proof waits for the decision of staff. */
export async function hasWaitingProof(q: Queryable, bookingId: string): Promise<boolean> {
  const waiting = await q
    .selectFrom('payment_proofs')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Staff have dealt with the proofs so far. */
export async function settleProofs(trx: Trx, bookingId: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_proofs')
    .set({ settled_at: now })
    .where('booking_id', '=', bookingId)
    .where('settled_at', 'is', null)
    .execute()
}

export const transferFacts = (booking: BookingRecord, { proofs, openRequest }: Transfer): TransferFacts => ({
  ...factsOf(booking, { proofs: proofs.length, waiting: proofs.filter(({ isWaiting }) => isWaiting).length }),
  openRequest: openRequest !== null,
})

interface CountedProofs {
  readonly proofs: number
  readonly waiting: number
}
const factsOf = (booking: Transferable, { proofs, waiting }: CountedProofs) => ({
  isBankTransfer: booking.payment_gateway === bankTransfer || proofs > 0,
  verification: booking.verification,
  proofs,
  waitingProofs: waiting,
  bookingStatus: booking.booking_status,
  paymentStatus: booking.payment_status,
})

/** The stored proofs of a booking, for its timeline. One statement. */
export async function findProofFiles(
  q: Queryable,
  bookingId: string,
): Promise<readonly { readonly fileId: string; readonly name: string }[]> {
  const rows = await q
    .selectFrom('payment_proofs')
    .select('file_id')
    .where('booking_id', '=', bookingId)
    .where('file_id', 'is not', null)
    .execute()
  return rows.map(({ file_id }) => ({ fileId: String(file_id), name: 'payment_proof' }))
}
