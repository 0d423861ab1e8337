import { addService, clearancePapers, stagedDocument } from '../../src/modules/booking/testing/fixtures.ts'
import type { TestApp } from './app.ts'

/** An application of a kind that asks for documents, complete as it was booked. */
export type Application = {
  bookingId: string
  token: string
  /** A required document, and whose it is; null for one of the booking as a whole. */
  document: { name: string; travelerId: string | null }
}
export type ApplicationKind = 'visa' | 'ok_to_board'
export const applicationKinds: readonly ApplicationKind[] = ['visa', 'ok_to_board']

const person = (fullName: string) => ({
  fullName,
  travelerType: 'adult',
  passportNumber: 'Z1234567',
  passportExpiry: '2035-01-01',
  dateOfBirth: '1990-01-01',
  tentativeArrivalDate: '2026-12-20',
  tentativeDepartureDate: '2026-12-27',
})
const passenger = {
  passengerName: 'Asha Rao',
  passportNumber: 'Z1234567',
  nationality: 'IN',
  flightNumber: 'EK501',
  airline: 'Emirates',
}
const contact = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }

/** A visa of two travellers that was filled in before it is paid, or an Ok to Board; by the shop's own routes. */
export async function apply(shop: TestApp, kind: ApplicationKind): Promise<Application> {
  const { core } = shop
  const known = await core.db.selectFrom('services').select('id').where('kind', '=', kind).executeTakeFirst()
  const { id } = known ?? (await addService(core, kind))
  const visaPapers = ['passport_front', 'clear_photo', 'return_ticket'].flatMap((name) =>
    [0, 1].map((traveller) => stagedDocument(core, name, traveller)),
  )
  const own =
    kind === 'visa'
      ? {
          adults_count: 2,
          details: { booking_option: 'fill_and_pay', travellers: [person('Asha Rao'), person('Ben Rao')] },
          documents: await Promise.all(visaPapers),
        }
      : {
          adults_count: 1,
          travel_date: '2026-12-20',
          details: passenger,
          documents: await clearancePapers(core),
        }
  const made = await shop.call('POST /api/bookings', { service_type: kind, service_id: id, ...contact, ...own })
  if (made.status !== 200) throw new Error(made.text)
  const { booking, token } = made.json() as { booking: { id: string }; token: string }
  const travellers = await core.db
    .selectFrom('booking_travelers')
    .select('id')
    .where('booking_id', '=', booking.id)
    .orderBy('position')
    .execute()
  const document =
    kind === 'visa'
      ? { name: 'passport_front', travelerId: travellers[0]?.id ?? null }
      : { name: 'passport_first_page', travelerId: null }
  return { bookingId: booking.id, token, document }
}
