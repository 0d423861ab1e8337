import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import type { AdminService, AdminServiceRow } from './contract.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})

const tour = { price_adult: 10_000, location: 'Dubai', duration: '6 hours' }
type Body = Record<string, unknown>
const call = (route: string, body?: Body) => shop.call(route, body, staff)
async function add(title: string, more: Body = {}): Promise<AdminService> {
  shop.core.clock.advance(1)
  const answer = await call('POST /api/admin/services', { kind: 'tour', title, details: tour, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as AdminService
}
async function list(query: Record<string, string>): Promise<{ items: AdminServiceRow[]; total: number }> {
  const answer = await call(`GET /api/admin/services?${new URLSearchParams({ kind: 'tour', ...query })}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as { items: AdminServiceRow[]; total: number }
}
const titles = async (query: Record<string, string>) => (await list(query)).items.map((item) => item.title)
const get = async (id: string) => (await call(`GET /api/admin/services/${id}`)).json() as unknown as AdminService
const audits = (id: string) =>
  shop.core.db.selectFrom('audit_entries').select(['action', 'actor_name']).where('subject_id', '=', id).execute()

describe('the staff list', () => {
  it('starts by title, and every column sorts up and down, with empty values last', async () => {
    const details = (price_adult: number, location: string) => ({ ...tour, price_adult, location })
    await add('Sorted banana', { details: details(30_000, 'Ajman') })
    await add('Sorted Apple', { details: details(20_000, ''), currency: 'INR', is_featured: true })
    await add('sorted cherry', { details: details(10_000, 'Dubai'), status: 'inactive' })
    const sorted = (sort: string, direction = 'asc') => titles({ q: 'sorted', sort, direction })
    expect(await titles({ q: 'sorted' })).toEqual(['Sorted Apple', 'Sorted banana', 'sorted cherry'])
    expect(await sorted('title', 'desc')).toEqual(['sorted cherry', 'Sorted banana', 'Sorted Apple'])
    expect(await sorted('location')).toEqual(['Sorted banana', 'sorted cherry', 'Sorted Apple'])
    expect(await sorted('location', 'desc')).toEqual(['sorted cherry', 'Sorted banana', 'Sorted Apple'])
    // 200 rupees are worth less than 100 dollars.
    for (const column of ['price_adult', 'from'])
      expect(await sorted(column), column).toEqual(['Sorted Apple', 'sorted cherry', 'Sorted banana'])
    expect((await sorted('status', 'desc'))[0]).toBe('sorted cherry')
    expect((await sorted('is_featured', 'desc'))[0]).toBe('Sorted Apple')
    expect((await sorted('updated_at', 'desc'))[0]).toBe('sorted cherry')
    for (const sort of ['description', 'search_text', 'constructor', "title'; drop table services"])
      expect((await call(`GET /api/admin/services?${new URLSearchParams({ kind: 'tour', sort })}`)).status).toBe(422)
  })

  it('has pages that reach every item, with the total [A042]', async () => {
    for (let n = 0; n < 5; n++) await add(`Paged ${n}`)
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ q: 'paged', limit: '2', page })))
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(pages.flatMap(({ items }) => items.map((item) => item.title))).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Paged ${n}`),
    )
  })

  it('includes inactive items, and archived ones only on request', async () => {
    const on = await add('Status on')
    await add('Status off', { status: 'inactive' })
    const gone = await add('Status gone')
    await call('POST /api/admin/services/changes', { action: 'archive', items: [{ id: gone.id, version: 1 }] })
    expect(await titles({ q: 'status' })).toEqual(['Status off', 'Status on'])
    expect(await titles({ q: 'status', status: 'active' })).toEqual(['Status on'])
    expect(await titles({ q: 'status', status: 'archived' })).toEqual(['Status gone'])
    const [row] = (await list({ q: 'status', status: 'active' })).items
    expect(row).toMatchObject({ id: on.id, from: { minor: 10_000, currency: 'USD' }, details: { location: 'Dubai' } })
    expect(row?.details).not.toHaveProperty('itinerary')
  })
})

describe('an item', () => {
  it('becomes active with its kind’s defaults, and returns what was saved [A059, A062]', async () => {
    const made = await add('Made', { summary: 'Short', details: { ...tour, highlights: 'First\n\n  Second ' } })
    expect(made).toMatchObject({ status: 'active', is_featured: false, currency: 'USD', slug: 'made', version: 1 })
    expect(made.details).toMatchObject({ instant_confirmation: true, free_cancellation: true, price_adult: 10_000 })
    expect(made.details.highlights).toEqual(['First', 'Second'])
    expect(await get(made.id)).toEqual(made)
  })

  it('changes only the fields that were sent, with an audit entry', async () => {
    const made = await add('Changed')
    shop.core.clock.advance(5)
    const answer = await call(`PATCH /api/admin/services/${made.id}`, { version: 1, details: { price_adult: 12_050 } })
    expect(answer.status, answer.text).toBe(200)
    const changed = await get(made.id)
    expect(changed).toMatchObject({ title: 'Changed', version: 2, created_at: made.created_at })
    expect(changed.details).toEqual({ ...made.details, price_adult: 12_050 })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at))
    expect(await audits(made.id)).toMatchObject([
      { action: 'service.created', actor_name: 'Test content' },
      { action: 'service.updated', actor_name: 'Test content' },
    ])
  })

  it('is not overwritten from an old version, and refuses values that break a rule [A047, A052]', async () => {
    const made = await add('Contested')
    const change = (body: Body) => call(`PATCH /api/admin/services/${made.id}`, body)
    expect((await change({ version: 1, title: 'Theirs' })).status).toBe(200)
    const late = await change({ version: 1, title: 'Mine' })
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({ code: 'catalogue/version-conflict' })
    for (const [body, path] of [
      [{ title: ' ' }, 'title'],
      [{ details: { price_adult: null } }, 'details.price_adult'],
      [{ details: { price_adult: 10.5 } }, 'details.price_adult'],
      [{ details: { surprise: 1 } }, 'details.surprise'],
    ] as const) {
      const refused = await change({ version: 2, ...body })
      expect(refused.status, path).toBe(422)
      expect(refused.json().errors).toMatchObject([{ path }])
    }
    expect(await get(made.id)).toMatchObject({ title: 'Theirs', version: 2, details: made.details })
    expect((await call('POST /api/admin/services', { kind: 'tour', title: 'No price' })).status).toBe(422)
    expect((await call('POST /api/admin/services', { kind: 'tour', details: tour })).status).toBe(422)
  })

  it('refuses null bytes, which the database cannot store, in columns and details', async () => {
    const made = await add('Whole')
    for (const body of [{ title: 'Nu\u0000ll' }, { summary: '\u0000' }, { details: { description: 'Nu\u0000ll' } }]) {
      const refused = await call(`PATCH /api/admin/services/${made.id}`, { version: 1, ...body })
      expect([refused.status, refused.json().code]).toEqual([400, 'request/malformed'])
    }
    expect(await get(made.id)).toEqual(made)
  })

  it('is copied as inactive, with its own slug', async () => {
    const made = await add('Original', { is_featured: true })
    const answer = await call(`POST /api/admin/services/${made.id}/copy`)
    expect(answer.json()).toMatchObject({
      title: 'Original (copy)',
      slug: 'original-copy',
      status: 'inactive',
      is_featured: false,
      details: made.details,
    })
    expect((await shop.call('GET /api/services/tour/original-copy')).status).toBe(404)
  })

  it('is deleted without bookings and archived with them, and the response says which [A065]', async () => {
    const free = await add('Free to go')
    const removal = await call(`DELETE /api/admin/services/${free.id}`, { version: 1 })
    expect(removal.json()).toEqual({ outcome: 'trashed', version: 2 })
    expect(await titles({ q: 'free to go' })).toEqual([])
    expect((await call(`DELETE /api/admin/trashed-services/${free.id}`, { version: 2 })).status).toBe(200)
    expect((await call(`GET /api/admin/services/${free.id}`)).status).toBe(404)

    const booked = await add('Booked once')
    const made = await shop.call('POST /api/bookings', {
      service_type: 'tour',
      service_id: booked.id,
      travel_date: '2027-03-01',
      travel_time: '10:00',
      adults_count: 1,
      customer_name: 'Ria Sen',
      customer_email: 'ria@example.com',
      customer_phone: '+919812345678',
      pickup_location: 'Hotel',
    })
    expect(made.status, made.text).toBeLessThan(300)
    expect((await call(`DELETE /api/admin/services/${booked.id}`, { version: 7 })).status).toBe(409)
    const archived = await call(`DELETE /api/admin/services/${booked.id}`, { version: 1 })
    expect(archived.json()).toEqual({ outcome: 'archived', version: 2 })
    expect((await shop.call(`GET /api/services/tour/${booked.slug}`)).status).toBe(404)
    const { booking } = made.json() as { booking: { id: string } }
    const support = (await shop.signIn('support')).headers
    const kept = await shop.call(`GET /api/admin/bookings/${booking.id}`, undefined, support)
    expect(kept.json().service_title).toBe('Booked once')
  })

  it('reports current and earlier slugs as taken', async () => {
    const made = await add('Known address')
    await call(`PATCH /api/admin/services/${made.id}`, { version: 1, slug: 'new-address' })
    const isFree = async (slug: string, id?: string) => {
      const query = new URLSearchParams({ kind: 'tour', slug, ...(id && { id }) })
      return (await call(`GET /api/admin/service-slugs?${query}`)).json().isFree
    }
    expect(await isFree('known-address')).toBe(false)
    expect(await isFree('new-address')).toBe(false)
    expect(await isFree('new-address', made.id)).toBe(true)
    expect(await isFree('nobodys-address')).toBe(true)
    expect(await isFree('Not an address')).toBe(false)
  })

  it('of any kind leaves the shop when deactivated and returns when activated [A061]', async () => {
    const kinds: Record<string, Body> = {
      package: { price_adult: 50_000, location: 'Abu Dhabi', days: 3, nights: 2 },
      ticket: { price_adult: 15_000 },
      transfer: { base_price: 15_000, transfer_type: 'Airport Transfer' },
      visa: { country: 'UAE', visa_type: '30 days', price: 9_000 },
      umrah: { price: 120_000, duration_days: 10, duration_nights: 9 },
      tour,
    }
    for (const [kind, details] of Object.entries(kinds)) {
      const made = await add(`Switched ${kind}`, { kind, details })
      const switchTo = (status: string, version: number) =>
        call(`PATCH /api/admin/services/${made.id}`, { version, status })
      const page = async () => (await shop.call(`GET /api/services/${kind}/${made.slug}`)).status
      const listed = async () => {
        const { items } = (await shop.call(`GET /api/services/${kind}?limit=100`)).json() as { items: { id: string }[] }
        return items.some((item) => item.id === made.id)
      }
      expect([await page(), await listed()], kind).toEqual([200, true])
      await switchTo('inactive', 1)
      expect([await page(), await listed()], kind).toEqual([404, false])
      await switchTo('active', 2)
      expect([await page(), await listed()], kind).toEqual([200, true])
    }
  })
})

describe('many items at once', () => {
  it('are changed one by one, and conflicting ones are skipped and reported', async () => {
    const [first, second, third] = [await add('Many one'), await add('Many two'), await add('Many three')]
    await call(`PATCH /api/admin/services/${second.id}`, { version: 1, title: 'Many changed' })
    const items = [first, second, third].map(({ id, version }) => ({ id, version }))
    const answer = await call('POST /api/admin/services/changes', { action: 'deactivate', items })
    const done = (item: AdminService) => ({ id: item.id, version: 2, status: 'inactive', is_in_trash: false })
    expect(answer.json()).toEqual({ done: 2, refused: [second.id], items: [done(first), done(third)] })
    expect(await titles({ q: 'many', status: 'inactive' })).toEqual(['Many one', 'Many three'])
    const archive = { action: 'archive', items: [{ id: first.id, version: 2 }] }
    const archived = (await call('POST /api/admin/services/changes', archive)).json()
    expect(archived).toMatchObject({ done: 1, refused: [], items: [{ version: 3, status: 'archived' }] })
    expect(await titles({ q: 'many', status: 'archived' })).toEqual(['Many one'])
  })

  it('are duplicated as inactive copies, those that changed meanwhile are not; and are no longer featured', async () => {
    const [first, second] = [await add('Twin one', { is_featured: true }), await add('Twin two')]
    await call(`PATCH /api/admin/services/${second.id}`, { version: 1, summary: 'Changed' })
    const items = [first, second].map(({ id, version }) => ({ id, version }))
    const answer = (await call('POST /api/admin/services/changes', { action: 'duplicate', items })).json()
    expect(answer).toMatchObject({ done: 1, refused: [second.id], items: [{ version: 1, status: 'inactive' }] })
    const copies = (await list({ q: 'twin', status: 'inactive' })).items
    expect(copies.map(({ title, is_featured }) => [title, is_featured])).toEqual([['Twin one (copy)', false]])
    expect(answer.items).toMatchObject(copies.map(({ id }) => ({ id })))
    const plain = { action: 'unfeature', items: items.slice(0, 1) }
    expect((await call('POST /api/admin/services/changes', plain)).json()).toMatchObject({ done: 1 })
    expect(await get(first.id)).toMatchObject({ is_featured: false })
  })
})

describe('the back office of the catalogue', () => {
  it('is open only to roles with catalogue access [A303, A304]', async () => {
    const made = await add('Guarded')
    const routes: [string, Body?][] = [
      ['GET /api/admin/services?kind=tour'],
      [`GET /api/admin/services/${made.id}`],
      ['POST /api/admin/services', { kind: 'tour', title: 'Sneaked in', details: tour }],
      [`PATCH /api/admin/services/${made.id}`, { version: 1, title: 'Taken' }],
      [`POST /api/admin/services/${made.id}/copy`],
      [`DELETE /api/admin/services/${made.id}`, { version: 1 }],
      [`POST /api/admin/services/${made.id}/restoration`, { version: 1 }],
      [`DELETE /api/admin/trashed-services/${made.id}`, { version: 1 }],
      ['POST /api/admin/services/changes', { action: 'archive', items: [{ id: made.id, version: 1 }] }],
      ['GET /api/admin/service-slugs?kind=tour&slug=guarded'],
      ['POST /api/admin/pictures', {}],
    ]
    const customer = (await shop.signIn()).headers
    const support = (await shop.signIn('support')).headers
    for (const [route, body] of routes) {
      expect((await shop.call(route, body)).status, route).toBe(401)
      expect((await shop.call(route, body, customer)).status, route).toBe(403)
      expect((await shop.call(route, body, support)).status, route).toBe(403)
    }
    expect(await get(made.id)).toEqual(made)
    expect(await titles({ q: 'sneaked' })).toEqual([])
  })
})
