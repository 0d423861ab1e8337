import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { AdminService } from '../contract.ts'
import { maxItems, type PriceOutcome, type PricePreview, type RecentPriceChange } from './contract.ts'
import { forgetPriceChanges } from './queries.server.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})
beforeEach(() => shop.core.clock.advance(1))

type Body = Record<string, unknown>
const call = (route: string, body?: Body, more: Record<string, string> = {}) =>
  shop.call(route, body, { ...staff, ...more })
async function ok<T>(route: string, body?: Body, more?: Record<string, string>): Promise<T> {
  const answer = await call(route, body, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
const add = (title: string, details: Body = {}, more: Body = {}) =>
  ok<AdminService>('POST /api/admin/services', {
    ...{ kind: 'tour', title, ...more },
    details: { price_adult: 10_000, price_child: 6_000, price_infant: 0, location: 'Dubai', ...details },
  })
const get = (id: string) => ok<AdminService>(`GET /api/admin/services/${id}`)
const patch = (id: string, body: Body) => ok<AdminService>(`PATCH /api/admin/services/${id}`, body)

const fields = ['price_adult', 'price_child', 'price_infant']
const tenPercent = { direction: 'raise', by: { unit: 'percent', percent: '10' }, rounding: 'none', fields }
const lowerBy = (minor: number, currency = 'USD') => ({
  ...{ direction: 'lower', rounding: 'none', fields },
  by: { unit: 'amount', amount: { minor, currency } },
})
const preview = (which: Body, change: Body = tenPercent, kind = 'tour') =>
  ok<PricePreview>('POST /api/admin/price-changes/preview', { kind, change, which })
type Applied = PriceOutcome & { id: string }
const apply = (items: readonly { id: string; version: number }[], change: Body = tenPercent, key?: string) =>
  ok<Applied>(
    'POST /api/admin/price-changes',
    { kind: 'tour', change, items: items.map(({ id, version }) => ({ id, version })) },
    key ? { 'idempotency-key': key } : {},
  )
const undo = (id: string) => call(`POST /api/admin/price-changes/${id}/undo`, {})
const pricesOf = async ({ id }: { id: string }) => {
  const { details } = await get(id)
  return fields.map((name) => details[name])
}
const audits = () =>
  shop.core.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_id', 'before', 'after', 'actor_name'])
    .where('at', '=', shop.core.clock())
    .execute()

describe('the preview', () => {
  it('shows old and new prices of what the filter matches, and stores nothing', async () => {
    const season = { from: '2027-06-01', to: null, starts: 'times', times: ['09:00'], prices: { price_adult: 8_000 } }
    const one = await add('Previewed one', { schedules: [season] })
    await add('Previewed two', {}, { status: 'inactive' })
    const all = await preview({ filter: { q: 'previewed' } })
    expect(all.rows.map(({ title, reason }) => [title, reason])).toEqual([
      ['Previewed one', null],
      ['Previewed two', null],
    ])
    expect(all.rows[0]?.steps).toEqual([
      { field: 'price_adult', season: null, rule: null, before: 10_000, after: 11_000 },
      { field: 'price_child', season: null, rule: null, before: 6_000, after: 6_600 },
      { field: 'price_adult', season: 0, rule: null, before: 8_000, after: 8_800 },
    ])
    const active = await preview({ filter: { q: 'previewed', status: 'active' } })
    expect(active.rows.map(({ title }) => title)).toEqual(['Previewed one'])
    expect(await get(one.id)).toEqual(one)
  })

  it('names items that would be refused, and counts those without a change', async () => {
    const cheap = await add('Refused cheap', { price_child: 500 })
    const rupees = await add('Refused rupees', {}, { currency: 'INR' })
    const free = await add('Refused free', { price_adult: 0, price_child: null })
    const ids = [cheap, rupees, free].map(({ id }) => id)
    const { rows, unchanged } = await preview({ ids }, lowerBy(500))
    expect(rows.map(({ title, reason }) => [title, reason])).toEqual([
      ['Refused cheap', 'A price would be zero or less'],
      ['Refused rupees', 'The prices are in INR'],
    ])
    expect(unchanged).toBe(1)
  })

  it('judges the new prices by the rules of the kind', async () => {
    const details = {
      price: 100_000,
      price_child: 90_000,
      duration_days: 7,
      duration_nights: 6,
      departure_city: 'Delhi',
    }
    const item = await ok<AdminService>('POST /api/admin/services', { kind: 'umrah', title: 'Judged', details })
    const change = { ...lowerBy(50_000), fields: ['price'] }
    const { rows } = await preview({ ids: [item.id] }, change, 'umrah')
    expect(rows[0]?.reason).toBe('Child price (2-11 years): Cannot be higher than the price per person')
  })

  it.each([
    [{ ...tenPercent, by: { unit: 'percent', percent: '0' } }, 'change.by.percent'],
    [{ ...tenPercent, by: { unit: 'percent', percent: '1.234' } }, 'change.by.percent'],
    [lowerBy(0), 'change.by.amount'],
    [lowerBy(100, 'JPY'), 'change.by.amount'],
    [{ ...tenPercent, fields: [] }, 'change.fields'],
    [{ ...tenPercent, fields: ['capacity'] }, 'change.fields'],
  ])('refuses %j', async (change, path) => {
    const which = { filter: {} }
    const refused = await call('POST /api/admin/price-changes/preview', { kind: 'tour', change, which })
    expect(refused.status, refused.text).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path }])
  })

  it(`takes at most ${maxItems} items`, async () => {
    await sql`insert into services (id, kind, slug, title, currency, facets, details)
      select gen_random_uuid(), 'package', n::text, 'Package', 'USD', '{}', '{}'
      from generate_series(1, ${maxItems + 1}) n`.execute(shop.core.db)
    const body = { kind: 'package', change: tenPercent, which: { filter: {} } }
    const refused = await call('POST /api/admin/price-changes/preview', body)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'catalogue/too-many-items' })
  })
})

describe('a price change', () => {
  it('stores the previewed prices, with one audit entry that names the items', async () => {
    const items = [await add('Changed one'), await add('Changed two', { price_adult: 20_000 })]
    shop.core.clock.advance(1)
    const done = await apply(items)
    expect(done).toMatchObject({ done: 2, refused: [] })
    expect(await Promise.all(items.map(pricesOf))).toEqual([
      [11_000, 6_600, 0],
      [22_000, 6_600, 0],
    ])
    expect(await get(items[0]?.id ?? '')).toMatchObject({ version: 2, from: { minor: 11_000 } })
    expect(await audits()).toEqual([
      {
        ...{ action: 'prices.changed', subject_id: done.id, actor_name: 'Test content' },
        before: {
          'Changed one': { price_adult: '100.00 USD', price_child: '60.00 USD' },
          'Changed two': { price_adult: '200.00 USD', price_child: '60.00 USD' },
        },
        after: {
          ...{ kind: 'tour', change: tenPercent },
          'Changed one': { price_adult: '110.00 USD', price_child: '66.00 USD' },
          'Changed two': { price_adult: '220.00 USD', price_child: '66.00 USD' },
        },
      },
    ])
  })

  it('refuses an item that changed since the preview or is gone, and changes the others', async () => {
    const [kept, edited, trashed] = [await add('Sure'), await add('Edited'), await add('Trashed')]
    await patch(edited.id, { version: 1, details: { price_adult: 15_000 } })
    await ok(`DELETE /api/admin/services/${trashed.id}`, { version: 1 })
    const done = await apply([kept, edited, trashed, { id: crypto.randomUUID(), version: 1 }])
    expect(done.done).toBe(1)
    expect(done.refused.map(({ title, reason }) => [title, reason])).toEqual([
      ['Edited', 'Changed by someone else in the meantime'],
      ['Trashed', 'In the trash'],
      ['', 'No longer exists'],
    ])
    expect(await pricesOf(edited)).toEqual([15_000, 6_000, 0])
  })

  it('happens once when the request is repeated, with a key and without', async () => {
    const item = await add('Repeated')
    const key = crypto.randomUUID()
    const first = await apply([item], tenPercent, key)
    expect(await apply([item], tenPercent, key)).toEqual(first)
    expect(await apply([item])).toMatchObject({ id: null, done: 0, refused: [{ id: item.id }] })
    expect(await pricesOf(item)).toEqual([11_000, 6_600, 0])
  })

  it('leaves bookings at their price', async () => {
    const item = await add('Booked')
    const person = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
    const trip = { service_type: 'tour', service_id: item.id, travel_date: '2026-12-20', travel_time: '14:00' }
    const made = await shop.call('POST /api/bookings', { ...trip, ...person, adults_count: 2 })
    expect(made.status, made.text).toBe(200)
    const { booking } = made.json() as { booking: { id: string } }
    await apply([item])
    const stored = shop.core.db.selectFrom('bookings').select('final_minor').where('id', '=', booking.id)
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ final_minor: 20_000 })
    const quote = await shop.call('POST /api/quotes', { ...trip, adults_count: 2 })
    expect(JSON.stringify(quote.json())).toContain('22000')
  })

  it('is for staff of the catalogue only', async () => {
    const customer = (await shop.signIn('customer')).headers
    const body = { kind: 'tour', change: tenPercent, items: [{ id: crypto.randomUUID(), version: 1 }] }
    expect((await shop.call('POST /api/admin/price-changes', body, customer)).status).toBe(403)
    expect((await shop.call('POST /api/admin/price-changes', body)).status).toBe(401)
  })
})

describe('undoing a price change', () => {
  it('puts old prices back, also of an item that was otherwise edited, with an audit entry', async () => {
    const season = { from: '2027-06-01', to: null, starts: 'times', times: ['09:00'], prices: { price_adult: 8_000 } }
    const [one, two] = [await add('Undone one', { schedules: [season] }), await add('Undone two')]
    const { id } = await apply([one, two])
    await patch(two.id, { version: 2, title: 'Undone three' })
    shop.core.clock.advance(1)
    expect((await undo(id)).json()).toEqual({ done: 2, refused: [] })
    expect((await get(one.id)).details).toEqual(one.details)
    expect(await get(two.id)).toMatchObject({ title: 'Undone three', details: two.details })
    expect(await audits()).toMatchObject([
      {
        action: 'prices.put-back',
        before: { 'Undone one': { price_adult: '110.00 USD', 'schedules.1.price_adult': '88.00 USD' } },
        after: { 'Undone one': { price_adult: '100.00 USD', 'schedules.1.price_adult': '80.00 USD' }, kept: [] },
      },
    ])
  })

  it('keeps a price that was changed since, and says so', async () => {
    const [one, two, gone] = [await add('Since one'), await add('Since two'), await add('Since gone')]
    const { id } = await apply([one, two, gone])
    await patch(one.id, { version: 2, details: { price_adult: 12_345 } })
    await ok(`DELETE /api/admin/services/${gone.id}`, { version: 2 })
    expect((await undo(id)).json()).toEqual({
      done: 1,
      refused: [
        { id: one.id, title: 'Since one', reason: 'The prices have been changed since' },
        { id: gone.id, title: 'Since gone', reason: 'In the trash' },
      ],
    })
    expect(await pricesOf(one)).toEqual([12_345, 6_600, 0])
    expect(await pricesOf(two)).toEqual([10_000, 6_000, 0])
  })

  it('happens once, is listed, and ends after 30 days', async () => {
    const item = await add('Listed')
    const { id } = await apply([item])
    const listed = async () =>
      (await ok<{ items: RecentPriceChange[] }>('GET /api/admin/price-changes?kind=tour')).items.find(
        (each) => each.id === id,
      )
    expect(await listed()).toMatchObject({
      change: tenPercent,
      count: 1,
      titles: ['Listed'],
      by: 'Test content',
      undone: null,
    })
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await pricesOf(item)).toEqual([10_000, 6_000, 0])
    expect((await listed())?.undone).toMatchObject({ by: 'Test content' })
    const later = await apply([{ id: item.id, version: 3 }])
    shop.core.clock.advance(30 * 86_400 + 1)
    expect(await listed()).toBeUndefined()
    expect((await undo(later.id)).status).toBe(404)
    await forgetPriceChanges(shop.core)
    expect(await shop.core.db.selectFrom('price_changes').select('id').execute()).toEqual([])
  })
})
