import { addHours, agencyTimeZone, dateIn } from '../../../kernel/dates.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { type FilesDeps, forgetFiles, removeForgotten } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, systemActor, writeHistory } from '../history.server.ts'

type Deps = BookingDeps & FilesDeps
const atOnce = 200

/**
 * Makes a booking's passports and other documents, issued ones too, unreadable for good (D34); proofs of payment stay with the books.
 * `caller`: null when their time is over. Returns how many there were; repeating it finds none. Refuses
 * 'booking/not-found'.
 */
export async function eraseDocuments(deps: Deps, caller: Caller | null, bookingId: string): Promise<number> {
  const forgotten = await deps.db.transaction().execute(async (trx) => {
    await lockBooking(trx, bookingId)
    const files = await trx
      .selectFrom('files')
      .select('files.id')
      .where('files.erased_at', 'is', null)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('files.id', 'in', selectFrom('booking_documents').select('file_id').where('booking_id', '=', bookingId)),
          eb('files.id', 'in', selectFrom('issued_documents').select('file_id').where('booking_id', '=', bookingId)),
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
 * Erases the documents of bookings that have been over for as long as the agency keeps them: completed or cancelled, or
 * their travel date passed, and nothing has happened to them since. Returns how many documents went.
 */
export async function eraseOldDocuments(deps: Deps): Promise<number> {
  const { document_retention_days: days } = await readSettings(deps)
  const before = addHours(deps.clock(), -24 * days)
  const due = await deps.db
    .selectFrom('bookings')
    .select('id')
    .where('updated_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('booking_status', 'in', ['completed', 'cancelled']),
        eb('travel_date', '<', dateIn(agencyTimeZone, before)),
      ]),
    )
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('booking_documents')
            .innerJoin('files', 'files.id', 'booking_documents.file_id')
            .select('files.id')
            .whereRef('booking_documents.booking_id', '=', 'bookings.id')
            .where('files.erased_at', 'is', null),
        ),
        exists(
          selectFrom('issued_documents')
            .innerJoin('files', 'files.id', 'issued_documents.file_id')
            .select('files.id')
            .whereRef('issued_documents.booking_id', '=', 'bookings.id')
            .where('files.erased_at', 'is', null),
        ),
      ]),
    )
    .orderBy('updated_at')
    .limit(atOnce)
    .execute()
  let erased = 0
  for (const { id } of due) erased += await eraseDocuments(deps, null, id)
  return due.length < atOnce ? erased : erased + (await eraseOldDocuments(deps))
}
