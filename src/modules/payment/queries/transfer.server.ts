import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../../booking/index.server.ts'
import type { TransferFacts } from '../rules/proof.ts'

type Proof = {
  readonly id: string
  readonly version: number
  readonly fileId: string | null
  readonly contentType: string | null
  readonly externalUrl: string | null
  readonly uploadedBy: 'customer' | 'admin'
  readonly at: Date
}
export type Transfer = {
  readonly proofs: readonly Proof[]
  readonly openRequest: { readonly reason: string; readonly at: Date } | null
}

/** Proofs, newest first, and the question that is open. */
export async function readTransfer(q: Queryable, bookingId: string): Promise<Transfer> {
  const [proofs, request] = await Promise.all([
    q
      .selectFrom('payment_proofs as proof')
      .leftJoin('files as file', 'file.id', 'proof.file_id')
      .select([
        'proof.id',
        'proof.version',
        'proof.file_id',
        'file.content_type',
        'proof.external_url',
        'proof.uploaded_by',
        'proof.created_at',
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
    })),
    openRequest: request ? { reason: request.reason, at: request.asked_at } : null,
  }
}

export const transferFacts = (booking: BookingRecord, transfer: Transfer): TransferFacts => ({
  isBankTransfer: booking.payment_gateway === 'bank_transfer',
  verification: booking.verification,
  proofs: transfer.proofs.length,
  openRequest: transfer.openRequest !== null,
  bookingStatus: booking.booking_status,
  paymentStatus: booking.payment_status,
})
