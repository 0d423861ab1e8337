import { dateIn } from '../../../kernel/dates.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { PricedService } from '../../../services/kind.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { type ChangeRequest, readChange, type WantedChange } from '../rules/change.ts'
import type { MoveStarts } from '../rules/move-starts.ts'
import type { BookingRecord } from '../tables.server.ts'

/** Positions of people who have a name or have arrived. Two statements. */
async function readKnown(q: Queryable, { id }: BookingRecord): Promise<number[]> {
  const named = q.selectFrom('booking_travelers').select('position').where('booking_id', '=', id)
  const arrived = q.selectFrom('check_ins').select('position').where('booking_id', '=', id)
  const rows = [
    ...(await named.where('removed_at', 'is', null).execute()),
    ...(await arrived.where('undone_at', 'is', null).execute()),
  ]
  return [...new Set(rows.map(({ position }) => position))]
}

interface Changing {
  readonly booking: BookingRecord
  readonly kind: LoadedKind
  readonly service: PricedService
  readonly starts: MoveStarts
  readonly now: Date
}
/** What the booking becomes. Two statements. */
export async function wantedChange(
  q: Queryable,
  { booking, kind, service, starts, now }: Changing,
  request: ChangeRequest,
): Promise<WantedChange> {
  const known = await readKnown(q, booking)
  return readChange(booking, request, { kind, service, starts, today: dateIn(booking.time_zone, now), known })
}
