import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, admin, book, codeOf, requestFor } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { addDeparture } from './add-departure.server.ts'
import { blockDates } from './blocked-dates.server.ts'

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})

const tourOf = () => addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: null })
const eid = { from: '2026-12-01', to: '2026-12-03', reason: 'Eid holidays' }
const post = (body: object, { headers } = staff) => shop.call('POST /api/admin/blocked-dates', body, headers)
async function block(service_id: string | null, more: object = {}): Promise<string> {
  const answer = await post({ ...eid, service_id, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.json().id as string
}
const unblock = (id: string) => shop.call(`DELETE /api/admin/blocked-dates/${id}`, undefined, staff.headers)
const onDay = (tour: CatalogueService, travel_date: string) => book(shop.core, tour, { travel_date, adults_count: 1 })
const stateOn = async ({ id }: CatalogueService, day: string) => {
  const path = `/api/services/tour/${id}/availability?from=${day}&to=${day}`
  return ((await shop.call(`GET ${path}`)).json() as { days: { state: string }[] }).days[0]?.state
}
const takenOf = async ({ id }: CatalogueService) => {
  const rows = await shop.core.db.selectFrom('departures').select('taken').where('service_id', '=', id).execute()
  return rows.reduce((sum, { taken }) => sum + taken, 0)
}

/** A sale may win the lock before the change; it counts as sold then. */
const outcomeOf = (sale: Promise<unknown>): Promise<string> =>
  sale.then(
    () => 'sold',
    (error: { code: string }) => error.code,
  )

describe('blocked dates', () => {
  it('of a service close its departures everywhere, and open them again when they are removed', async () => {
    const [tour, other] = [await tourOf(), await tourOf()]
    const id = await block(tour.id)
    for (const day of ['2026-12-01', '2026-12-03']) {
      expect(await stateOn(tour, day)).toBe('closed')
      expect(await codeOf(onDay(tour, day))).toBe('booking/invalid')
    }
    const sale = await shop.call('POST /api/admin/bookings', requestFor(tour), staff.headers)
    expect(sale.status).toBe(422)
    expect(await stateOn(tour, '2026-12-04')).toBe('open')
    expect(await stateOn(other, '2026-12-01')).toBe('open')
    const page = await shop.call(
      `GET /api/admin/services/${tour.id}/departures/2026-12-01?time=10:00`,
      undefined,
      staff.headers,
    )
    expect(page.json()).toMatchObject({ state: 'closed', is_closed: false, blocked_reason: 'Eid holidays' })
    const board = await shop.call('GET /api/admin/departures?from=2026-12-01&days=1', undefined, staff.headers)
    const services = board.json().services as { service_id: string; departures: { state: string }[] }[]
    expect(services.find(({ service_id }) => service_id === tour.id)?.departures).toMatchObject([{ state: 'closed' }])
    expect((await unblock(id)).status).toBe(200)
    await onDay(tour, '2026-12-01')
  })
  it('of the agency close every service, also departures that were added by hand', async () => {
    const tour = await tourOf()
    const addition = { capacity: null, prices: null, note: null, guide: null, return_date: null }
    await addDeparture(shop.core, admin, { service_id: tour.id, date: '2026-12-01', time: '18:00', ...addition })
    const id = await block(null)
    for (const travel_time of ['10:00', '18:00'])
      expect(await codeOf(book(shop.core, tour, { travel_time }))).toBe('booking/invalid')
    await unblock(id)
    await book(shop.core, tour, { travel_time: '18:00' })
  })
  it('keep the bookings of their days', async () => {
    const tour = await tourOf()
    await onDay(tour, '2026-12-01')
    const id = await block(tour.id)
    expect(await takenOf(tour)).toBe(1)
    await unblock(id)
  })
  it('are listed until they are over', async () => {
    const tour = await tourOf()
    const ids = [
      await block(tour.id),
      await block(null, { from: '2026-11-01', to: '2026-11-10' }),
      await block(null, { from: '2026-12-24', to: '2026-12-24' }),
    ]
    const list = await shop.call('GET /api/admin/blocked-dates', undefined, staff.headers)
    expect(list.json()).toMatchObject([
      { service_id: tour.id, service_title: tour.title, ...eid },
      { service_id: null, service_title: null, from: '2026-12-24' },
    ])
    for (const id of ids) expect((await unblock(id)).status).toBe(200)
    expect((await unblock(ids[0]!)).status).toBe(404)
  })
  it('are listed with as many statements for several services as for one', async () => {
    const counter = countStatements(shop.core.pool)
    const list = async () => {
      const get = () => shop.call('GET /api/admin/blocked-dates', undefined, staff.headers)
      const { result, statements } = await counter.during(get)
      expect(result.status).toBe(200)
      return statements.length
    }
    const ids = [await block((await tourOf()).id)]
    const forOne = await list()
    for (let more = 0; more < 3; more++) ids.push(await block((await tourOf()).id))
    expect(await list()).toBe(forOne)
    for (const id of ids) await unblock(id)
  })
  it('are shown in the editor of an item, with departures that were changed', async () => {
    const tour = await tourOf()
    const ids = [await block(tour.id), await block((await tourOf()).id)]
    await onDay(tour, '2026-12-05')
    const editor = await shop.signIn('content')
    const read = async (query: string) =>
      (await shop.call(`GET /api/admin/departure-exceptions${query}`, undefined, editor.headers)).json()
    expect(await read(`?service_id=${tour.id}`)).toMatchObject({
      departures: [{ date: '2026-12-05', is_closed: false, is_added: false, cut_off_hours: null }],
      blocked: [eid],
    })
    expect(await read('')).toEqual({ departures: [], blocked: [], resources: [] })
    for (const id of ids) await unblock(id)
  })
  it('need a reason, a range and the permission for bookings', async () => {
    const tour = await tourOf()
    for (const wrong of [
      { reason: ' ' },
      { to: '2026-11-30' },
      { to: '2028-01-01' },
      { from: 'x' },
      { service_id: 'x' },
    ])
      expect((await post({ service_id: tour.id, ...eid, ...wrong })).status).toBe(422)
    expect((await post({ ...eid, service_id: (await addService(shop.core, 'visa')).id })).status).toBe(404)
    expect((await post({ ...eid, service_id: '0198c000-0000-7000-8000-00000000dead' })).status).toBe(404)
    expect((await post({ ...eid, service_id: null }, await shop.signIn('content'))).status).toBe(403)
    expect(await stateOn(tour, '2026-12-01')).toBe('open')
  })
  it('are audited', async () => {
    const id = await block(null)
    await unblock(id)
    const entries = shop.core.db.selectFrom('audit_entries').select(['action', 'before', 'after'])
    expect(await entries.where('subject_id', '=', id).orderBy('at').orderBy('id').execute()).toMatchObject([
      { action: 'dates.blocked', before: null, after: { ...eid, service_title: null } },
      { action: 'dates.unblocked', before: eid, after: null },
    ])
  })
  it('sell nothing after they were acknowledged, though sales had read the service before', async () => {
    const tour = await tourOf()
    await onDay(tour, '2026-12-01')
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.core.db)
        expect(rows[0]?.n).toBe(count)
      }, 20_000)
    const locked = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const holding = shop.core.db.transaction().execute(async (trx) => {
      // Like a sale that is under way.
      await sql`update departures set taken = taken where service_id = ${tour.id}`.execute(trx)
      locked.resolve()
      await open.promise
    })
    await locked.promise
    const blocking = blockDates(shop.core, admin, { ...eid, service_id: tour.id })
    await waiting(1)
    const sales = [1, 2, 3].map((n) => outcomeOf(onDay(tour, `2026-12-0${n}`)))
    await waiting(4)
    open.resolve()
    await holding
    const { id } = await blocking
    const atBlock = await takenOf(tour)
    for (const outcome of await Promise.all(sales)) expect(['booking/slot-full', 'sold']).toContain(outcome)
    expect(await takenOf(tour)).toBe(atBlock)
    await unblock(id)
  })
})
