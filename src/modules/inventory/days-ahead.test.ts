import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import type { Schedule } from '../../services/schedule.ts'
import { decideStatus } from '../booking/index.server.ts'
import { addService, addUsers, admin, book } from '../booking/testing/fixtures.ts'
import { type CatalogueService, saveService } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { daysAheadJobs, refreshDaysAhead } from './days-ahead.server.ts'
import { departuresOn } from './index.ts'
import { lookAhead, lookBeyond } from './rules/days-ahead.ts'
import { saleTerms, schedules } from './testing/arbitrary.ts'

const daily: Schedule = {
  id: 'default',
  ...{ from: null, to: null, weekdays: [], capacity: null, cutOffMinutes: 0, prices: null },
  starts: { at: 'times', times: ['09:00', '15:00'] },
}
/** Noon in Dubai on 21 November 2026. */
const now = new Date('2026-11-21T08:00:00Z')
const zone = 'Asia/Dubai'
const priceOf = (prices: Readonly<Record<string, number>> | null) => ({
  from: money(prices?.price_adult ?? 10_000, 'USD'),
  was: null,
})
function look(rules: readonly Schedule[], given: Partial<{ now: Date; cutOffMinutes: number }> = {}) {
  const terms = { now, zone, cutOffMinutes: 0, fewUpTo: 0, ...given }
  const today = dateIn(zone, terms.now)
  const departures = departuresOn(rules, [], { from: today, to: addDays(today, 89), ...terms })
  return lookAhead(departures, { today, zone, priceOf })
}

describe('the days ahead', () => {
  it('mark each day on sale, and name the next one', () => {
    const { days, nextDay, firstDay } = look([{ ...daily, from: '2026-11-23', weekdays: [1, 3] }])
    expect([firstDay, nextDay]).toEqual(['2026-11-21', '2026-11-23'])
    expect(days).toHaveLength(90)
    expect(days.slice(0, 12)).toBe('001010000101')
  })
  it('are stale when the last departure of a day can no longer be sold', () => {
    expect(look([daily])).toMatchObject({ nextDay: '2026-11-21', staleAt: new Date('2026-11-21T11:00:00Z') })
    expect(look([daily], { cutOffMinutes: 60 }).staleAt).toEqual(new Date('2026-11-21T10:00:00Z'))
    const tomorrow = look([daily], { cutOffMinutes: 24 * 60 })
    expect(tomorrow).toMatchObject({ nextDay: '2026-11-22', staleAt: new Date('2026-11-21T11:00:00Z') })
  })
  it('are stale at midnight, when another day comes into sight', () => {
    const later = look([{ ...daily, from: '2027-06-01' }])
    expect(later).toMatchObject({ nextDay: null, staleAt: new Date('2026-11-21T20:00:00Z') })
    expect(later.days).toBe('0'.repeat(90))
  })
  it('name a day beyond them where nothing else is on sale, until its sale ends', () => {
    const beyond = (rules: readonly Schedule[]) => {
      const terms = { now, zone, cutOffMinutes: 0, fewUpTo: 0 }
      const later = departuresOn(rules, [], { from: '2027-02-19', to: '2028-11-21', ...terms })
      return lookBeyond(look(rules), later, zone)
    }
    const summer = { ...daily, from: '2027-06-01' }
    expect(beyond([summer])).toMatchObject({ nextDay: '2027-06-01', staleAt: new Date('2026-11-21T20:00:00Z') })
    expect(beyond([summer]).days).toBe('0'.repeat(90))
    expect(beyond([daily])).toEqual(look([daily]))
    expect(beyond([{ ...daily, from: '2029-01-01' }]).nextDay).toBeNull()
    // 2027-06-01T15:00 in Dubai less so many minutes is 13:00 of today.
    const cutOffMinutes = (Date.parse('2027-06-01T11:00:00Z') - Date.parse('2026-11-21T09:00:00Z')) / 60_000
    const closing = { ...summer, to: '2027-06-01', cutOffMinutes }
    expect(beyond([closing])).toMatchObject({ nextDay: '2027-06-01', staleAt: new Date('2026-11-21T09:00:00Z') })
  })
  it('have the lowest price on sale, until its last departure ends', () => {
    const early = { ...daily, id: 'early', starts: { at: 'times', times: ['13:00'] } } as const
    const cheap = { ...early, to: '2026-11-21', prices: { price_adult: 4_000 } }
    const ahead = look([daily, cheap])
    expect(ahead).toMatchObject({ price: { from: money(4_000, 'USD') }, staleAt: new Date('2026-11-21T09:00:00Z') })
    const after = look([daily, cheap], { now: new Date('2026-11-21T09:30:00Z') })
    expect(after.price.from).toEqual(money(10_000, 'USD'))
  })
  it("have the item's own price when nothing is on sale", () => {
    expect(look([{ ...daily, starts: { at: 'closed' }, prices: { price_adult: 1 } }]).price.from.minor).toBe(10_000)
  })
  it('agree with the departures until they are stale, whatever the schedules', () => {
    fc.assert(
      fc.property(schedules, saleTerms, fc.nat(200), (rules, terms, minutes) => {
        const at = (instant: Date) => {
          const today = dateIn(terms.zone, instant)
          const range = { from: today, to: addDays(today, 89) }
          const departures = departuresOn(rules, [], { ...range, ...terms, now: instant })
          return { departures, ahead: lookAhead(departures, { today, zone: terms.zone, priceOf }) }
        }
        const { departures, ahead } = at(terms.now)
        const onSale = new Set(departures.filter(({ reason }) => reason === null).map(({ date }) => date))
        for (let day = 0; day < 90; day++)
          expect(ahead.days[day] === '1').toBe(onSale.has(addDays(ahead.firstDay, day)))
        expect(ahead.nextDay).toBe([...onSale].sort()[0] ?? null)
        const later = new Date(terms.now.getTime() + minutes * 60_000)
        if (later < ahead.staleAt) expect(at(later).ahead).toEqual(ahead)
      }),
      { numRuns: 60 },
    )
  })
})

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})
type Card = { id: string; from: { minor: number } | null; availability: { next_day: string | null } | null }
const list = async (query = '') => {
  const answer = await shop.call(`GET /api/services/tour?limit=100${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { items: Card[]; total: number; date: string | null; facets: { dates: object | null } }
}
const cardOf = async ({ id }: CatalogueService, query = '') => (await list(query)).items.find((card) => card.id === id)
const isListed = async (tour: CatalogueService, date: string) => (await cardOf(tour, `&date=${date}`)) !== undefined
const tourOf = (more: object = {}) =>
  addService(shop.core, 'tour', { time_slots: ['09:00', '15:00'], slot_capacity: 2, ...more })
const refresh = () => refreshDaysAhead(shop.core)
const season = (more: object) => ({
  schedules: [{ from: '2026-11-25', to: '2026-12-20', weekdays: [], starts: 'times', times: ['09:00'], ...more }],
})
/** Jobs that wait for one item, done now. */
async function runWaiting(): Promise<number> {
  const { rows } = await shop.core.pool.query(
    `with taken as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'refresh-availability' returning j.payload)
     select payload from taken`,
  )
  for (const { payload } of rows) await daysAheadJobs(shop.core)['refresh-availability']?.(payload)
  return rows.length
}

describe('cards and lists', () => {
  it('name the next day on sale and the lowest price of the next 90 days', async () => {
    const tour = await tourOf(season({ prices: { price_adult: 7_000 } }))
    expect(await cardOf(tour)).toMatchObject({ availability: null, from: { minor: 10_000 } })
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-25' }, from: { minor: 7_000 } })
    const detail = (await shop.call(`GET /api/services/tour/${tour.id}`)).json() as { service: Card }
    expect(detail.service).toMatchObject({ availability: { next_day: '2026-11-25' }, from: { minor: 7_000 } })
  })
  it('say that nothing is on sale, and nothing of kinds without departures', async () => {
    const tour = await tourOf(season({ from: '2026-01-01', to: '2026-01-31' }))
    const visa = await addService(shop.core, 'visa')
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: null }, from: { minor: 10_000 } })
    const visas = (await shop.call('GET /api/services/visa?date=2026-12-01')).json()
    expect(visas).toMatchObject({ items: [{ id: visa.id, availability: null }], date: null, facets: { dates: null } })
  })
  it('name the next day of an item that is on sale much later, which no list of these days has', async () => {
    const tour = await tourOf(season({ from: '2027-06-01', to: null }))
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2027-06-01' } })
    expect(await isListed(tour, '2027-02-18')).toBe(false)
  })
  it('are filtered by a day, and ignore one that has passed or is too far', async () => {
    const tour = await tourOf(season({}))
    await refresh()
    expect(await list('&date=2026-11-26')).toMatchObject({ date: '2026-11-26' })
    expect(await isListed(tour, '2026-11-24')).toBe(false)
    expect(await isListed(tour, '2026-11-25')).toBe(true)
    expect(await isListed(tour, '2026-12-20')).toBe(true)
    expect(await isListed(tour, '2026-12-21')).toBe(false)
    for (const ignored of ['2026-11-20', '2027-02-19', '2030-01-01']) {
      expect(await list(`&date=${ignored}`)).toMatchObject({ date: null })
      expect(await isListed(tour, ignored)).toBe(true)
    }
    expect((await list('&date=2027-02-18')).date).toBe('2027-02-18')
    expect((await list()).facets.dates).toEqual({ min: '2026-11-21', max: '2027-02-18' })
    expect((await shop.call('GET /api/services/tour?date=2026-02-30')).status).toBe(422)
  })
  it('follow sales and cancellations of the last places', async () => {
    const tour = await tourOf({ time_slots: ['09:00'] })
    await refresh()
    await runWaiting()
    const day = '2026-12-01'
    await book(shop.core, tour, { travel_time: '09:00', adults_count: 1 })
    expect(await runWaiting()).toBe(0)
    const last = await book(shop.core, tour, { travel_time: '09:00', adults_count: 1, customer_email: 'b@example.com' })
    expect(await runWaiting()).toBe(1)
    expect(await isListed(tour, day)).toBe(false)
    await decideStatus(shop.core, admin, last.id, 'cancel')
    expect(await runWaiting()).toBe(1)
    expect(await isListed(tour, day)).toBe(true)
  })
  it('follow staff: a changed departure, blocked dates, a saved item', async () => {
    const tour = await tourOf({ time_slots: ['09:00'] })
    await refresh()
    const change = { time: '09:00', version: 1, capacity: null, prices: null, note: null, guide: null, is_closed: true }
    const path = `PUT /api/admin/services/${tour.id}/departures/2026-11-22`
    expect((await shop.call(path, change, staff.headers)).status).toBe(200)
    await runWaiting()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-23' } })
    const block = { service_id: null, from: '2026-11-22', to: '2026-11-27', reason: 'Holidays' }
    const blocked = await shop.call('POST /api/admin/blocked-dates', block, staff.headers)
    await runWaiting()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-28' } })
    await shop.call(`DELETE /api/admin/blocked-dates/${blocked.json().id as string}`, undefined, staff.headers)
    await runWaiting()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-23' } })
    const saved = await shop.call(
      `PATCH /api/admin/services/${tour.id}`,
      { id: tour.id, version: tour.version, details: season({ from: '2026-12-05', to: null }) },
      (await shop.signIn('admin')).headers,
    )
    expect(saved.status, saved.text).toBe(200)
    expect(await cardOf(tour)).toMatchObject({ availability: null })
    await runWaiting()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-12-05' } })
  })
  it('differ where items with the same schedules are closed on a day, are sold out, or have prices of their own', async () => {
    const alike = { time_slots: ['09:00'], slot_capacity: 1 }
    const [plain, closed, sold] = [await tourOf(alike), await tourOf(alike), await tourOf(alike)]
    const dearer = await tourOf({ ...alike, price_adult: 20_000 })
    await book(shop.core, sold, { travel_date: '2026-11-22', travel_time: '09:00', adults_count: 1 })
    const block = { service_id: closed.id, from: '2026-11-22', to: '2026-11-24', reason: 'Boat in the dock' }
    await shop.call('POST /api/admin/blocked-dates', block, staff.headers)
    await refresh()
    const cards = await Promise.all([plain, closed, sold, dearer].map((tour) => cardOf(tour)))
    expect(cards.map((card) => card?.availability?.next_day)).toEqual([
      '2026-11-22',
      '2026-11-25',
      '2026-11-23',
      '2026-11-22',
    ])
    expect(cards.map((card) => card?.from?.minor)).toEqual([10_000, 10_000, 10_000, 20_000])
  })
  it('follow the clock and the cut-off of the agency', async () => {
    const tour = await tourOf({ time_slots: ['15:00'] })
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-21' } })
    shop.core.clock.set('2026-11-21T11:30:00Z')
    expect(await cardOf(tour)).toMatchObject({ availability: null })
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-22' } })
    await saveSettings(shop.core, admin, { cut_off_minutes: 2 * 24 * 60 })
    await refresh()
    expect(await cardOf(tour)).toMatchObject({ availability: { next_day: '2026-11-24' } })
    await saveSettings(shop.core, admin, { cut_off_minutes: 0 })
    shop.core.clock.set('2026-11-21T08:00:00Z')
    await refresh()
  })
  it('keep the audit trail free of prices that follow from departures', async () => {
    const tour = await tourOf(season({ prices: { price_adult: 6_000 } }))
    await refresh()
    await saveService(shop.core, admin, { kind: 'tour', id: tour.id, version: tour.version, summary: 'New words' })
    const entry = await shop.core.db
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', tour.id)
      .where('action', '=', 'service.updated')
      .executeTakeFirstOrThrow()
    expect(Object.keys(entry.after as object).sort()).toEqual(['summary', 'version'])
  })
  it('cost one statement when filtered by a day, and a refresh four for many items', async () => {
    const count = async (work: () => Promise<unknown>) =>
      (await countStatements(shop.core.pool).during(work)).statements
        .map(({ text }) => text)
        .filter((text) => !/from "?(settings|exchange_rates)|pg_notify|as least/.test(text))
    // A running shop caches the settings, the rates and the facets.
    expect(await count(() => list('&date=2026-12-01'))).toHaveLength(1)
    for (let n = 0; n < 30; n++) await tourOf()
    // The stale ones, their departures, days, prices, and that none is left.
    expect(await count(refresh)).toHaveLength(5)
    expect(await count(refresh)).toHaveLength(1)
    expect(await count(() => list('&date=2026-12-01'))).toHaveLength(1)
  })
})
