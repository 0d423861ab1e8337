import { addService, clearanceDocuments, stagedDocument } from '../../src/modules/booking/testing/fixtures.ts'
import type { TestApp } from './app.ts'

export type Application = {
  bookingId: string
  token: string
  /** A required document and its traveller; null for a document of the whole booking. */
  document: { name: string; travelerId: string | null }
}
export type ApplicationKind = 'visa' | 'ok_to_board'
export const applicationKinds: readonly ApplicationKind[] = ['visa', 'ok_to_board']

const person = (full_name: string, passport_number: string) => ({
  full_name,
  traveler_type: 'adult',
  passport_number,
  passport_expiry: '2035-01-01',
  date_of_birth: '1990-01-01',
  tentative_arrival_date: '2026-12-20',
  tentative_departure_date: '2026-12-27',
})
const passenger = {
  passenger_name: 'Asha Rao',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK501',
  airline: 'Emirates',
}
const contact = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }

/** Applies for a visa for two travellers (details first) or an Ok to Board, through the shop's routes. */
export async function apply(shop: TestApp, kind: ApplicationKind): Promise<Application> {
  const { core } = shop
  const known = await core.db.selectFrom('services').select('id').where('kind', '=', kind).executeTakeFirst()
  const { id } = known ?? (await addService(core, kind))
  const visaDocuments = ['passport_front', 'clear_photo', 'return_ticket'].flatMap((name) =>
    [0, 1].map((traveller) => stagedDocument(core, name, traveller)),
  )
  const own =
    kind === 'visa'
      ? {
          adults_count: 2,
          details: {
            booking_option: 'fill_and_pay',
            travellers: [person('Asha Rao', 'Z1234567'), person('Ben Rao', 'Z7654321')],
          },
          documents: await Promise.all(visaDocuments),
        }
      : {
          adults_count: 1,
          travel_date: '2026-12-20',
          details: passenger,
          documents: await clearanceDocuments(core),
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
