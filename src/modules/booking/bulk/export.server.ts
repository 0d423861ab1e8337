import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { csvOf } from '../queries/csv-export.server.ts'
import { listedColumns } from '../queries/listed-bookings.server.ts'

/** The chosen bookings as CSV, newest first. Audited: it takes customers' data out of the shop. */
export async function exportChosen(deps: BookingDeps, caller: Caller, ids: readonly string[]): Promise<string> {
  const rows = await deps.db
    .selectFrom('bookings')
    .select(listedColumns)
    .where(({ eb, fn, val }) => eb('bookings.id', '=', fn.any(val([...ids]))))
    .execute()
  const now = deps.clock()
  const entry = { action: 'bookings.exported', subjectType: 'booking-export', subjectId: newId(now) }
  await writeAudit(deps.db, caller, { ...entry, after: { bookings: rows.length } }, now)
  return csvOf(
    deps,
    rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1)),
  )
}
