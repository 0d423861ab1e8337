import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { readableFiles } from '../../files/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { UncheckedDocument } from '../document-queue-contract.ts'
import '../tables.server.ts'

const maxCounted = 1_000
const booking = expressionBuilder<Tables, 'bookings'>()
/** Written with literals: only so can the partial index of migration 0087 serve it. */
const isOpenCase: Expression<SqlBool> = booking.and([
  booking('case_stage', 'in', [sql.lit('waiting_for_documents'), sql.lit('documents_received')]),
  booking.or([
    booking('booking_status', '=', sql.lit('confirmed')),
    booking.and([
      booking('booking_status', '=', sql.lit('pending')),
      booking('payment_status', '=', sql.lit('completed')),
    ]),
  ]),
])

/**
 * Newest versions that nobody has checked, of sold cases that are open. None of travellers who were removed. A part of a
 * statement.
 */
export const uncheckedDocuments = (q: Pick<Queryable, 'selectFrom'>) =>
  q
    .selectFrom('bookings')
    .innerJoin('booking_documents as document', 'document.booking_id', 'bookings.id')
    .innerJoin(readableFiles, 'readable_files.id', 'document.file_id')
    .where(isOpenCase)
    .where('document.review', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking_travelers as person')
            .select('person.id')
            .whereRef('person.id', '=', 'document.traveler_id')
            .where('person.removed_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking_documents as later')
            .select('later.id')
            .whereRef('later.booking_id', '=', 'document.booking_id')
            .whereRef('later.name', '=', 'document.name')
            .whereRef('later.traveler_id', 'is not distinct from', 'document.traveler_id')
            .whereRef('later.version', '>', 'document.version'),
        ),
      ),
    )

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}
type Part = { items: UncheckedDocument[]; total: number; nextCursor: string | null }

/**
 * The queue of documents to check, the longest waiting first; the total stops at 1,000. Two statements, whose cost follows
 * the open cases, not all bookings. Refuses 'list/bad-cursor'.
 */
export async function listUncheckedDocuments({ db }: BookingDeps, { limit, cursor }: Page): Promise<Part> {
  const after = cursor === undefined ? null : placeOf(cursor)
  const counted = uncheckedDocuments(db).select('document.id').limit(maxCounted).as('counted')
  const [rows, { total }] = await Promise.all([
    readRows(db, limit + 1, after),
    db
      .selectFrom(counted)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(viewOf), total, nextCursor: last ? encodeCursor([last.place, last.documentId]) : null }
}

function readRows(q: Queryable, limit: number, after: Place | null) {
  const rows = uncheckedDocuments(q)
    .leftJoin('booking_travelers as traveller', 'traveller.id', 'document.traveler_id')
    .select(['document.id as documentId', 'document.name', 'document.version', 'document.file_id as fileId'])
    .select(['document.created_at', 'readable_files.content_type as contentType', 'bookings.id as bookingId'])
    .select(['bookings.booking_reference', 'bookings.customer_name', 'bookings.service_title'])
    .select(['traveller.first_name', 'traveller.last_name'])
    // With microseconds, which a Date loses.
    .select(({ cast }) => cast<string>('document.created_at', 'text').as('place'))
    .orderBy('document.created_at')
    .orderBy('document.id')
    .limit(limit)
  if (!after) return rows.execute()
  return rows
    .where(({ eb, cast, refTuple, tuple, val }) => {
      const place = tuple(cast<Date>(val(after.since), 'timestamptz'), cast<string>(val(after.id), 'uuid'))
      return eb(refTuple('document.created_at', 'document.id'), '>', place)
    })
    .execute()
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
const viewOf = ({ place: _, created_at, first_name, last_name, ...row }: Row): UncheckedDocument => ({
  ...row,
  traveller: [first_name, last_name].filter(Boolean).join(' ') || null,
  since: created_at.toISOString(),
})

type Place = { readonly since: string; readonly id: string }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
function placeOf(cursor: string): Place {
  const [since, id, ...more] = decodeCursor(cursor) ?? []
  const isPlace = typeof since === 'string' && isInstantText(since) && typeof id === 'string' && uuid.test(id)
  if (!isPlace || more.length > 0) throw new Refusal('list/bad-cursor')
  return { since, id }
}
