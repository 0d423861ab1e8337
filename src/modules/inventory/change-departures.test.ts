import { beforeAll, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, admin, book, codeOf } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})

const tourOf = () => addService(shop.core, 'tour', { time_slots: ['10:00', '14:00'], slot_capacity: 12 })
const post = ({ id }: CatalogueService, change: object = {}, headers = staff.headers) =>
  shop.call(
    `POST /api/admin/services/${id}/departure-changes`,
    { from: '2026-12-01', to: '2026-12-03', time: '10:00', change: 'close', reason: 'Eid holidays', ...change },
    headers,
  )
async function change(tour: CatalogueService, given: object = {}): Promise<number> {
  const answer = await post(tour, given)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().changed as number
}
const stored = ({ id }: CatalogueService) =>
  shop.core.db.selectFrom('departures').selectAll().where('service_id', '=', id).orderBy('local_date').execute()
const onDay = (tour: CatalogueService, travel_date: string, travel_time = '10:00') =>
  book(shop.core, tour, { travel_date, travel_time, adults_count: 1 })

describe('changing departures of a range of days', () => {
  it('closes those of a start time, keeps bookings, and can be undone for all at once', async () => {
    const tour = await tourOf()
    await onDay(tour, '2026-12-02')
    expect(await change(tour)).toBe(3)
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03'])
      expect(await codeOf(onDay(tour, day))).toBe('booking/invalid')
    await onDay(tour, '2026-12-02', '14:00')
    await onDay(tour, '2026-12-04')
    expect((await stored(tour)).filter(({ taken }) => taken > 0)).toMatchObject([
      { local_date: '2026-12-02', local_time: '10:00', taken: 1, is_closed: true },
      { local_date: '2026-12-02', local_time: '14:00', taken: 1, is_closed: false },
      { local_date: '2026-12-04', taken: 1, is_closed: false },
    ])
    expect(await change(tour)).toBe(0)
    expect(await change(tour, { change: 'open', time: null, reason: '', to: '2026-12-02' })).toBe(2)
    await onDay(tour, '2026-12-02')
    expect(await codeOf(onDay(tour, '2026-12-03'))).toBe('booking/invalid')
  })
  it('sets the places of all departures, or as they are scheduled again', async () => {
    const tour = await tourOf()
    const places = { change: 'places', time: null, reason: '' }
    expect(await change(tour, { ...places, capacity: 1 })).toBe(6)
    await onDay(tour, '2026-12-01')
    expect(await codeOf(onDay(tour, '2026-12-01'))).toBe('booking/slot-full')
    expect(await change(tour, { ...places, capacity: 1, to: '2026-12-04' })).toBe(2)
    expect(await change(tour, { ...places, time: '10:00', to: '2026-12-04' })).toBe(4)
    await onDay(tour, '2026-12-01')
    expect((await stored(tour)).map(({ local_time, capacity }) => `${local_time} ${capacity}`).sort()).toEqual([
      ...Array.from({ length: 4 }, () => '10:00 null'),
      ...Array.from({ length: 4 }, () => '14:00 1'),
    ])
  })
  it('sets the guide of all departures, or none again', async () => {
    const tour = await tourOf()
    const guide = { change: 'guide', time: null, reason: '', guide: ' Omar Haddad ' }
    expect(await change(tour, guide)).toBe(6)
    expect(await change(tour, { ...guide, to: '2026-12-04' })).toBe(2)
    expect(new Set((await stored(tour)).map((each) => each.guide))).toEqual(new Set(['Omar Haddad']))
    await onDay(tour, '2026-12-01')
    expect(await change(tour, { ...guide, time: '10:00', guide: ' ' })).toBe(3)
    expect((await stored(tour)).filter(({ guide: name }) => name === null)).toHaveLength(3)
    const { after } = await shop.core.db
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', tour.id)
      .where('action', '=', 'departures.guide_set')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ guide: 'Omar Haddad', departures: 6 })
  })
  it('sets the prices of all departures, which sales then charge, or as they are scheduled again', async () => {
    const tour = await tourOf()
    const holiday = { change: 'prices', time: '10:00', reason: 'Eid', prices: { price_adult: 12_345 } }
    const fields = await shop.call(`GET /api/admin/services/${tour.id}/departure-prices`, undefined, staff.headers)
    const usual = Number(tour.details.price_adult)
    expect(fields.json()).toMatchObject({
      currency: tour.currency,
      price_fields: expect.arrayContaining([{ name: 'price_adult', label: 'Adult price', usual }]),
    })
    const early = await onDay(tour, '2026-12-01')
    expect(await change(tour, holiday)).toBe(3)
    const late = await onDay(tour, '2026-12-01')
    const other = await onDay(tour, '2026-12-01', '14:00')
    expect([early, late, other].map((each) => each.final_minor)).toEqual([usual, 12_345, usual])
    expect(await change(tour, { ...holiday, to: '2026-12-02' })).toBe(0)
    expect(await change(tour, { ...holiday, prices: {} })).toBe(3)
    expect((await onDay(tour, '2026-12-02')).final_minor).toBe(usual)
  })
  it('refuses prices that the item cannot have, each at its field', async () => {
    const tour = await tourOf()
    for (const [prices, path] of [
      [{ price_camel: 1 }, 'prices.price_camel'],
      [{ price_adult: -1 }, 'prices.price_adult'],
    ] as const) {
      const answer = await post(tour, { change: 'prices', prices })
      expect([answer.status, answer.json().errors], answer.text).toMatchObject([422, [{ path }]])
    }
    expect(await stored(tour)).toEqual([])
  })
  it('sets a note for staff on all departures, or none again', async () => {
    const tour = await tourOf()
    const note = { change: 'note', time: null, reason: '', note: 'Meet at the new pier' }
    expect(await change(tour, note)).toBe(6)
    expect(new Set((await stored(tour)).map((each) => each.note))).toEqual(new Set(['Meet at the new pier']))
    expect(await change(tour, { ...note, note: ' ', time: '10:00' })).toBe(3)
  })
  it('stores nothing if nothing differs', async () => {
    const tour = await tourOf()
    expect(await change(tour, { change: 'open' })).toBe(0)
    expect(await change(tour, { change: 'places', capacity: null })).toBe(0)
    expect(await change(tour, { change: 'guide', guide: null })).toBe(0)
    expect(await change(tour, { change: 'note', note: '' })).toBe(0)
    expect(await change(tour, { change: 'prices', prices: null })).toBe(0)
    expect(await stored(tour)).toEqual([])
  })
  it('keeps other exceptions, and counts as a change of them', async () => {
    const tour = await tourOf()
    const path = `PUT /api/admin/services/${tour.id}/departures/2026-12-01`
    const exception = {
      time: '10:00',
      version: 1,
      capacity: 3,
      prices: null,
      note: 'Boat',
      guide: null,
      is_closed: false,
    }
    expect((await shop.call(path, exception, staff.headers)).json()).toMatchObject({ version: 2 })
    await change(tour, { to: '2026-12-01' })
    const row = (await stored(tour)).find(({ local_time }) => local_time === '10:00')
    expect(row).toMatchObject({ capacity: 3, note: 'Boat', is_closed: true, version: 3 })
    expect((await shop.call(path, { ...exception, version: 2 }, staff.headers)).status).toBe(409)
  })
  it('leaves out what has started', async () => {
    const tour = await tourOf()
    expect(await change(tour, { from: '2026-11-20', to: '2026-11-21', time: '14:00' })).toBe(1)
    expect((await post(tour, { from: '2026-11-20', to: '2026-11-21' })).status).toBe(422)
    expect(await stored(tour)).toMatchObject([{ local_date: '2026-11-21', local_time: '14:00' }])
  })
  it('is refused without a reason or a time to close, where nothing departs, for wrong ranges and for services without departures', async () => {
    const tour = await tourOf()
    for (const wrong of [
      { time: null },
      { time: '11:00' },
      { change: 'places', capacity: -1 },
      { reason: ' ' },
      { to: '2026-11-30' },
      { to: '2027-12-02' },
      { from: 'today' },
    ])
      expect((await post(tour, wrong)).status).toBe(422)
    expect((await post(await addService(shop.core, 'visa'))).status).toBe(404)
    expect((await post({ ...tour, id: '0198c000-0000-7000-8000-00000000dead' })).status).toBe(404)
    expect((await post(tour, {}, (await shop.signIn('content')).headers)).status).toBe(403)
  })
  it('is audited once, with the reason and the number of departures', async () => {
    const tour = await tourOf()
    await change(tour)
    const entries = shop.core.db.selectFrom('audit_entries').select(['action', 'after'])
    expect(await entries.where('subject_id', '=', tour.id).where('action', 'like', 'departures%').execute()).toEqual([
      {
        action: 'departures.closed',
        after: {
          ...{ service_title: tour.title, from: '2026-12-01', to: '2026-12-03' },
          ...{ time: '10:00', reason: 'Eid holidays', departures: 3 },
        },
      },
    ])
  })
  it('while customers book sells nothing after it was acknowledged', async () => {
    const tour = await addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: null })
    const days = ['2026-12-01', '2026-12-02', '2026-12-03']
    const sales = Array.from({ length: 30 }, (_, n) =>
      book(shop.core, tour, { travel_date: days[n % 3]!, customer_email: `g${n}@example.com` }, admin),
    )
    await Promise.race(sales)
    await change(tour)
    const sum = async () => (await stored(tour)).reduce((total, { taken }) => total + taken, 0)
    const atClose = await sum()
    const results = await Promise.allSettled(sales)
    expect(await sum()).toBe(atClose)
    expect(results.filter(({ status }) => status === 'fulfilled').length * 2).toBe(atClose)
  })
})
