import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { listenForInvalidation } from '../../platform/cache-invalidation.server.ts'
import { addService, addUsers, admin, book } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
})

interface Day {
  readonly date: string
  readonly state: string
  readonly from: unknown
  readonly departures: readonly Record<string, unknown>[]
}
const ask = (service: CatalogueService, from = '2026-12-01', to = from) =>
  shop.call(`GET /api/services/${service.kind}/${service.id}/availability?from=${from}&to=${to}`)
const daysOf = async (service: CatalogueService, from?: string, to?: string) => {
  const answer = await ask(service, from, to)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { days: Day[] }).days
}
const tourOf = (capacity: number | null) =>
  addService(shop.core, 'tour', { time_slots: ['09:00', '14:00'], slot_capacity: capacity })

describe('the availability of a service', () => {
  it('names times, state and lowest price of each day, and no number while many places are left', async () => {
    const days = await daysOf(await tourOf(12), '2026-12-01', '2026-12-02')
    expect(days.map(({ date, state }) => `${date} ${state}`)).toEqual(['2026-12-01 open', '2026-12-02 open'])
    const price = { minor: 10_000, currency: 'USD' }
    const trip = { return_date: null, travel_mode: null, carrier: null }
    expect(days[0]?.from).toEqual(price)
    expect(days[0]?.departures).toEqual([
      { time: '09:00', hours: null, state: 'open', reason: null, left: null, from: price, prices: null, ...trip },
      { time: '14:00', hours: null, state: 'open', reason: null, left: null, from: price, prices: null, ...trip },
    ])
  })
  it('names the places left when they are few, and what is sold out', async () => {
    const tour = await tourOf(12)
    await book(shop.core, tour, { travel_time: '09:00', adults_count: 12 }, admin)
    await book(shop.core, tour, { travel_time: '14:00', adults_count: 9 }, admin)
    const [day] = await daysOf(tour)
    expect(day?.departures).toMatchObject([
      { state: 'sold_out', reason: 'full', left: null },
      { state: 'few', reason: null, left: 3 },
    ])
    expect(day?.state).toBe('few')
  })
  it("names the places left from the agency's own number down, and none at 0", async () => {
    const tour = await tourOf(12)
    await book(shop.core, tour, { travel_time: '09:00', adults_count: 9 }, admin)
    const shown = async (few_places: number) => {
      await saveSettings(shop.core, admin, { few_places })
      return (await daysOf(tour))[0]?.departures.map(({ state, left }) => `${state} ${left}`)
    }
    expect(await shown(3)).toEqual(['few 3', 'open null'])
    expect(await shown(2)).toEqual(['open null', 'open null'])
    expect(await shown(12)).toEqual(['few 3', 'few 12'])
    expect(await shown(0)).toEqual(['open null', 'open null'])
    await saveSettings(shop.core, admin, { few_places: 10 })
  })
  it('shows the price of a departure that has its own, and closed days', async () => {
    const tour = await tourOf(null)
    for (const [time, closed] of [
      ['09:00', false],
      ['14:00', true],
    ] as const)
      await sql`insert into departures (id, service_id, local_date, local_time, prices, is_closed)
        values (gen_random_uuid(), ${tour.id}, '2026-12-01', ${time}, '{"price_adult": 7000}', ${closed})`.execute(
        shop.core.db,
      )
    const [day] = await daysOf(tour)
    expect(day?.from).toEqual({ minor: 7_000, currency: 'USD' })
    expect(day?.departures).toMatchObject([
      { state: 'open', prices: { price_adult: 7_000 } },
      { state: 'closed', reason: 'closed' },
    ])
  })
  it('shows opening hours as one departure, past days as past, and none for a visa', async () => {
    const transfer = await addService(shop.core, 'transfer', { available_hours: { from: '06:00', to: '22:00' } })
    expect((await daysOf(transfer))[0]?.departures).toMatchObject([
      { time: null, hours: { from: '06:00', to: '22:00' }, state: 'open' },
    ])
    expect((await daysOf(transfer, '2026-11-20'))[0]).toMatchObject({ state: 'past', from: null })
    expect(await daysOf(await addService(shop.core, 'visa'))).toEqual([])
  })
  it('ends two years ahead, takes at most 62 days and refuses unknown items', async () => {
    const tour = await tourOf(null)
    expect(await daysOf(tour, '2028-11-20', '2028-11-25')).toHaveLength(2)
    expect(await daysOf(tour, '2030-01-01', '2030-01-05')).toEqual([])
    expect(await daysOf(tour, '2026-12-01', '2027-01-31')).toHaveLength(62)
    for (const [from, to] of [
      ['2026-12-01', '2027-02-01'],
      ['2026-12-02', '2026-12-01'],
      ['2026-02-30', '2026-03-01'],
    ])
      expect((await ask(tour, from, to)).status).toBe(422)
    expect((await ask({ ...tour, id: 'no-such-tour' })).status).toBe(404)
    expect((await ask({ ...tour, kind: 'cruise' })).status).toBe(404)
  })
  it('costs one statement beside the settings, which a running shop caches', async () => {
    const tour = await tourOf(12)
    await book(shop.core, tour, { travel_time: '09:00' }, admin)
    await ask(tour)
    const { statements } = await countStatements(shop.core.pool).during(() => ask(tour, '2026-12-01', '2027-01-31'))
    expect(statements.filter(({ text }) => !/from "?settings/.test(text))).toHaveLength(1)
  })
  it('is cached, and read again when a number that it shows has changed', async () => {
    const stop = await listenForInvalidation(shop.core, () => {})
    const [roomy, tour] = [await tourOf(40), await tourOf(12)]
    const counter = countStatements(shop.core.pool)
    const reads = async (of: CatalogueService) => {
      const { statements } = await counter.during(() => ask(of))
      return statements.filter(({ text }) => text.includes('from departures d')).length
    }
    // Staff changes and the settings are notified a moment later.
    const isSettled = () => vi.waitFor(async () => expect([await reads(tour), await reads(roomy)]).toEqual([0, 0]))
    await isSettled()
    await book(shop.core, roomy, { travel_time: '09:00', adults_count: 2 }, admin)
    await book(shop.core, tour, { travel_time: '09:00', adults_count: 4 }, admin)
    await vi.waitFor(async () => expect((await daysOf(tour))[0]?.departures[0]).toMatchObject({ left: 8 }))
    expect(await reads(roomy)).toBe(0)
    shop.core.clock.advance(1)
    expect(await reads(roomy)).toBe(1)
    shop.core.clock.advance(-1)
    await stop()
  })
})
