import { beforeAll, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { decideStatus } from '../booking/index.server.ts'
import { addService, addUsers, admin, book, codeOf, recordOf } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import type { DepartureAddition } from './add-departure.server.ts'
import { takePlaces } from './places.server.ts'

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})

const tourOf = () => addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: 12 })
const post = ({ id }: CatalogueService, addition: Partial<DepartureAddition> = {}) =>
  shop.call(
    `POST /api/admin/services/${id}/departures`,
    { date: '2026-12-01', time: '18:00', capacity: 4, prices: null, note: null, guide: null, ...addition },
    staff.headers,
  )
async function add(tour: CatalogueService, addition: Partial<DepartureAddition> = {}): Promise<string> {
  const answer = await post(tour, addition)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().departure_id as string
}
const remove = (id: string) => shop.call(`DELETE /api/admin/departures/${id}`, undefined, staff.headers)
const atSix = { travel_time: '18:00', adults_count: 2 }
const pathsOf = async (answer: ReturnType<typeof post>) => {
  const { status, json } = await answer
  return [status, ...((json() as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)]
}

describe('a departure added by hand', () => {
  it('is on sale with its own places and prices', async () => {
    const tour = await tourOf()
    expect(await codeOf(book(shop.core, tour, atSix))).toBe('booking/invalid')
    await add(tour, { prices: { price_adult: 8_000 } })
    expect(await book(shop.core, tour, atSix)).toMatchObject({ final_minor: 16_000, places: 2 })
    expect(await codeOf(book(shop.core, tour, { ...atSix, adults_count: 3 }))).toBe('booking/slot-full')
  })
  it('is refused where the service departs already', async () => {
    const tour = await tourOf()
    expect((await post(tour, { time: '10:00' })).status).toBe(409)
    await add(tour)
    expect((await post(tour)).status).toBe(409)
    expect((await post(await addService(shop.core, 'visa'), { time: null })).status).toBe(404)
  })
  it('of two at once is added once', async () => {
    const tour = await tourOf()
    const answers = await Promise.all([post(tour), post(tour), post(tour)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
  it('needs a day and time ahead, as the kind asks for them', async () => {
    const tour = await tourOf()
    expect(await pathsOf(post(tour, { date: '2026-11-20' }))).toEqual([422, 'date'])
    expect(await pathsOf(post(tour, { date: '2026-11-21', time: '11:59' }))).toEqual([422, 'date'])
    expect(await pathsOf(post(tour, { date: '2029-01-01' }))).toEqual([422, 'date'])
    expect(await pathsOf(post(tour, { time: null }))).toEqual([422, 'time'])
    expect(await pathsOf(post(tour, { return_date: '2026-11-30' }))).toEqual([422, 'return_date'])
    expect(await pathsOf(post(tour, { return_date: '2028-11-30' }))).toEqual([422, 'return_date'])
    expect(await pathsOf(post(tour, { prices: { nothing: 1 } }))).toEqual([422, 'prices.nothing'])
    const group = await addService(shop.core, 'umrah')
    expect(await pathsOf(post(group, { time: '18:00' }))).toEqual([422, 'time'])
  })
  it('can be removed while it has no bookings, and added again', async () => {
    const tour = await tourOf()
    const id = await add(tour)
    const booking = await book(shop.core, tour, atSix)
    expect((await remove(id)).status).toBe(409)
    await decideStatus(shop.core, admin, booking.id, 'cancel')
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(409)
    expect(await codeOf(book(shop.core, tour, atSix))).toBe('booking/invalid')
    expect(await add(tour)).toBe(id)
    await book(shop.core, tour, atSix)
    expect(await recordOf(shop.core, booking.id)).toMatchObject({ departure_id: id, places: 0 })
  })
  it('cannot be sold by a sale that read it before it was removed', async () => {
    const tour = await tourOf()
    expect((await remove(await add(tour))).status).toBe(200)
    const departure = { serviceId: tour.id, date: '2026-12-01', time: '18:00' }
    const now = shop.core.clock()
    const taken = await shop.core.db
      .transaction()
      .execute((trx) => takePlaces(trx, { departure, places: 1, capacity: 4, now }))
    expect(taken).toBeNull()
  })
  it('is the only one that can be removed', async () => {
    const tour = await tourOf()
    const { departure_id: scheduled } = await book(shop.core, tour)
    expect((await remove(scheduled!)).status).toBe(409)
    expect((await remove('0198c000-0000-7000-8000-00000000dead')).status).toBe(404)
  })
  it('of a group stores its day of return', async () => {
    const group = await addService(shop.core, 'umrah')
    // Without schedules of its own a group departs every day, so there is nothing to add.
    expect((await post(group, { time: null })).status).toBe(409)
    const change = { ...{ time: null, capacity: 40, prices: { price: 99_000 }, note: null, guide: null }, version: 1 }
    const answer = await shop.call(
      `PUT /api/admin/services/${group.id}/departures/2026-12-05`,
      { ...change, return_date: '2026-12-15', is_closed: false },
      staff.headers,
    )
    expect(answer.status, answer.text).toBe(200)
    const stored = shop.core.db.selectFrom('departures').selectAll().where('service_id', '=', group.id)
    expect(await stored.executeTakeFirst()).toMatchObject({ return_date: '2026-12-15', capacity: 40 })
  })
})
