/** A shop with a tour of ten places that others have booked, and people who wait for it. */
import { createBooking, decideStatus } from '../../src/modules/booking/index.server.ts'
import type { BookingRecord } from '../../src/modules/booking/tables.server.ts'
import { addService, admin, book } from '../../src/modules/booking/testing/fixtures.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import { offerPlaces } from '../../src/modules/inventory/waiting/offer-places.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { type TestApp, testApp } from './app.ts'

export interface Start {
  readonly date: string
  readonly time: string
}
export const at: Start = { date: '2026-12-01', time: '10:00' }

export async function waitingWorld() {
  const shop: TestApp = await testApp({ trustProxy: 1 })
  const { core, call } = shop
  const staff = await shop.signIn('admin')
  let people = 0

  const from = (n: number) => ({ 'x-forwarded-for': `198.51.${100 + Math.floor(n / 250)}.${(n % 250) + 1}` })
  /** A tour of ten places; `sold` of them are booked, two by two. */
  async function soldOut({ capacity = 10, sold }: { readonly capacity?: number; readonly sold?: number } = {}) {
    const tour = await addService(core, 'tour', { slot_capacity: capacity })
    const bookings: BookingRecord[] = []
    for (let left = sold ?? capacity; left > 0; left -= 2) {
      const guest = { adults_count: Math.min(2, left), customer_email: `sold${people++}@example.com` }
      bookings.push(await book(core, tour, guest, admin))
    }
    return { tour, bookings }
  }
  async function join(tour: CatalogueService, request: object = {}) {
    const n = people++
    const body = { ...at, email: `waits${n}@example.com`, name: 'Omar Haddad', adults: 2, ...request }
    return call(`POST /api/services/tour/${tour.slug}/waiting-list`, body, from(n))
  }
  const cancel = (bookingId: string) => decideStatus(core, admin, bookingId, 'cancel')
  const departureOf = ({ id }: CatalogueService) =>
    core.db.selectFrom('departures').selectAll().where('service_id', '=', id).executeTakeFirstOrThrow()
  const entriesOf = async (tour: CatalogueService) =>
    core.db
      .selectFrom('waiting_entries')
      .selectAll()
      .where('departure_id', '=', (await departureOf(tour)).id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  const statesOf = async (tour: CatalogueService) => (await entriesOf(tour)).map(({ state }) => state)
  const mailsTo = (email: string) => shop.outbox.filter(({ to }) => to === email)
  /** The query parameter of the last mail to somebody. */
  function tokenIn(email: string, name: 'waiting' | 'token') {
    const [url] =
      mailsTo(email)
        .at(-1)
        ?.text.match(new RegExp(`http\\S+[?&]${name}=[^\\s)>]+`)) ?? []
    if (!url) throw new Error(`no link to ${email}`)
    return new URL(url).searchParams.get(name) ?? ''
  }
  const requestOf = (tour: CatalogueService, more: object = {}) => ({
    ...{ service_type: 'tour', service_id: tour.id, travel_date: at.date, travel_time: at.time },
    ...{ adults_count: 2, customer_name: 'Omar Haddad', customer_email: `buyer${people++}@example.com` },
    customer_phone: `+9198123${String(10_000 + people)}`,
    ...more,
  })
  const buy = (tour: CatalogueService, more: object = {}) =>
    call('POST /api/bookings', requestOf(tour, more), from(people++))
  const sell = (tour: CatalogueService, more: object = {}) => {
    const request = requestOf(tour, more)
    return createBooking(core, anonymous(`203.0.${113 + Math.floor(people / 250)}.${people++ % 250}`), request, null)
  }
  const sweep = async () => {
    await shop.shop.jobs['sweep-waiting']?.({})
    await shop.runJobs()
  }
  const offer = async (tour: CatalogueService) => offerPlaces(core, (await departureOf(tour)).id)
  return {
    ...{ shop, core, call, staff, soldOut, join, cancel, departureOf, entriesOf, statesOf, mailsTo, tokenIn },
    ...{ buy, sell, sweep, offer },
  }
}

/** Waits for a sold-out departure, with an offer that holds two places. */
export async function waitForPlaces({ core, call, shop, runJobs }: TestApp, address: string): Promise<void> {
  const { id } = await core.db
    .selectFrom('services')
    .select('id')
    .where('slug', '=', 'desert-safari')
    .executeTakeFirstOrThrow()
  const start = { service_id: id, local_date: '2026-12-28', local_time: '14:00' }
  const departure = await core.db
    .insertInto('departures')
    .values({ id: newId(), ...start, capacity: 0, created_at: core.clock(), updated_at: core.clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = { date: '2026-12-28', time: '14:00', email: address, name: 'Asha Rao', adults: 2 }
  const { status } = await call('POST /api/services/tour/desert-safari/waiting-list', request)
  if (status !== 200) throw new Error(`not on the waiting list: ${status}`)
  await core.db.updateTable('departures').set({ capacity: 2 }).where('id', '=', departure.id).execute()
  await shop.jobs['sweep-waiting']?.({})
  await runJobs()
}
