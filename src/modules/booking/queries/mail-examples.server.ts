import type { Core } from '../../../platform/core.server.ts'
import { normalizeReference } from '../rules/reference.ts'
import type { BookingStatus } from '../rules/states.ts'

type WantedExample =
  | { readonly reference: string }
  | { readonly statuses: readonly BookingStatus[]; readonly max: number }

/** Bookings to preview a mail with: the one of a reference, or the newest in these states. One statement. */
export async function findMailExamples(
  core: Core,
  wanted: WantedExample,
): Promise<readonly { readonly id: string; readonly reference: string }[]> {
  const query = core.db.selectFrom('bookings').select(['id', 'booking_reference as reference'])
  if ('reference' in wanted)
    return query.where('booking_reference', '=', normalizeReference(wanted.reference)).execute()
  return query
    .where('booking_status', 'in', wanted.statuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.max)
    .execute()
}
