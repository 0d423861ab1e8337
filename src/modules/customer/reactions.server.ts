import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { findCustomerAccount } from '../account/index.server.ts'
import { findBookingContact } from '../booking/index.server.ts'
import type { CustomerDeps } from './deps.server.ts'
import { type ForgetDeps, forgetAddress } from './forget-address.server.ts'
import { lockRecords, recordAccounts, recordBookings } from './records.server.ts'

/** New bookings are not among them: the job records those of a minute together, which costs a sale nothing. */
export const customerReactions = (deps: ForgetDeps): Subscriptions => ({
  'booking.contact-corrected': {
    'record-customer': async ({ payload }) => {
      await recordBooking(deps, payload.bookingId)
      await forgetAddress(deps, payload.oldEmail)
    },
  },
  'account.email-verified': { 'record-customer': ({ payload }) => recordAccount(deps, payload.userId) },
})

const recordBooking = (deps: CustomerDeps, bookingId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    // Lock before reading the booking: an erasure in progress must not be undone.
    await lockRecords(trx)
    const booking = await findBookingContact(trx, bookingId)
    await recordBookings(trx, booking ? [booking] : [])
  })

const recordAccount = (deps: CustomerDeps, userId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await lockRecords(trx)
    const account = await findCustomerAccount(deps, trx, userId)
    await recordAccounts(trx, account ? [account] : [])
  })
