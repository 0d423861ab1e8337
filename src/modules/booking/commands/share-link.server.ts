import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { addressFor } from '../../settings/index.ts'
import { bookingTokenEnds, getBooking, issueBookingToken } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { documentsHref, trackingHref } from '../hrefs.ts'

const pages = { tracker: trackingHref, documents: documentsHref } as const
type Request = { readonly bookingId: string; readonly page: keyof typeof pages }

/**
 * Issues a link for staff to pass on to the customer. The audit trail records it, because the link opens the booking.
 * Refuses 'booking/not-found'.
 */
export async function shareLink(
  deps: BookingDeps,
  caller: Caller,
  { bookingId, page }: Request,
): Promise<{ url: string; opensUntil: string }> {
  const booking = await getBooking(deps.db, bookingId)
  const settings = await readSettings(deps)
  const { token_days: days } = settings
  const opensUntil = bookingTokenEnds(deps, booking, days).toISOString()
  const href = pages[page](booking.id, issueBookingToken(deps, booking, days))
  const url = `${deps.baseUrl}${addressFor(settings, booking.language, href)}`
  const entry = { action: `booking.${page}-link`, subjectType: 'booking', subjectId: bookingId }
  await deps.db
    .transaction()
    .execute((trx) => writeAudit(trx, caller, { ...entry, after: { opens_until: opensUntil } }, deps.clock()))
  return { url, opensUntil }
}
