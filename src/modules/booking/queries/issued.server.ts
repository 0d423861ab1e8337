import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { IssuedPaper } from '../../../services/kind.ts'
import { issueFileLink } from '../../files/index.server.ts'
import type { PapersAccess } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { deliveredOf } from '../rules/issued.ts'
import type { BookingRecord } from '../tables.server.ts'
import type { BookingView } from '../view-contract.ts'

type Applied = Pick<BookingRecord, 'id' | 'service_type'>
/** What the booking's kind gives out in the end; undefined for most kinds. */
export const issuedPaperOf = (deps: BookingDeps, booking: Applied): IssuedPaper | undefined =>
  deps.kinds.find(booking.service_type)?.issues

/** What a link to an issued document names. */
export const issuedSubject = (issuedId: string): string => `issued:${issuedId}`

/** Every version whose file is still there, oldest first. */
export async function readIssued(q: Queryable, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return []
  const rows = await q
    .selectFrom('issued_documents')
    .innerJoin('files', 'files.id', 'issued_documents.file_id')
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
      'files.content_type',
      'booking_travelers.first_name',
      'booking_travelers.last_name',
      'booking_travelers.position',
    ])
    .where('issued_documents.booking_id', 'in', bookingIds)
    .where('files.erased_at', 'is', null)
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
 * What these bookings' customers may download, by booking, with links for this viewer. No statement where no kind among
 * them gives anything out, else one.
 */
export async function readDelivered(
  deps: BookingDeps,
  bookings: readonly Applied[],
  viewer: Caller,
): Promise<ReadonlyMap<string, BookingView['issued_documents']>> {
  const papers = new Map(bookings.map((booking) => [booking.id, issuedPaperOf(deps, booking)]))
  const issuing = bookings.flatMap(({ id }) => (papers.get(id) ? [id] : []))
  const rows = await readIssued(deps.db, issuing)
  return new Map(
    issuing.map((id) => {
      const given = deliveredOf(rows.filter((row) => row.booking_id === id))
      return [id, given.map((row) => viewIssued(deps, row, papers.get(id)?.label ?? '', viewer))]
    }),
  )
}

/**
 * As readDelivered, for the papers of one booking: who came by a traveller's link, of whom `only` says the position, is
 * given what is that traveller's own and neither that of the others nor that of the booking as a whole.
 */
export async function readDeliveredPapers(
  deps: BookingDeps,
  { booking, only }: PapersAccess,
  viewer: Caller,
): Promise<BookingView['issued_documents']> {
  const paper = issuedPaperOf(deps, booking)
  if (!paper) return []
  const given = deliveredOf(await readIssued(deps.db, [booking.id]))
  const shown = given.filter(({ position }) => only === null || position === only)
  return shown.map((row) => viewIssued(deps, row, paper.label, viewer))
}

function viewIssued(
  deps: BookingDeps,
  row: IssuedRow,
  label: string,
  viewer: Caller,
): BookingView['issued_documents'][number] {
  const link = issueFileLink(deps, issuedSubject(row.id), viewer)
  return {
    id: row.id,
    label,
    traveller: row.traveller,
    delivered_at: (row.delivered_at ?? row.created_at).toISOString(),
    href: `/api/issued-documents/${row.id}?${new URLSearchParams({ link })}`,
  }
}
