import { forAnswer, type Text } from '../../../kernel/messages.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { IssuedDocument } from '../../../services/kind.ts'
import { issueFileLink, readableFiles } from '../../files/index.server.ts'
import type { DocumentsAccess } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { deliveredOf } from '../rules/issued.ts'
import type { BookingRecord } from '../tables.server.ts'
import type { BookingView } from '../view-contract.ts'

type Applied = Pick<BookingRecord, 'id' | 'service_type'>
/** What the booking's kind issues; undefined for most kinds. */
export const issuedDocumentOf = (deps: BookingDeps, booking: Applied): IssuedDocument | undefined =>
  deps.kinds.find(booking.service_type)?.issues

/** The subject of a link to an issued document. */
export const issuedSubject = (issuedId: string): string => `issued:${issuedId}`

/** All versions that have not been erased, oldest first. */
export async function readIssued(q: Queryable, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return []
  const rows = await q
    .selectFrom('issued_documents')
    .innerJoin(readableFiles, 'readable_files.id', 'issued_documents.file_id')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'issued_documents.traveler_id')
    .select([
      'issued_documents.id',
      'issued_documents.booking_id',
      'issued_documents.traveler_id',
      'issued_documents.version',
      'issued_documents.file_id',
      'issued_documents.issued_by',
      'issued_documents.created_at',
      'issued_documents.delivered_at',
      'issued_documents.delivered_by',
      'readable_files.content_type',
      'booking_travelers.first_name',
      'booking_travelers.last_name',
      'booking_travelers.position',
    ])
    .where('issued_documents.booking_id', 'in', bookingIds)
    .orderBy('booking_travelers.position')
    .orderBy('issued_documents.version')
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    travelerId: row.traveler_id,
    isDelivered: row.delivered_at !== null,
    traveller: first_name === null ? null : `${first_name} ${last_name ?? ''}`.trim(),
  }))
}
export type IssuedRow = Awaited<ReturnType<typeof readIssued>>[number]

/**
 * The delivered documents by booking, with links for this viewer. One statement; none if no kind among the bookings
 * issues documents.
 */
export async function readDelivered(
  deps: BookingDeps,
  bookings: readonly Applied[],
  viewer: Caller,
): Promise<ReadonlyMap<string, BookingView['issued_documents']>> {
  const issuedKinds = new Map(bookings.map((booking) => [booking.id, issuedDocumentOf(deps, booking)]))
  const issuing = bookings.flatMap(({ id }) => (issuedKinds.get(id) ? [id] : []))
  const rows = await readIssued(deps.db, issuing)
  return new Map(
    issuing.map((id) => {
      const delivered = deliveredOf(rows.filter((row) => row.booking_id === id))
      return [id, delivered.map((row) => viewIssued(deps, row, issuedKinds.get(id)?.label ?? '', viewer))]
    }),
  )
}

/** Like readDelivered, for one booking. A traveller's link (`only`) sees that traveller's documents alone. */
export async function readDeliveredTo(
  deps: BookingDeps,
  { booking, only }: DocumentsAccess,
  viewer: Caller,
): Promise<BookingView['issued_documents']> {
  const issuing = issuedDocumentOf(deps, booking)
  if (!issuing) return []
  const delivered = deliveredOf(await readIssued(deps.db, [booking.id]))
  const shown = delivered.filter(({ position }) => only === null || position === only)
  return shown.map((row) => viewIssued(deps, row, issuing.label, viewer))
}

function viewIssued(
  deps: BookingDeps,
  row: IssuedRow,
  label: Text,
  viewer: Caller,
): BookingView['issued_documents'][number] {
  const link = issueFileLink(deps, issuedSubject(row.id), viewer)
  return {
    id: row.id,
    label: forAnswer(label),
    traveller: row.traveller,
    delivered_at: (row.delivered_at ?? row.created_at).toISOString(),
    href: `/api/issued-documents/${row.id}?${new URLSearchParams({ link })}`,
  }
}
