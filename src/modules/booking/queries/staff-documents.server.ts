import type { Queryable } from '../../../platform/db/database.server.ts'
import { readableFiles } from '../../files/index.server.ts'
import { isOpenForDocuments } from '../rules/states.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'

/** For the back office: all versions whose file has not been erased (D34). One statement. */
export async function readStaffDocuments(q: Queryable, booking: BookingRecord): Promise<AdminBookingView['documents']> {
  const rows = await readRows(q, booking)
  return rows.map((row) => viewDocument(row, rows, booking))
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
const readRows = (q: Queryable, { id }: BookingRecord) =>
  q
    .selectFrom('booking_documents')
    .innerJoin(readableFiles, 'readable_files.id', 'booking_documents.file_id')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'booking_documents.traveler_id')
    .select([
      'booking_documents.id',
      'booking_documents.name',
      'booking_documents.version',
      'booking_documents.file_id',
      'booking_documents.traveler_id',
      'booking_documents.review',
      'booking_documents.review_reason',
      'booking_documents.reviewed_by',
      'booking_documents.reviewed_at',
      'readable_files.content_type',
      'booking_travelers.removed_at',
    ])
    .where('booking_documents.booking_id', '=', id)
    .orderBy('booking_documents.name')
    .orderBy('booking_documents.version')
    .orderBy('booking_documents.id')
    .execute()

function viewDocument(row: Row, rows: readonly Row[], booking: BookingRecord): AdminBookingView['documents'][number] {
  const versions = rows.filter(({ name, traveler_id }) => name === row.name && traveler_id === row.traveler_id)
  const isNewest = !versions.some(({ version }) => version > row.version)
  const before = versions.find(({ version }) => version === row.version - 1)
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    travelerId: row.traveler_id,
    fileId: row.file_id,
    contentType: row.content_type,
    review: row.review,
    reviewReason: row.review_reason,
    reviewedBy: row.reviewed_by,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    isNewest,
    isReplacement: before?.review === 'asked_again',
    canReview: isNewest && row.removed_at === null && isOpenForDocuments(booking.booking_status),
  }
}
