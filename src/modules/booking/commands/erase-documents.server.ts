import type { Expression } from 'kysely'
import { addHours, dateIn } from '../../../kernel/dates.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { type FilesDeps, forgetFiles, readableFiles, removeForgotten } from '../../files/index.server.ts'
import { returnDateOfBooking } from '../../inventory/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, systemActor, writeHistory } from '../history.server.ts'

type Deps = BookingDeps & FilesDeps
const batchSize = 200

/**
 * Makes the documents of a booking permanently unreadable, issued ones included (D34). Payment proofs stay, for the
 * accounts. `caller` is null when the retention period has ended. Returns the number of erased documents; repeating
 * it is safe. Refuses 'booking/not-found'.
 */
export async function eraseDocuments(deps: Deps, caller: Caller | null, bookingId: string): Promise<number> {
  const forgotten = await deps.db.transaction().execute(async (trx) => {
    await lockBooking(trx, bookingId)
    const files = await trx
      .selectFrom(readableFiles)
      .select('readable_files.id')
      .where(({ eb, or, selectFrom }) =>
        or([
          eb(
            'readable_files.id',
            'in',
            selectFrom('booking_documents').select('file_id').where('booking_id', '=', bookingId),
          ),
          eb(
            'readable_files.id',
            'in',
            selectFrom('issued_documents').select('file_id').where('booking_id', '=', bookingId),
          ),
        ]),
      )
      .execute()
    if (files.length === 0) return []
    const now = deps.clock()
    const data = { documents: files.length }
    const actor = caller ? actorOf(caller) : systemActor
    await writeHistory(trx, bookingId, { event: 'documents-erased', actor, data }, now)
    const entry = { action: 'booking.documents-erased', subjectType: 'booking', subjectId: bookingId, after: data }
    if (caller) await writeAudit(trx, caller, entry, now)
    return forgetFiles(
      trx,
      deps,
      files.map(({ id }) => id),
    )
  })
  await removeForgotten(deps, forgotten)
  return forgotten.length
}

/**
 * Erases the documents of bookings that ended (completed, cancelled or travel date passed) and have not changed for
 * the retention period. It counts from the last day of the trip: of the return leg, or of a group's return. Returns the number of erased documents.
 */
export async function eraseOldDocuments(deps: Deps): Promise<number> {
  const { document_retention_days: days, time_zone: zone } = await readSettings(deps)
  const before = addHours(deps.clock(), -24 * days)
  const lastDay = dateIn(zone, before)
  const due = await deps.db
    .selectFrom('bookings')
    .select('id')
    .where('updated_at', '<', before)
    .where((eb) => {
      const isPast = (day: Expression<string | null>) => eb.or([eb(day, 'is', null), eb(day, '<', lastDay)])
      const isBack = eb.and([isPast(eb.ref('return_leg_date')), isPast(returnDateOfBooking)])
      const isOver = eb.or([eb('booking_status', '=', 'completed'), eb('travel_date', '<', lastDay)])
      return eb.or([eb('booking_status', '=', 'cancelled'), eb.and([isOver, isBack])])
    })
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('booking_documents')
            .innerJoin(readableFiles, 'readable_files.id', 'booking_documents.file_id')
            .select('readable_files.id')
            .whereRef('booking_documents.booking_id', '=', 'bookings.id'),
        ),
        exists(
          selectFrom('issued_documents')
            .innerJoin(readableFiles, 'readable_files.id', 'issued_documents.file_id')
            .select('readable_files.id')
            .whereRef('issued_documents.booking_id', '=', 'bookings.id'),
        ),
      ]),
    )
    .orderBy('updated_at')
    .limit(batchSize)
    .execute()
  let erased = 0
  for (const { id } of due) erased += await eraseDocuments(deps, null, id)
  return due.length < batchSize ? erased : erased + (await eraseOldDocuments(deps))
}
