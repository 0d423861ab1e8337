/** What happens to the return leg when the item, its resources or its departure change. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { addTestResource, doubleUses, needOf, usesOfResource } from '../inventory/testing/resources.ts'
import { findBookingsOf, proveUses } from './index.server.ts'
import { addService, addUsers, admin, book, codeOf } from './testing/fixtures.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = (await shop.signIn('manager')).headers
})

const slots = { starts: 'times', times: ['10:00', '18:00'] }
const rideWith = (van: string) =>
  addService(shop.core, 'transfer', { offers_return: true, schedules: [slots], resources: [needOf(van)] })
const back = { return_trip: true, return_trip_date: '2026-12-05', return_trip_time: '18:00' }
const bothWays = (service: CatalogueService) =>
  book(
    shop.core,
    service,
    {
      ...{ travel_date: '2026-12-01', travel_time: '10:00', pickup_location: 'Airport', adults_count: 1 },
      details: { dropoff_location: 'Hotel Sea', ...back },
    },
    admin,
  )
const homeOnly = (service: CatalogueService) => {
  const details = { dropoff_location: 'Hotel Sea' }
  const start = { travel_date: '2026-12-05', travel_time: '18:00' }
  return book(shop.core, service, { ...start, pickup_location: 'Airport', adults_count: 1, details }, admin)
}
const change = async (id: string, details: object, rest: object = {}) => {
  const { version } = (await shop.call(`GET /api/admin/services/${id}`, undefined, staff)).json()
  return shop.call(`PATCH /api/admin/services/${id}`, { version, details, ...rest }, staff)
}

describe('the return leg of a booking with a vehicle of its own', () => {
  it('agrees with the proof of units', async () => {
    const van = await addTestResource(shop.core)
    await bothWays(await rideWith(van))
    expect(await usesOfResource(shop.core, van)).toHaveLength(2)
    expect(await proveUses(shop.core.db, shop.core)).toEqual([])
  })
  it('is named once by the proof when its unit is missing', async () => {
    const van = await addTestResource(shop.core)
    const booking = await bothWays(await rideWith(van))
    const uses = shop.core.db.deleteFrom('resource_uses').where('resource_id', '=', van).where('leg', '=', 'return')
    const lost = await uses.returningAll().execute()
    const missing = { fault: 'missing', bookingId: booking.id, departureId: lost[0]?.departure_id, unit: null }
    expect(await proveUses(shop.core.db, shop.core)).toEqual([{ ...missing, resource: expect.stringContaining(van) }])
    await shop.core.db.insertInto('resource_uses').values(lost).execute()
  })
  it('keeps its vehicle when the item needs it for longer', async () => {
    const van = await addTestResource(shop.core)
    const transfer = await rideWith(van)
    await bothWays(transfer)
    expect((await change(transfer.id, { resources: [needOf(van, { minutes: 90 })] })).status).toBe(200)
    expect(await usesOfResource(shop.core, van)).toMatchObject([
      { from: '12-01 10:00', to: '12-01 11:30' },
      { from: '12-05 18:00', to: '12-05 19:30' },
    ])
    expect(await codeOf(homeOnly(await rideWith(van)))).toBe('booking/slot-full')
    expect(await doubleUses(shop.core)).toBe(0)
    expect(await proveUses(shop.core.db, shop.core)).toEqual([])
  })
})

describe('a person whose return leg is ahead', () => {
  it('has an open booking, so it is not erased', async () => {
    const transfer = await addService(shop.core, 'transfer', { offers_return: true, schedules: [slots] })
    const { booking_reference: reference, customer_email: email } = await bothWays(transfer)
    const openOn = async (day: string) => {
      const deps = { clock: () => new Date(`${day}T08:00:00Z`) }
      return (await findBookingsOf(shop.core.db, deps, { email, userId: null })).open
    }
    expect(await openOn('2026-12-05')).toContain(reference)
    expect(await openOn('2026-12-06')).not.toContain(reference)
  })
  it('is open until the group is back, too', async () => {
    const transfer = await addService(shop.core, 'transfer', { schedules: [slots] })
    const booking = await homeOnly(transfer)
    const group = shop.core.db.updateTable('departures').set({ return_date: '2026-12-09' })
    await group.where('id', '=', booking.departure_id).execute()
    const person = { email: booking.customer_email, userId: null }
    const openOn = async (day: string) =>
      (await findBookingsOf(shop.core.db, { clock: () => new Date(`${day}T08:00:00Z`) }, person)).open
    expect(await openOn('2026-12-09')).toContain(booking.booking_reference)
    expect(await openOn('2026-12-10')).not.toContain(booking.booking_reference)
  })
})

const home = { return_leg_date: '2026-12-05', return_leg_time: '18:00' }
interface Asked {
  readonly facts: { readonly confirm: string }
  readonly errors: readonly { readonly message: string }[]
}

describe('a schedule that no longer has the return leg', () => {
  it('is refused with the booking, its day and time', async () => {
    const transfer = await addService(shop.core, 'transfer', { offers_return: true, schedules: [slots] })
    const { booking_reference: reference } = await bothWays(transfer)
    const answer = await change(transfer.id, { schedules: [{ ...slots, times: ['10:00'] }] })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'booking/left-behind',
      facts: { count: 1, bookings: [{ ...{ reference, people: 1, date: null, time: null }, ...home }] },
    })
  })
  it('names a booking once that loses both legs', async () => {
    const transfer = await addService(shop.core, 'transfer', { offers_return: true, schedules: [slots] })
    const { booking_reference: reference } = await bothWays(transfer)
    const answer = await change(transfer.id, { schedules: [{ ...slots, times: ['12:00'] }] })
    const { facts, errors } = answer.json() as unknown as Asked
    const booking = { reference, people: 1, date: '2026-12-01', time: '10:00', ...home }
    expect(facts).toEqual({ count: 1, confirm: expect.any(String), bookings: [booking] })
    expect(errors[0]?.message.split(reference)).toHaveLength(2)
    const confirmed = { schedules: [{ ...slots, times: ['12:00'] }] }
    expect((await change(transfer.id, confirmed, { confirmed: facts.confirm })).status).toBe(200)
  })
})
