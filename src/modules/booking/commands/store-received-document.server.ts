import type { Caller } from '../../../platform/core.server.ts'
import type { FilesDeps } from '../../files/index.server.ts'
import { getBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import { readAdminBooking } from '../views.server.ts'
import { acceptInside } from './review-document.server.ts'
import { limitUploads, type Placing, placeDocument, requireOpen } from './store-document.server.ts'

type ReceivedDocument = Placing['upload'] & {
  readonly bookingId: string
  /** Staff have looked at it: it is accepted at once. */
  readonly isChecked: boolean
}

/**
 * Stores a document that reached staff another way, for example by WhatsApp, as the newest version: with the checks and
 * limits of the customer's own upload. Repeating it is safe. Refuses 'booking/not-found', 'booking/closed',
 * 'booking/invalid' for a document that is not required, 'file/...', 'limit/too-many'.
 */
export async function storeReceivedDocument(
  deps: BookingDeps & FilesDeps,
  caller: Caller,
  { bookingId, isChecked, ...upload }: ReceivedDocument,
): Promise<AdminBookingView> {
  const booking = await getBooking(deps.db, bookingId)
  await limitUploads(deps, caller, bookingId)
  requireOpen(booking)
  const onPlaced: Placing['onPlaced'] = async (trx, locked, documentId) => {
    if (isChecked) await acceptInside({ trx, deps, caller }, locked, documentId)
  }
  await placeDocument({ deps, caller }, booking, { upload, skipsSame: true, onPlaced })
  return readAdminBooking(deps, bookingId)
}
