import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, admin, book, refusalOf } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = (await shop.signIn('content')).headers
})

/** 1 December 2026 is a Tuesday. */
const tuesday = '2026-12-01'
const wednesday = '2026-12-02'
const weekdays = { starts: 'times', times: ['09:00', '14:00'], weekdays: [1, 2, 3, 4, 5], capacity: 12 }
const december = { ...weekdays, from: '2026-12-02', to: '2026-12-31', times: ['09:00'], prices: { price_adult: 7_000 } }
const tourOf = (schedules: object[], rest = {}) => addService(shop.core, 'tour', { schedules, ...rest })
const daysOf = async ({ kind, id }: CatalogueService, from: string, to = from) => {
  const { days } = (await shop.call(`GET /api/services/${kind}/${id}/availability?from=${from}&to=${to}`)).json() as {
    days: { date: string; state: string; from: unknown; departures: { time: string }[] }[]
  }
  return days
}
const quote = async (service: CatalogueService, choice: object) =>
  (
    await shop.call('POST /api/quotes', {
      ...{ service_type: service.kind, service_id: service.id, adults_count: 2, travel_time: '09:00' },
      ...choice,
    })
  ).json() as { price: { final: unknown }; errors: { path: string; message: string }[] }

describe('an item with schedules', () => {
  it('is on sale on the weekdays, at the times and for the prices of its seasons', async () => {
    const tour = await tourOf([weekdays, december])
    const days = await daysOf(tour, '2026-11-27', wednesday)
    expect(days.map(({ date, state, departures }) => [date, state, departures.map(({ time }) => time)])).toEqual([
      ['2026-11-27', 'open', ['09:00', '14:00']],
      ['2026-11-28', 'closed', []],
      ['2026-11-29', 'closed', []],
      ['2026-11-30', 'open', ['09:00', '14:00']],
      [tuesday, 'open', ['09:00', '14:00']],
      [wednesday, 'open', ['09:00', '14:00']],
    ])
    expect(days.at(-1)?.from).toEqual({ minor: 7_000, currency: 'USD' })
    expect((await quote(tour, { travel_date: tuesday })).price.final).toEqual({ minor: 20_000, currency: 'USD' })
    expect((await quote(tour, { travel_date: wednesday })).price.final).toEqual({ minor: 14_000, currency: 'USD' })
    const afternoon = await quote(tour, { travel_date: wednesday, travel_time: '14:00' })
    expect(afternoon).toMatchObject({ price: { final: { minor: 20_000 } }, errors: [] })
  })
  it('sells no other day, time or place', async () => {
    const tour = await tourOf([weekdays])
    const errorsAt = async (travel_date: string, travel_time: string | null) =>
      (await quote(tour, { travel_date, travel_time })).errors.map(({ path }) => path)
    expect(await errorsAt('2026-11-28', '09:00')).toEqual(['travel_date'])
    expect(await errorsAt('2026-11-28', null)).toEqual(['travel_date'])
    expect(await errorsAt(tuesday, '10:00')).toEqual(['travel_time'])
    expect(await errorsAt(tuesday, null)).toEqual(['travel_time'])
    expect(await errorsAt(tuesday, '09:00')).toEqual([])
    await book(shop.core, tour, { travel_date: tuesday, travel_time: '09:00', adults_count: 12 }, admin)
    const full = book(shop.core, tour, { travel_date: tuesday, travel_time: '09:00', adults_count: 1 })
    expect((await refusalOf(full)).code).toBe('booking/slot-full')
  })
  it('may have start times, opening hours and whole days side by side', async () => {
    const evening = { starts: 'hours', hours: { from: '18:00', to: '22:00' }, weekdays: [2] }
    const wholeDay = { starts: 'day', weekdays: [3] }
    const tour = await tourOf([{ ...weekdays, weekdays: [2] }, evening, wholeDay])
    const errorsAt = async (travel_date: string, travel_time: string | null) =>
      (await quote(tour, { travel_date, travel_time })).errors.map(({ path }) => path)
    for (const time of ['09:00', '18:00', '19:37']) expect(await errorsAt(tuesday, time), time).toEqual([])
    for (const time of ['10:00', '22:01', null]) expect(await errorsAt(tuesday, time)).toEqual(['travel_time'])
    expect(await errorsAt(wednesday, null)).toEqual([])
    expect(await errorsAt(wednesday, '09:00')).toEqual(['travel_time'])
  })
  it('is closed where a later schedule says so, and without schedules works by its slots', async () => {
    const closed = { starts: 'closed', from: tuesday, to: tuesday }
    expect((await daysOf(await tourOf([weekdays, closed]), tuesday))[0]).toMatchObject({ state: 'closed' })
    const slots = await tourOf([], { time_slots: ['11:00'] })
    expect((await daysOf(slots, tuesday))[0]?.departures).toMatchObject([{ time: '11:00' }])
  })
})

describe('the API of items', () => {
  const create = (schedules: unknown) =>
    shop.call(
      'POST /api/admin/services',
      { kind: 'tour', title: 'Scheduled', details: { price_adult: 5_000, location: 'Dubai', schedules } },
      staff,
    )
  it('stores schedules and names the row and field of errors', async () => {
    const stored = await create([weekdays])
    expect(stored.status, stored.text).toBe(200)
    expect(stored.json()).toMatchObject({
      details: { schedules: [{ ...weekdays, from: null, to: null, hours: null, cut_off_hours: 0, prices: {} }] },
    })
    const refused = await create([weekdays, { ...weekdays, capacity: -1, colour: 'red' }, { starts: 'times' }])
    expect(refused.status).toBe(422)
    expect((refused.json() as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'details.schedules.1.capacity',
      'details.schedules.1.colour',
      'details.schedules.2.times',
    ])
  })
  it.each([
    ['no list', 'Mon 09:00'],
    ['null', null],
    ['too many', Array.from({ length: 51 }, () => weekdays)],
    ['deep', [[[[]]]]],
  ])('refuses %s without a fault', async (_, schedules) => {
    expect((await create(schedules)).status).toBe(422)
  })
})

describe('the description of the API', () => {
  it('shows every field of a schedule where items are created and changed', async () => {
    const described = (await shop.call('GET /api/openapi.json')).json() as never as {
      paths: Record<string, Record<string, { requestBody: { content: { 'application/json': { schema: unknown } } } }>>
    }
    for (const [path, method] of [
      ['/admin/services', 'post'],
      ['/admin/services/{id}', 'patch'],
    ] as const) {
      const schema = described.paths[path]?.[method]?.requestBody.content['application/json'].schema
      const stored = (await tourOf([weekdays])).details.schedules as [object]
      expect(schema).toMatchObject({
        properties: {
          details: {
            properties: {
              schedules: {
                items: { properties: Object.fromEntries(Object.keys(stored[0]).map((name) => [name, {}])) },
              },
            },
          },
        },
      })
    }
  })
})
