import { describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { trashJobs } from './trash.server.ts'

const shop = await testApp()
const staff = (await shop.signIn('admin')).headers
const other = (await shop.signIn('manager')).headers
const call = (route: string, body?: Record<string, unknown>, headers = staff) => shop.call(route, body, headers)
type Thing = { id: string; version: number }
async function make(route: string, body: Record<string, unknown>): Promise<Thing> {
  shop.core.clock.advance(1)
  const made = await call(route, body)
  expect(made.status, made.text).toBe(200)
  return made.json() as unknown as Thing
}
const slider = (title: string, more = {}) => make('POST /api/admin/sliders', { title, image_url: 'desert-1', ...more })
const menuItem = (name: string, more = {}) => make('POST /api/admin/menu-items', { name, href: '/tours', ...more })
const promo = (code: string) =>
  make('POST /api/admin/promo-codes', { code, discount: { percentHundredths: 1_000 }, description: 'Ten percent' })
const things = {
  slider: {
    make: () => slider('A slide'),
    at: (id: string) => `/api/admin/sliders/${id}`,
    trash: '/api/admin/trashed-content/slider',
    list: '/api/admin/sliders',
    name: 'A slide',
    action: 'slider',
    gone: 'slider.deleted',
    missing: 'content/no-slider',
  },
  'menu item': {
    make: () => menuItem('An item'),
    at: (id: string) => `/api/admin/menu-items/${id}`,
    trash: '/api/admin/trashed-content/menu-item',
    list: '/api/admin/menu-items',
    name: 'An item',
    action: 'menu-item',
    gone: 'menu-item.deleted',
    missing: 'content/no-menu-item',
  },
  'promo code': {
    make: () => promo(`CODE${++codes}`),
    at: (id: string) => `/api/admin/promo-codes/${id}`,
    trash: '/api/admin/trashed-promo-codes',
    list: '/api/admin/promo-codes',
    name: /^CODE\d+$/,
    action: 'promo',
    gone: 'promo.removed',
    missing: 'promo/not-found',
  },
}
let codes = 0
const idsIn = async (path: string) => {
  const answer = await call(`GET ${path}`)
  expect(answer.status, answer.text).toBe(200)
  const read = answer.json() as unknown as Thing[] | { items: Thing[] }
  return (Array.isArray(read) ? read : read.items).map(({ id }) => id)
}
const actionsOf = async (id: string) =>
  shop.core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
    .then((rows) => rows.slice(1))
const runEmptyTrash = () => shop.shop.jobs['empty-trash']?.({})
const days = (count: number) => shop.core.clock.advance(count * 24 * 60)

describe.each(Object.entries(things))('a deleted %s', (_name, thing) => {
  it('waits in the trash and returns as it was, once', async () => {
    const made = await thing.make()
    const before = await call(`GET ${thing.list}`)
    for (const answer of await Promise.all([1, 2].map(() => call(`DELETE ${thing.at(made.id)}`, {}))))
      expect([answer.status, answer.json()]).toEqual([200, { removed: true }])
    const at = shop.core.clock().toISOString()
    expect(await idsIn(thing.list)).not.toContain(made.id)
    days(2)
    const trash = (await call(`GET ${thing.trash}`)).json() as { items: (Thing & { name: string })[] }
    const entry = trash.items.find(({ id }) => id === made.id)
    expect(entry).toMatchObject({ at, by: 'Test admin', days_left: 28 })
    expect(entry?.name).toMatch(thing.name)
    const restore = () => call(`POST ${thing.trash}/${made.id}/restoration`, {}, other)
    for (const answer of await Promise.all([restore(), restore()])) expect(answer.json()).toEqual({ restored: true })
    expect((await call(`GET ${thing.list}`)).json()).toEqual(before.json())
    expect(await idsIn(thing.trash)).not.toContain(made.id)
    expect(await actionsOf(made.id)).toMatchObject([
      { action: `${thing.action}.trashed`, before: { is_in_trash: false }, after: { is_in_trash: true } },
      {
        ...{ action: `${thing.action}.restored`, actor_name: 'Test manager' },
        ...{ before: { is_active: false }, after: { is_active: true, is_in_trash: false } },
      },
    ])
  })

  it('is deleted for good from the trash only, and never both restored and deleted', async () => {
    const made = await thing.make()
    const remove = () => call(`DELETE ${thing.trash}/${made.id}`, {})
    expect((await remove()).json().code).toBe(thing.missing)
    await call(`DELETE ${thing.at(made.id)}`, {})
    const [gone, back] = await Promise.all([remove(), call(`POST ${thing.trash}/${made.id}/restoration`, {}, other)])
    const isThere = (await idsIn(thing.list)).includes(made.id)
    expect([gone.status, back.status]).toEqual(isThere ? [404, 200] : [200, 404])
    if (isThere) await call(`DELETE ${thing.at(made.id)}`, {})
    if (isThere) await remove()
    expect((await actionsOf(made.id)).at(-1)).toMatchObject({ action: thing.gone, after: null })
    expect((await remove()).status).toBe(404)
  })

  it('cannot be changed in the trash, and is deleted after 30 days', async () => {
    const made = await thing.make()
    await call(`DELETE ${thing.at(made.id)}`, {})
    const change = {
      ...{ version: made.version, slider: { title: 'Changed', image_url: 'desert-1' } },
      ...{ item: { name: 'Changed', href: '/visas' }, promo: { code: 'CHANGED', discount: { percentHundredths: 1 } } },
    }
    const key = thing.action === 'menu-item' ? 'item' : (thing.action as 'slider' | 'promo')
    const refused = await call(`PUT ${thing.at(made.id)}`, { version: change.version, [key]: change[key] })
    expect(refused.json().code, refused.text).toBe(thing.missing)
    days(29)
    await runEmptyTrash()
    expect(await idsIn(thing.trash)).toContain(made.id)
    days(1)
    await Promise.all([runEmptyTrash(), runEmptyTrash()])
    expect(await idsIn(thing.trash)).not.toContain(made.id)
    const deleted = (await actionsOf(made.id)).filter(({ action }) => action === thing.gone)
    expect(deleted).toMatchObject([{ actor_name: 'Automatic', after: null }])
  })
})

it('the trash of promo codes is emptied although that of the catalogue cannot be', async () => {
  const made = await promo('LEFTOVER')
  await call(`DELETE /api/admin/promo-codes/${made.id}`, {})
  days(31)
  let calls = 0
  const clock = () => {
    if (calls++ === 0) throw new Error('one item cannot be read')
    return shop.core.clock()
  }
  await expect(trashJobs({ ...shop.shop.deps, clock })['empty-trash']?.({})).rejects.toThrow('one item cannot be read')
  expect(await idsIn('/api/admin/trashed-promo-codes')).not.toContain(made.id)
})

describe('a slider', () => {
  it('that was inactive stays inactive, and the shop follows at once', async () => {
    const off = await slider('Stays off', { is_active: false })
    const on = await slider('Goes and comes')
    const home = async () => (await shop.call('GET /api/home')).text
    expect(await home()).toContain('Goes and comes')
    for (const { id } of [off, on]) await call(`DELETE /api/admin/sliders/${id}`, {})
    expect(await home()).not.toContain('Goes and comes')
    for (const { id } of [off, on]) await call(`POST /api/admin/trashed-content/slider/${id}/restoration`, {})
    const text = await home()
    expect([text.includes('Goes and comes'), text.includes('Stays off')]).toEqual([true, false])
  })
})

describe('a menu item', () => {
  const restore = (id: string) => call(`POST /api/admin/trashed-content/menu-item/${id}/restoration`, {})
  const remove = (id: string) => call(`DELETE /api/admin/menu-items/${id}`, {})
  const parentOf = async (id: string) =>
    (
      (await call('GET /api/admin/menu-items')).json() as { items: { id: string; parent_id: string | null }[] }
    ).items.find((item) => item.id === id)?.parent_id

  it('goes and returns with the items below it, without those that were deleted before', async () => {
    const top = await menuItem('Top')
    const middle = await menuItem('Middle', { parent_id: top.id })
    const leaf = await menuItem('Leaf', { parent_id: middle.id, is_active: false })
    const earlier = await menuItem('Earlier', { parent_id: top.id })
    await remove(earlier.id)
    await remove(top.id)
    const left = await idsIn('/api/admin/menu-items')
    for (const { id } of [top, middle, leaf, earlier]) expect(left).not.toContain(id)
    const trash = await idsIn('/api/admin/trashed-content/menu-item')
    expect(trash).toEqual(expect.arrayContaining([top.id, earlier.id]))
    expect(trash).not.toContain(middle.id)
    await restore(top.id)
    expect([await parentOf(middle.id), await parentOf(leaf.id)]).toEqual([top.id, middle.id])
    expect(await parentOf(earlier.id)).toBeUndefined()
    await restore(earlier.id)
    expect(await parentOf(earlier.id)).toBe(top.id)
  })

  it('stays in the trash when the one above it is deleted for good, and has its own record later', async () => {
    const top = await menuItem('Above')
    const middle = await menuItem('Between', { parent_id: top.id })
    const earlier = await menuItem('Deleted before', { parent_id: middle.id })
    await remove(earlier.id)
    await remove(top.id)
    await call(`DELETE /api/admin/trashed-content/menu-item/${top.id}`, {})
    const trash = await idsIn('/api/admin/trashed-content/menu-item')
    expect([trash.includes(top.id), trash.includes(earlier.id)]).toEqual([false, true])
    await restore(earlier.id)
    expect(await parentOf(earlier.id)).toBeNull()
    expect(await parentOf(middle.id)).toBeUndefined()
    const above = await menuItem('Above again')
    await call(`PUT /api/admin/menu-items/${earlier.id}`, {
      version: 1,
      item: { name: 'Deleted before', href: '/tours', parent_id: above.id },
    })
    await remove(earlier.id)
    await remove(above.id)
    days(30)
    await runEmptyTrash()
    for (const { id } of [above, earlier])
      expect((await actionsOf(id)).at(-1)).toMatchObject({ action: 'menu-item.deleted', before: { id } })
  })

  it('returns to the top level where its parent is in the trash or in the other menu', async () => {
    const parent = await menuItem('Parent')
    const [one, two] = [
      await menuItem('One', { parent_id: parent.id }),
      await menuItem('Two', { parent_id: parent.id }),
    ]
    for (const { id } of [one, two]) await remove(id)
    const item = { name: 'Parent', href: '/tours', menu_type: 'footer' }
    expect((await call(`PUT /api/admin/menu-items/${parent.id}`, { version: 1, item })).status).toBe(200)
    await restore(one.id)
    await remove(parent.id)
    await restore(two.id)
    expect([await parentOf(one.id), await parentOf(two.id)]).toEqual([null, null])
  })
})

describe('a promo code', () => {
  it('gives no discount in the trash, keeps its code, and works again afterwards', async () => {
    const { id } = await promo('SUMMER')
    const details = { price_adult: 10_000, location: 'Dubai', has_pickup: false }
    const tour = await make('POST /api/admin/services', { kind: 'tour', title: 'For the code', details })
    const order = { service_type: 'tour', service_id: tour.id, travel_date: '2027-08-20', travel_time: '14:00' }
    const quote = async () =>
      (await shop.call('POST /api/quotes', { ...order, adults_count: 1, promo_code: 'summer' })).text
    expect(await quote()).not.toContain('This promo code is not valid')
    await call(`DELETE /api/admin/promo-codes/${id}`, {})
    expect(await quote()).toContain('This promo code is not valid')
    const again = { code: 'SUMMER', discount: { percentHundredths: 500 } }
    const refused = await call('POST /api/admin/promo-codes', again)
    expect(refused.json()).toMatchObject({
      code: 'promo/code-taken',
      errors: [{ message: 'This promo code is in the trash. Restore it, or delete it for good.' }],
    })
    await call(`POST /api/admin/trashed-promo-codes/${id}/restoration`, {})
    expect(await quote()).not.toContain('This promo code is not valid')
  })
})

describe('a trending entry', () => {
  it('returns to its place, is not listed meanwhile, and can be added anew', async () => {
    const details = { price_adult: 10_000, location: 'Dubai' }
    const entries: Thing[] = []
    for (const title of ['Trend one', 'Trend two', 'Trend three']) {
      const tour = await make('POST /api/admin/services', { kind: 'tour', title, details })
      entries.push(await make('POST /api/admin/trending', { service_type: 'tour', service_id: tour.id }))
    }
    const list = () => idsIn('/api/admin/trending')
    const before = await list()
    const [, second] = entries
    await call(`DELETE /api/admin/trending/${second!.id}`, {})
    expect(await list()).toEqual(before.filter((id) => id !== second!.id))
    expect((await shop.call('GET /api/trending')).text).not.toContain('Trend two')
    for (let n = 0; n < 2; n++)
      expect((await call(`POST /api/admin/trending/${second!.id}/restoration`, {})).status).toBe(200)
    expect(await list()).toEqual(before)
    expect((await shop.call('GET /api/trending')).text).toContain('Trend two')
    expect((await actionsOf(second!.id)).map(({ action }) => action)).toEqual(['trending.removed', 'trending.restored'])

    await call(`DELETE /api/admin/trending/${second!.id}`, {})
    const { service_id } = second as unknown as { service_id: string }
    const anew = await make('POST /api/admin/trending', { service_type: 'tour', service_id })
    expect((await list()).at(-1)).toBe(anew.id)
    expect((await call(`POST /api/admin/trending/${second!.id}/restoration`, {})).status).toBe(404)
    await call(`DELETE /api/admin/trending/${anew.id}`, {})
    days(31)
    await runEmptyTrash()
    expect((await call(`POST /api/admin/trending/${anew.id}/restoration`, {})).status).toBe(404)
  })
})
