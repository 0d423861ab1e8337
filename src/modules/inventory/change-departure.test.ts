import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { listenForInvalidation } from '../../platform/cache-invalidation.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  codeOf,
  recordOf,
  requestFor,
  visitor,
} from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { changeDeparture, type DepartureChange } from './change-departure.server.ts'

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})

const tourOf = (capacity: number | null = 12) =>
  addService(shop.core, 'tour', { time_slots: ['10:00', '14:00'], slot_capacity: capacity })
const plain = { capacity: null, prices: null, note: null, guide: null, is_closed: false, version: 1 }
type Change = Partial<Omit<DepartureChange, 'service_id'>>
const put = ({ id }: CatalogueService, { date = '2026-12-01', ...change }: Change, headers: object = staff.headers) =>
  shop.call(
    `PUT /api/admin/services/${id}/departures/${date}`,
    { time: '10:00', ...plain, ...change },
    headers as Session['headers'],
  )
/** Changes the departure of 1 December at 10:00 and returns its new version. */
async function change(tour: CatalogueService, given: Change): Promise<number> {
  const answer = await put(tour, given)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().version as number
}
const stored = (tour: CatalogueService) =>
  shop.core.db.selectFrom('departures').selectAll().where('service_id', '=', tour.id).executeTakeFirst()
const problemOf = async (answer: ReturnType<typeof put>) => {
  const { status, json } = await answer
  const { errors = [] } = json() as { errors?: { path: string }[] }
  return [status, ...errors.map(({ path }) => path)]
}

/** What shop, quote, API and staff sale say about the departure. */
async function seen(tour: CatalogueService) {
  const path = `/api/services/tour/${tour.id}/availability?from=2026-12-01&to=2026-12-01`
  const { days } = (await shop.call(`GET ${path}`)).json() as {
    days: { departures: { time: string; state: string; left: number | null; from: { minor: number } }[] }[]
  }
  const { customer_name, customer_email, customer_phone, ...choice } = requestFor(tour, { adults_count: 1 })
  const quote = (await shop.call('POST /api/quotes', choice)).json() as {
    price: { final: { minor: number } }
    errors: { path: string }[]
  }
  const { state, left, from } = days[0]!.departures.find(({ time }) => time === '10:00')!
  return {
    state,
    left,
    from: from.minor,
    quoted: quote.price.final.minor,
    errors: quote.errors.map(({ path }) => path),
  }
}
const sellByStaff = (tour: CatalogueService, adults = 1) =>
  shop.call('POST /api/admin/bookings', requestFor(tour, { adults_count: adults }), staff.headers)

describe('a closed departure', () => {
  it('is closed in calendar, quote, shop and staff sale at once, and open again when it is opened', async () => {
    const tour = await tourOf()
    const version = await change(tour, { is_closed: true })
    expect(await seen(tour)).toMatchObject({ state: 'closed', errors: ['travel_time'] })
    expect(await codeOf(book(shop.core, tour))).toBe('booking/invalid')
    expect((await sellByStaff(tour)).status).toBe(422)
    await book(shop.core, tour, { travel_time: '14:00' })
    await change(tour, { version })
    expect(await seen(tour)).toMatchObject({ state: 'open', errors: [] })
    expect((await sellByStaff(tour)).status).toBe(200)
  })
  it('keeps its bookings', async () => {
    const tour = await tourOf()
    const { id } = await book(shop.core, tour)
    await change(tour, { is_closed: true })
    expect(await recordOf(shop.core, id)).toMatchObject({ booking_status: 'pending', places: 2 })
    expect(await stored(tour)).toMatchObject({ taken: 2, is_closed: true, version: 2 })
  })
})

describe("a departure's own capacity", () => {
  it('holds everywhere at once, and empty means as the schedule says', async () => {
    const tour = await tourOf(12)
    const version = await change(tour, { capacity: 1 })
    expect(await seen(tour)).toMatchObject({ state: 'few', left: 1, errors: [] })
    expect(await codeOf(book(shop.core, tour, { adults_count: 2 }))).toBe('booking/slot-full')
    expect((await sellByStaff(tour, 2)).status).toBe(409)
    await change(tour, { version, capacity: null })
    await book(shop.core, tour, { adults_count: 12 }, admin)
    expect(await codeOf(book(shop.core, tour, { adults_count: 1 }))).toBe('booking/slot-full')
  })
  it('lowered below what is taken takes no place from anybody', async () => {
    const tour = await tourOf(12)
    const { id } = await book(shop.core, tour, { adults_count: 6 })
    await change(tour, { capacity: 4 })
    expect(await recordOf(shop.core, id)).toMatchObject({ places: 6, booking_status: 'pending' })
    expect(await stored(tour)).toMatchObject({ taken: 6, capacity: 4 })
    expect(await seen(tour)).toMatchObject({ state: 'sold_out', errors: ['travel_time'] })
  })
})

describe("a departure's own prices", () => {
  it('hold in calendar, quote, shop and staff sale at once', async () => {
    const tour = await tourOf()
    const version = await change(tour, { prices: { price_adult: 7_000 } })
    expect(await seen(tour)).toMatchObject({ from: 7_000, quoted: 7_000 })
    expect(await book(shop.core, tour, { adults_count: 2, children_count: 1 })).toMatchObject({ final_minor: 20_000 })
    expect((await sellByStaff(tour)).json()).toMatchObject({ booking: { final_amount: { minor: 7_000 } } })
    await change(tour, { version })
    expect(await seen(tour)).toMatchObject({ from: 10_000, quoted: 10_000 })
  })
  it('refuse a customer who was shown another price, and charge nobody afterwards', async () => {
    const tour = await tourOf()
    const before = await book(shop.core, tour)
    await change(tour, { prices: { price_adult: 12_000 } })
    const expected_amount = { minor: 20_000, currency: 'USD' }
    expect(await codeOf(book(shop.core, tour, { expected_amount }))).toBe('booking/price-changed')
    await book(shop.core, tour, { expected_amount: { minor: 24_000, currency: 'USD' } })
    expect(await recordOf(shop.core, before.id)).toMatchObject({ final_minor: 20_000 })
  })
  it('obey the price fields of the kind', async () => {
    const tour = await tourOf()
    expect(await problemOf(put(tour, { prices: { price_pet: 100 } }))).toEqual([422, 'prices.price_pet'])
    expect(await problemOf(put(tour, { prices: { group_size: 3 } }))).toEqual([422, 'prices.group_size'])
    for (const minor of [-1, 1.5, 1e15]) expect((await put(tour, { prices: { price_adult: minor } })).status).toBe(422)
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`price_${n}`, 1]))
    expect((await put(tour, { prices: many })).status).toBe(422)
    expect(await stored(tour)).toBeUndefined()
  })
})

describe('a change of a departure', () => {
  it('is refused when somebody else has changed it meanwhile, but not because it was sold', async () => {
    const tour = await tourOf()
    await book(shop.core, tour)
    const version = await change(tour, { note: 'Small boat' })
    expect((await put(tour, { note: 'Large boat' })).status).toBe(409)
    await book(shop.core, tour)
    await change(tour, { version, note: 'Large boat', guide: 'Omar' })
    expect(await stored(tour)).toMatchObject({ note: 'Large boat', guide: 'Omar', taken: 4 })
  })
  it('of two at once is made once', async () => {
    const tour = await tourOf()
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((note) => put(tour, { note })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await stored(tour)).toMatchObject({ version: 2 })
  })
  it('is refused for departures that do not exist or have started', async () => {
    const tour = await tourOf()
    expect((await put(tour, { time: '11:00' })).status).toBe(404)
    expect((await put(tour, { time: null })).status).toBe(404)
    expect((await put(tour, { date: '2026-11-20' })).status).toBe(409)
    expect((await put(tour, { date: '2026-11-21' })).status).toBe(409)
    await change(tour, { date: '2026-11-21', time: '14:00' })
    expect((await put({ ...tour, id: '0198c000-0000-7000-8000-00000000dead' }, {})).status).toBe(404)
    expect((await put(await addService(shop.core, 'visa'), { time: null })).status).toBe(404)
  })
  it('needs the permission for bookings', async () => {
    const tour = await tourOf()
    for (const role of ['content', 'customer'] as const)
      expect((await put(tour, {}, (await shop.signIn(role)).headers)).status).toBe(403)
    expect((await put(tour, {}, {})).status).toBe(401)
    expect(await stored(tour)).toBeUndefined()
  })
  it('is audited with the values before and after', async () => {
    const tour = await tourOf()
    const version = await change(tour, { capacity: 8 })
    await change(tour, { version, capacity: 9, is_closed: true, guide: ' ' })
    const { rows } = await sql<{ action: string; before: object; after: object }>`
      select action, before, after from audit_entries where subject_id = ${(await stored(tour))?.id} order by at, id`.execute(
      shop.core.db,
    )
    expect(rows).toMatchObject([
      { action: 'departure.changed', before: null, after: { capacity: 8, service_title: tour.title } },
      {
        before: { capacity: 8, is_closed: false },
        after: { date: '2026-12-01', time: '10:00', capacity: 9, is_closed: true, guide: null },
      },
    ])
  })
  it('drops cached pages of the service on every node', async () => {
    const tour = await tourOf()
    const heard = vi.fn()
    const stop = await listenForInvalidation(shop.core, heard)
    await change(tour, { is_closed: true })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['catalogue', `service:${tour.id}`]))
    await stop()
  })
})

/** A sale may win the lock before the change; it counts as sold then. */
const outcomeOf = (sale: Promise<unknown>): Promise<string> =>
  sale.then(
    () => 'sold',
    (error: { code: string }) => error.code,
  )

describe('closing while customers book', () => {
  const close = (tour: CatalogueService) =>
    changeDeparture(shop.core, admin, {
      ...plain,
      ...{ service_id: tour.id, date: '2026-12-01', time: '10:00', is_closed: true, return_date: null },
    })
  const takenOf = async (tour: CatalogueService) => (await stored(tour))?.taken ?? 0
  const sell = (tour: CatalogueService, n: number) =>
    book(shop.core, tour, { customer_email: `guest${n}@example.com`, adults_count: 1 }, n % 3 === 0 ? admin : visitor)

  const waiting = async (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.core.db)
      expect(rows[0]?.n).toBe(count)
    }, 20_000)
  it('sells nothing after the close was acknowledged, though sales had read the departure before', async () => {
    const tour = await tourOf(null)
    await sell(tour, 0)
    const locked = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const holding = shop.core.db.transaction().execute(async (trx) => {
      await sql`select from departures where service_id = ${tour.id} for update`.execute(trx)
      locked.resolve()
      await open.promise
    })
    await locked.promise
    const closing = close(tour)
    await waiting(1)
    const sales = [1, 2, 3, 4].map((n) => outcomeOf(sell(tour, n)))
    await waiting(5)
    open.resolve()
    await holding
    await closing
    const atClose = await takenOf(tour)
    const outcomes = await Promise.all(sales)
    for (const outcome of outcomes) expect(['booking/slot-full', 'sold']).toContain(outcome)
    expect(await takenOf(tour)).toBe(atClose)
    expect(outcomes.filter((outcome) => outcome === 'sold').length + 1).toBe(atClose)
    expect(await codeOf(sell(tour, 99))).toBe('booking/invalid')
  })
  it('sells nothing after the close of a departure that nobody had booked', async () => {
    const tour = await tourOf(null)
    const sales = Array.from({ length: 40 }, (_, n) => sell(tour, n))
    await Promise.race(sales)
    await close(tour)
    const atClose = await takenOf(tour)
    const results = await Promise.allSettled(sales)
    const codes = results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    )
    for (const code of codes) expect(['booking/slot-full', 'booking/invalid']).toContain(code)
    expect(await takenOf(tour)).toBe(atClose)
    expect(atClose).toBe(results.length - codes.length)
  })
  it('(control) a sale that looks first and updates without the condition sells afterwards', async () => {
    const tour = await tourOf(null)
    await sell(tour, 1)
    const { id, is_closed: wasClosed } = (await stored(tour))!
    expect(wasClosed).toBe(false)
    await close(tour)
    const atClose = await takenOf(tour)
    await sql`update departures set taken = taken + 1 where id = ${id}`.execute(shop.core.db)
    expect(await takenOf(tour)).toBeGreaterThan(atClose)
  })
})
