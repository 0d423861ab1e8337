import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { shopPages } from '../../tests/support/shop-pages.ts'
import { trashWorld } from '../../tests/support/trash.ts'
import type { AdminService } from '../modules/catalogue/contract.ts'

const world = await trashWorld({ pages: shopPages() })
const { shop, staff, other, call, add, trash, restore, deleteForGood, get, list } = world
const { inTwentyDays, book, actionsOf, runEmptyTrash, days } = world

/** Everywhere the shop shows or names the item. */
async function whereShown(item: AdminService, visitor: Record<string, string>): Promise<string[]> {
  const places: Record<string, string> = {
    page: `GET ${item.href}`,
    'page of its id': `GET /tours/${item.id}`,
    'API by slug': `GET /api/services/tour/${item.slug}`,
    'API by id': `GET /api/services/tour/${item.id}`,
    list: 'GET /api/services/tour?limit=100',
    'list page': 'GET /tours',
    search: 'GET /api/search?q=falcons',
    suggestions: 'GET /api/search/suggestions?q=falcons',
    home: 'GET /api/home',
    trending: 'GET /api/trending',
    sitemap: 'GET /sitemap.xml',
    'staff list': 'GET /api/admin/services?kind=tour&limit=100',
    'trending choices': 'GET /api/admin/trending/choices/tour',
    export: 'GET /api/admin/catalogue-export?kind=tour',
  }
  const shownIn: string[] = []
  for (const [place, route] of Object.entries(places)) {
    const isStaff = route.includes('/admin/')
    const answer = await shop.call(route, undefined, isStaff ? staff : {})
    if (isStaff) expect(answer.status, `${place}: ${answer.text}`).toBe(200)
    if (answer.status === 200 && (answer.text.includes(item.slug) || answer.text.includes(item.title)))
      shownIn.push(place)
  }
  const cards = await shop.call('POST /api/wish-list/cards', { ids: [item.id] })
  if (cards.text.includes(item.id)) shownIn.push('cards of wish lists')
  const wished = await shop.call('POST /api/my/wish-list', { add: [item.id], remove: [] }, visitor)
  if (wished.text.includes(item.id)) shownIn.push('wish list')
  await shop.call('POST /api/my/wish-list', { add: [], remove: [item.id] }, visitor)
  const quote = await shop.call('POST /api/quotes', {
    ...{ service_type: 'tour', service_id: item.id, travel_date: inTwentyDays(), travel_time: '14:00' },
    adults_count: 2,
  })
  if (quote.status === 200) shownIn.push('quote')
  return shownIn
}

describe('a deleted item', () => {
  it('leaves every place of the shop at once, cannot be booked, and returns as it was', async () => {
    const visitor = (await shop.signIn()).headers
    const item = await add('Trashed hawking', { is_featured: true, summary: 'With falcons' })
    await call('POST /api/admin/trending', { service_type: 'tour', service_id: item.id })
    const before = await whereShown(item, visitor)
    expect(before).toContain('sitemap')
    expect(before.length, before.join()).toBeGreaterThanOrEqual(15)
    const gone = await trash(item)
    expect(gone.json()).toEqual({ outcome: 'trashed', version: 2 })
    expect(await whereShown(item, visitor)).toEqual([])
    const refused = await book(item.id)
    expect([refused.status, refused.json().code]).toEqual([404, 'booking/service-not-found'])
    const removed = await shop.call('GET /tours/never-was')
    const page = await shop.call(`GET ${item.href}`)
    expect(page.status).toBe(removed.status)

    const back = await restore({ id: item.id, version: 2 })
    expect(back.status, back.text).toBe(200)
    const { updated_at: _, version: __, ...same } = item
    expect(back.json()).toMatchObject(same)
    expect(await whereShown(item, visitor)).toEqual(before)
    expect((await book(item.id)).status).toBe(200)
  })

  it('is listed in the trash with who, when and how long, and nowhere else', async () => {
    const item = await add('Listed in trash')
    await trash(item)
    const at = shop.core.clock().toISOString()
    days(3)
    expect(await list({ q: 'listed in' })).toEqual([])
    expect(await list({ q: 'listed in', status: 'archived' })).toEqual([])
    const [row] = await list({ q: 'listed in', status: 'trash' })
    const removed = { is_in_trash: true, at, by: 'Test content', days_left: 27, restores_to: 'active' }
    expect(row).toMatchObject({ id: item.id, status: 'archived', removed })
    expect((await get(item.id)).removed).toEqual(removed)
  })

  it('cannot be edited, activated or archived in the trash, and says what to do', async () => {
    const item = await add('Locked in trash')
    await trash(item)
    for (const version of [1, 2])
      for (const change of [{ title: 'Changed' }, { status: 'active' }]) {
        const refused = await call(`PATCH /api/admin/services/${item.id}`, { version, ...change })
        expect([refused.status, refused.json().code]).toEqual([409, 'catalogue/in-trash'])
        expect(refused.json().title).toBe('This item is in the trash. Restore it first.')
      }
    for (const action of ['archive', 'activate', 'feature']) {
      const answer = await call('POST /api/admin/services/changes', { action, items: [{ id: item.id, version: 2 }] })
      expect(answer.json()).toEqual({ done: 0, refused: [item.id], items: [] })
    }
    expect(await get(item.id)).toMatchObject({ title: 'Locked in trash', version: 2 })
  })

  it('keeps its current and earlier slugs until it is deleted for good', async () => {
    const item = await add('Kept slug')
    await call(`PATCH /api/admin/services/${item.id}`, { version: 1, slug: 'second-slug' })
    await trash({ id: item.id, version: 2 })
    const isFree = async (slug: string) =>
      (await call(`GET /api/admin/service-slugs?kind=tour&slug=${slug}`)).json().isFree
    expect([await isFree('kept-slug'), await isFree('second-slug')]).toEqual([false, false])
    expect((await add('Kept slug')).slug).toBe('kept-slug-2')
    const taken = await call('POST /api/admin/services', {
      ...{ kind: 'tour', title: 'Third', slug: 'second-slug' },
      details: { price_adult: 1_000 },
    })
    expect(taken.json().code).toBe('catalogue/slug-taken')
    expect((await restore({ id: item.id, version: 3 })).json()).toMatchObject({ slug: 'second-slug' })
    expect((await shop.call('GET /api/services/tour/kept-slug')).json()).toEqual({ movedTo: '/tours/second-slug' })
    await trash({ id: item.id, version: 4 })
    await deleteForGood({ id: item.id, version: 5 })
    expect([await isFree('kept-slug'), await isFree('second-slug')]).toEqual([true, true])
  })

  it('keeps its departures and blocked dates for a restoration', async () => {
    const item = await add('With departures')
    const departure = { date: inTwentyDays(), time: '09:15', capacity: 7, prices: null, note: '', guide: null }
    const added = await call(`POST /api/admin/services/${item.id}/departures`, departure, other)
    expect(added.status, added.text).toBe(200)
    const block = { service_id: item.id, from: inTwentyDays(), to: inTwentyDays(), reason: 'Closed' }
    expect((await call('POST /api/admin/blocked-dates', block, other)).status).toBe(200)
    const read = async () => {
      const { rows } = await sql`select (select count(*) from departures where service_id = ${item.id}) as departures,
        (select count(*) from blocked_dates where service_id = ${item.id}) as blocks`.execute(shop.core.db)
      return rows
    }
    const before = await read()
    expect(before).toEqual([{ departures: 1, blocks: 1 }])
    await trash(await get(item.id))
    expect(await read()).toEqual(before)
    await restore(await get(item.id))
    expect(await read()).toEqual(before)
  })

  it('is archived instead where it was booked, and its booking goes on; it returns from there [A065]', async () => {
    const item = await add('Booked and deleted')
    const made = await book(item.id)
    const { booking, token } = made.json() as { booking: { id: string }; token: string }
    expect((await trash(item)).json()).toEqual({ outcome: 'archived', version: 2 })
    expect(await list({ q: 'booked and', status: 'trash' })).toEqual([])
    const [row] = await list({ q: 'booked and', status: 'archived' })
    expect(row?.removed).toMatchObject({ is_in_trash: false, by: null, days_left: null, restores_to: 'active' })
    const page = await shop.call(`GET /api/bookings/${booking.id}?token=${token}`)
    expect(page.status, page.text).toBe(200)
    expect(page.text).toContain('Booked and deleted')
    expect((await book(item.id)).status).toBe(404)
    expect((await deleteForGood({ id: item.id, version: 2 })).json().code).toBe('catalogue/not-in-trash')
    expect((await restore({ id: item.id, version: 2 })).json()).toMatchObject({ status: 'active', version: 3 })
    expect((await book(item.id)).status).toBe(200)
  })

  it('is refused by an import, which says that it is in the trash', async () => {
    const item = await add('Imported again')
    await trash(item)
    const body = `slug,title,price_adult\n${item.slug},Imported over it,12`
    const file = [
      '--x',
      'content-disposition: form-data; name="file"; filename="t.csv"',
      'content-type: text/csv',
      '',
      body,
      '--x--',
      '',
    ].join('\r\n')
    const sent = await shop.app.inject({
      ...{ method: 'POST', url: '/api/admin/catalogue-uploads?kind=tour', payload: file },
      headers: { ...staff, 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(sent.statusCode, sent.body).toBe(201)
    await shop.runJobs()
    const upload = await call(`GET /api/admin/catalogue-uploads/${sent.json().id}`)
    expect(upload.json()).toMatchObject({
      counts: { invalid: 1, update: 0, create: 0 },
      faults: [{ column: 'slug', message: 'This item is in the trash: restore it, or delete it for good' }],
    })
  })
})

describe('restoring', () => {
  it('keeps an item inactive that was inactive', async () => {
    const item = await add('Was inactive', { status: 'inactive' })
    await trash(item)
    expect((await restore({ id: item.id, version: 2 })).json()).toMatchObject({ status: 'inactive', removed: null })
  })

  it('returns an archived item to the archive, and from there inactive after 30 days', async () => {
    const item = await add('Archived, then deleted')
    const items = [{ id: item.id, version: 1 }]
    await call('POST /api/admin/services/changes', { action: 'archive', items })
    days(20)
    await trash({ id: item.id, version: 2 })
    days(20)
    const back = await restore({ id: item.id, version: 3 })
    expect(back.json()).toMatchObject({ status: 'archived', removed: { is_in_trash: false, restores_to: 'inactive' } })
    expect((await restore({ id: item.id, version: 4 })).json()).toMatchObject({ status: 'inactive', version: 5 })
  })

  it('leaves an item inactive where another one of its kind is active and only one may be', async () => {
    const kind = 'ok_to_board'
    const first = await add('First clearance', { kind, details: {} })
    await trash(first)
    const second = await add('Second clearance', { kind, details: {} })
    const back = await restore({ id: first.id, version: 2 })
    expect(back.status, back.text).toBe(200)
    expect(back.json()).toMatchObject({ status: 'inactive', version: 3 })
    expect((await get(second.id)).status).toBe('active')
  })

  it('changes nothing for an item that is not removed', async () => {
    const item = await add('Never removed')
    expect((await restore(item)).json()).toMatchObject({ status: 'active', version: 1 })
    expect(await actionsOf(item.id)).toEqual([])
    await call(`PATCH /api/admin/services/${item.id}`, { version: 1, title: 'Edited' })
    await call(`PATCH /api/admin/services/${item.id}`, { version: 2, title: 'Edited again' })
    expect((await restore(item)).json().code).toBe('catalogue/version-conflict')
  })

  it('is on record with before and after, like the deletion', async () => {
    const item = await add('On record')
    await trash(item)
    await restore({ id: item.id, version: 2 })
    await trash({ id: item.id, version: 3 })
    await deleteForGood({ id: item.id, version: 4 })
    expect(await actionsOf(item.id)).toMatchObject([
      {
        action: 'service.trashed',
        before: { status: 'active', is_in_trash: false },
        after: { status: 'archived', is_in_trash: true, trashed_by: 'Test content' },
      },
      { action: 'service.restored', before: { is_in_trash: true }, after: { status: 'active', is_in_trash: false } },
      { action: 'service.trashed' },
      { action: 'service.deleted', before: { title: 'On record', trashed_by: 'Test content' }, after: null },
    ])
  })
})

describe('many items', () => {
  it('go to the trash and return as one; booked ones are archived and return too', async () => {
    const items = [await add('Pack one'), await add('Pack two', { status: 'inactive' }), await add('Pack three')]
    const [one, two, three] = items
    await book(three!.id)
    const send = (action: string, of: readonly { id: string; version: number }[]) =>
      call('POST /api/admin/services/changes', { action, items: of.map(({ id, version }) => ({ id, version })) })
    const gone = (await send('delete', items)).json() as { items: { id: string; version: number }[] }
    expect(gone).toEqual({
      done: 3,
      refused: [],
      items: items.map(({ id }) => ({ id, version: 2, status: 'archived', is_in_trash: id !== three?.id })),
    })
    expect((await list({ q: 'pack', status: 'trash' })).map(({ id }) => id).sort()).toEqual([one?.id, two?.id].sort())
    const back = await send('restore', gone.items)
    expect(back.json()).toMatchObject({ done: 3, refused: [] })
    const status = async () => (await list({ q: 'pack' })).map((row) => [row.title, row.status])
    const before = [
      ['Pack one', 'active'],
      ['Pack three', 'active'],
      ['Pack two', 'inactive'],
    ]
    expect(await status()).toEqual(before)
    // Repeats change nothing.
    expect((await send('restore', gone.items)).json()).toMatchObject({ done: 3, items: [{ version: 3 }, {}, {}] })
    expect(await status()).toEqual(before)
    expect((await actionsOf(one!.id)).map(({ action }) => action)).toEqual(['service.trashed', 'service.restored'])
  })
})

describe('after 30 days', () => {
  it('what is in the trash is deleted for good, once, and the rest stays', async () => {
    const old = await add('Old trash')
    await trash(old)
    const restored = await add('Restored in time')
    await trash(restored)
    days(29)
    const young = await add('Young trash')
    await trash(young)
    await restore({ id: restored.id, version: 2 })
    await runEmptyTrash()
    expect((await call(`GET /api/admin/services/${old.id}`)).status).toBe(200)
    days(1)
    await Promise.all([runEmptyTrash(), runEmptyTrash()])
    expect((await call(`GET /api/admin/services/${old.id}`)).status).toBe(404)
    expect([(await get(young.id)).removed?.days_left, (await get(restored.id)).status]).toEqual([29, 'active'])
    const deleted = (await actionsOf(old.id)).filter(({ action }) => action === 'service.deleted')
    expect(deleted).toMatchObject([{ actor_name: 'Automatic', before: { title: 'Old trash' }, after: null }])
    expect((await restore({ id: old.id, version: 2 })).status).toBe(404)
  })

  it('an item that something refers to after all stays archived', async () => {
    const item = await add('Referred to')
    await trash(item)
    // As a restored backup or a repair by hand might leave it.
    const { rows } = await sql<{ id: string }>`select id from bookings limit 1`.execute(shop.core.db)
    await sql`update bookings set service_id = ${item.id} where id = ${rows[0]?.id}`.execute(shop.core.db)
    days(30)
    await runEmptyTrash()
    expect(await get(item.id)).toMatchObject({ status: 'archived', removed: { is_in_trash: false } })
    expect((await actionsOf(item.id)).map(({ action }) => action)).toEqual(['service.trashed', 'service.archived'])
  })
})
