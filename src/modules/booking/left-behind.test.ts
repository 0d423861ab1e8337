import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type CatalogueService, saveService } from '../catalogue/index.server.ts'
import { cancelBooking, systemActor } from './index.server.ts'
import { addService, addUsers, admin, book, recordOf, refusalOf, withBooking } from './testing/fixtures.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = (await shop.signIn('content')).headers
})

/** 1 December 2026 is a Tuesday. */
const tuesday = '2026-12-01'
const daily = { starts: 'times', times: ['09:00', '14:00'] }
const weekends = { ...daily, weekdays: [6, 7] }
const tourOf = (...schedules: object[]) => addService(shop.core, 'tour', { schedules })
const bookAt = (tour: CatalogueService, travel_time: string | null, rest = {}) =>
  book(shop.core, tour, { travel_date: tuesday, travel_time, ...rest }, admin)

const staying = { return_leg_date: null, return_leg_time: null }
interface Asked {
  readonly code: string
  readonly facts: { readonly count: number; readonly confirm: string; readonly bookings: { reference: string }[] }
  readonly errors: { path: string; message: string }[]
}
const change = async (id: string, details: object, rest = {}) => {
  const { version } = (await shop.call(`GET /api/admin/services/${id}`, undefined, staff)).json()
  const answer = await shop.call(`PATCH /api/admin/services/${id}`, { version, details, ...rest }, staff)
  return { status: answer.status, asked: answer.json() as unknown as Asked }
}

describe('a change that leaves bookings without a departure', () => {
  it('is refused with their reference, day and people, until staff confirm it', async () => {
    const tour = await tourOf(daily)
    const lost = await bookAt(tour, '14:00', { adults_count: 2, children_count: 1 })
    await bookAt(tour, '09:00')
    const schedules = [{ ...daily, times: ['09:00'] }]
    const { status, asked } = await change(tour.id, { schedules })
    expect([status, asked.code]).toEqual([409, 'booking/left-behind'])
    expect(asked.facts).toEqual({
      ...{ count: 1, confirm: expect.any(String) },
      bookings: [{ reference: lost.booking_reference, people: 3, date: tuesday, time: '14:00', ...staying }],
    })
    expect(asked.errors).toEqual([
      { path: 'details.schedules', message: expect.stringContaining(lost.booking_reference) },
    ])
    expect((await change(tour.id, { schedules }, { confirmed: 'nonsense' })).status).toBe(409)
    expect((await change(tour.id, { schedules }, { confirmed: asked.facts.confirm })).status).toBe(200)
    expect((await recordOf(shop.core, lost.id)).places).toBe(3)
  })
  it('is refused again when there is one more booking than staff have confirmed', async () => {
    const tour = await tourOf(daily)
    await bookAt(tour, '14:00')
    const { asked } = await change(tour.id, { schedules: [weekends] })
    await bookAt(tour, '09:00')
    const again = await change(tour.id, { schedules: [weekends] }, { confirmed: asked.facts.confirm })
    expect([again.status, again.asked.facts.count]).toEqual([409, 2])
  })
  it('may come from any field that decides about departures', async () => {
    const slots = await addService(shop.core, 'tour', { time_slots: ['09:00', '14:00'] })
    await bookAt(slots, '14:00')
    expect((await change(slots.id, { time_slots: ['09:00'] })).status).toBe(409)
    const ride = await addService(shop.core, 'transfer')
    await bookAt(ride, '20:30', { pickup_location: 'Hotel', adults_count: 1 })
    expect((await change(ride.id, { available_hours: { from: '08:00', to: '20:00' } })).status).toBe(409)
    expect((await change(ride.id, { available_hours: { from: '08:00', to: '21:00' } })).status).toBe(200)
  })
  it('concerns upcoming bookings that hold places only, and no departure added by hand', async () => {
    const tour = await tourOf(daily)
    const cancelled = await bookAt(tour, '14:00')
    await withBooking(shop.core, cancelled.id, (trx, booking) =>
      cancelBooking(trx, shop.core, booking, systemActor, { reason: 'Test' }),
    )
    const past = await bookAt(tour, '09:00')
    await sql`update bookings set travel_date = '2026-11-20', starts_at = '2026-11-20T05:00:00Z' where id = ${past.id}`.execute(
      shop.core.db,
    )
    const added = await bookAt(tour, '14:00')
    await sql`update departures set is_added = true where id = ${added.departure_id}`.execute(shop.core.db)
    expect((await change(tour.id, { schedules: [weekends] })).status).toBe(200)
  })
  it('does not hold up changes that keep each departure', async () => {
    const tour = await tourOf(daily)
    await bookAt(tour, '14:00')
    const kept = { schedules: [{ ...daily, times: ['06:00', '14:00'], capacity: 1, prices: { price_adult: 1 } }] }
    expect((await change(tour.id, kept)).status).toBe(200)
    expect((await change(tour.id, { price_adult: 9_900 })).status).toBe(200)
  })
})

describe('a sale during such a change', () => {
  const race = async () => {
    const tour = await tourOf(daily)
    const change = { kind: 'tour', id: tour.id, version: tour.version, details: { schedules: [weekends] } }
    const [sale, saved] = await Promise.allSettled([
      book(shop.core, tour, { travel_date: tuesday, travel_time: '09:00' }),
      saveService(shop.shop.deps, admin, change),
    ])
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from bookings where service_id = ${tour.id} and places > 0`.execute(shop.core.db)
    return { isSold: sale.status === 'fulfilled', isSaved: saved.status === 'fulfilled', held: rows[0]?.held }
  }
  it('leaves no booking without a departure, whichever comes first', async () => {
    for (let turn = 0; turn < 12; turn++) {
      const { isSold, isSaved, held } = await race()
      expect([isSold, isSaved], `turn ${turn}`).not.toEqual([true, true])
      expect(held).toBe(isSold ? 1 : 0)
    }
  })
  it('waits for the change and is judged by what the item is then', async () => {
    const tour = await tourOf(daily)
    let sale: Promise<unknown> = Promise.resolve()
    await shop.core.db.transaction().execute(async (trx) => {
      await sql`select from services where id = ${tour.id} for update`.execute(trx)
      sale = refusalOf(book(shop.core, tour, { travel_date: tuesday, travel_time: '09:00' }))
      await waitForLock()
      await sql`update services set version = version + 1,
        details = jsonb_set(details, '{schedules}', ${JSON.stringify([{ ...weekends, from: null, to: null, hours: null, capacity: null, cut_off_hours: 0, prices: {} }])}::jsonb)
        where id = ${tour.id}`.execute(trx)
    })
    expect(await sale).toMatchObject({ code: 'booking/invalid', errors: [{ path: 'travel_date' }] })
  })
})

/** Until another session waits for a row. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.core.db)
    if ((rows[0]?.n ?? 0) > 0) return
  }
}
