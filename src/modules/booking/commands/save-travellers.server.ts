import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { splitName, type TravellerGiven } from '../rules/travellers.ts'

/** One row per traveller, in the order of the form (C092, C093). */
export async function insertTravellers(
  trx: Trx,
  bookingId: string,
  travellers: readonly TravellerGiven[],
  now: Date,
): Promise<void> {
  if (travellers.length === 0) return
  await trx
    .insertInto('booking_travelers')
    .values(
      travellers.map((given, position) => ({
        id: newId(now),
        booking_id: bookingId,
        position,
        ...splitName(given.fullName),
        traveler_type: given.travelerType,
        passport_number: given.passportNumber ?? null,
        passport_expiry: given.passportExpiry ?? null,
        date_of_birth: given.dateOfBirth ?? null,
        arrival_date: given.tentativeArrivalDate ?? null,
        departure_date: given.tentativeDepartureDate ?? null,
      })),
    )
    .execute()
}
