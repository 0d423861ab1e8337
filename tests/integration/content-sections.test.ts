import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { saveService, setServiceStatus } from '../../src/modules/catalogue/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

const core = await testCore()
const shop = await testApp({
  core,
  pages: shopPages(),
})
await seedWorld(shop.shop.deps, 'test')
await core.db.deleteFrom('homepage_sliders').execute()
await core.db.deleteFrom('trending_products').execute()
const editor = await shop.signIn('content')
const staff: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Asma' }

type Item = Record<string, unknown> & { id: string; version: number }
const send = (route: string, body?: unknown) => shop.call(route, body, editor.headers)
async function saved(route: string, body?: unknown): Promise<Item> {
  const answer = await send(route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Item
}
const listed = async (route: string): Promise<Item[]> => (await saved(`GET ${route}`)).items as Item[]
async function refused(route: string, body: unknown, path: string): Promise<string> {
  const answer = await send(route, body)
  expect(answer.status, answer.text).toBe(422)
  const errors = answer.json().errors as { path: string; message: string }[]
  expect(errors.map((each) => each.path)).toEqual([path])
  return errors[0]?.message ?? ''
}
const actions = async (subject_type: string) =>
  (
    await core.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_name'])
      .where('subject_type', '=', subject_type)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_name }) => `${actor_name}: ${action}`)
async function html(path: string): Promise<string> {
  const answer = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
  expect(answer.status, path).toBe(200)
  return answer.text
}
const part = (page: string, tag: string) => new RegExp(`<${tag}[ >][\\s\\S]*?</${tag}>`).exec(page)?.[0] ?? ''
const linksOf = (of: string) =>
  [...of.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)].map(([, given = '', words = '']) => ({
    href: /href="([^"]*)"/.exec(given)?.[1],
    newTab: given.includes('target="_blank"'),
    name: words.replace(/<[^>]+>/g, '').trim(),
  }))

describe('sliders', () => {
  const whole = {
    title: 'Dunes at dusk',
    subtitle: 'Back in time for dinner',
    image_url: 'https://pictures.example/dunes.jpg',
    link_url: '/tours?q=desert',
    button_text: 'See the desert',
    display_order: 7,
    is_active: false,
    cta_button_color: '#0F766E',
    background_overlay_opacity: 0.3,
  }

  test('start with the specified defaults and read back as saved [A235, A238]', async () => {
    const plain = await saved('POST /api/admin/sliders', { title: 'Plain', image_url: 'desert-1' })
    expect(plain).toMatchObject({
      button_text: 'Learn More',
      cta_button_color: '#3B82F6',
      background_overlay_opacity: 0.5,
      display_order: 0,
      is_active: true,
    })
    const { id } = await saved('POST /api/admin/sliders', whole)
    expect((await listed('/api/admin/sliders')).find((each) => each.id === id)).toMatchObject(whole)
    await core.db.deleteFrom('homepage_sliders').execute()
  })

  test('are refused without a title or picture, with a script link, or with an overlay outside 0 to 1 [A236, A237, A239]', async () => {
    const route = 'POST /api/admin/sliders'
    expect(await refused(route, { ...whole, title: ' ' }, 'title')).toBe('Title and image URL are required')
    expect(await refused(route, { ...whole, image_url: '' }, 'image_url')).toBe('Title and image URL are required')
    await refused(route, { ...whole, link_url: 'javascript:alert(1)' }, 'link_url')
    for (const overlay of [-0.1, 1.1, 0.25])
      await refused(route, { ...whole, background_overlay_opacity: overlay }, 'background_overlay_opacity')
    expect(await listed('/api/admin/sliders')).toEqual([])
  })

  test('appear on the home page in display_order with all fields, and only when active [A241, A242, A243]', async () => {
    expect(await html('/')).toContain('/pictures/desert-1-')
    const last = await saved('POST /api/admin/sliders', { ...whole, is_active: true, display_order: 2 })
    const first = await saved('POST /api/admin/sliders', {
      ...whole,
      title: 'First',
      is_active: true,
      display_order: 1,
    })
    await saved('POST /api/admin/sliders', { ...whole, title: 'Switched off' })
    const titles = async () =>
      [...(await html('/')).matchAll(/<h[12] class="text-\[clamp[^>]*>([^<]*)</g)].map((m) => m[1])
    expect(await titles()).toEqual(['First', 'Dunes at dusk'])
    const page = await html('/')
    for (const words of [whole.subtitle, whole.image_url, 'fill-opacity="0.3"', 'fill="#0F766E"'])
      expect(page).toContain(words)
    expect(linksOf(page)).toContainEqual({ href: '/tours?q=desert', newTab: false, name: 'See the desert' })

    await saved('PUT /api/admin/slider-order', {
      ids: (await listed('/api/admin/sliders')).map(({ id }) => id).reverse(),
    })
    expect(await titles()).toEqual(['Dunes at dusk', 'First'])
    await saved(`DELETE /api/admin/sliders/${last.id}`)
    expect(await titles()).toEqual(['First'])
    const { version } = (await listed('/api/admin/sliders')).find(({ id }) => id === first.id)!
    const off = { sliderId: first.id, version, slider: { ...whole, title: 'First' } }
    await saved(`PUT /api/admin/sliders/${first.id}`, { version: off.version, slider: off.slider })
    expect(await titles()).not.toContain('First')
    expect(await html('/')).toContain('/pictures/desert-1-')
    expect(new Set(await actions('slider'))).toEqual(
      new Set(['created', 'updated', 'trashed', 'reordered'].map((done) => `Test content: slider.${done}`)),
    )
  })

  test('refuse a stale save, and an order that omits a slider', async () => {
    const { id, version } = await saved('POST /api/admin/sliders', whole)
    await saved(`PUT /api/admin/sliders/${id}`, { version, slider: whole })
    expect((await send(`PUT /api/admin/sliders/${id}`, { version, slider: whole })).status).toBe(409)
    expect((await send('PUT /api/admin/slider-order', { ids: [id] })).status).toBe(409)
  })
})

describe('menus', () => {
  const create = (more: object) => saved('POST /api/admin/menu-items', more)

  test('start with defaults and without a parent, and require a name and a URL [A244, A245, A246, A247, A248]', async () => {
    const item = await create({ name: 'Plain', href: '/tours', parent_id: '' })
    const standard = { menu_type: 'header', target: '_self', icon: 'Link', order_index: 0, parent_id: null }
    expect(item).toMatchObject({ ...standard, is_active: true })
    const route = 'POST /api/admin/menu-items'
    await refused(route, { name: '', href: '/tours' }, 'name')
    await refused(route, { name: 'Nowhere', href: '' }, 'href')
    for (const href of ['javascript:alert(1)', '/tours\u0000', '/tours\n'.repeat(2)])
      await refused(route, { name: 'Bad', href }, 'href')
    const child = await create({ name: 'Below', href: '/tours', parent_id: item.id })
    const moved = { name: 'Plain', href: '/tours', parent_id: child.id }
    await refused(`PUT /api/admin/menu-items/${item.id}`, { version: item.version, item: moved }, 'parent_id')
    const own = { ...moved, parent_id: item.id }
    await refused(`PUT /api/admin/menu-items/${item.id}`, { version: item.version, item: own }, 'parent_id')
    await saved(`DELETE /api/admin/menu-items/${item.id}`)
    expect(await listed('/api/admin/menu-items')).toEqual([])
  })

  test('appear in the header and footer in order, with icons, tabs and submenus [A250, A251, A252]', async () => {
    const before = await html('/contact')
    expect(linksOf(part(before, 'header')).map(({ name }) => name)).toContain('OK to Board')
    expect(linksOf(part(before, 'footer')).map(({ href }) => href)).toContain('/privacy')

    const second = await create({ name: 'Second', href: '/umrah', order_index: 2, icon: 'MoonStar' })
    const first = await create({ name: 'First', href: 'https://blog.example/', target: '_blank', order_index: 1 })
    await create({ name: 'Below second', href: '/umrah?q=ramadan', parent_id: second.id, icon: 'Sun' })
    await create({ name: 'Off', href: '/visas', is_active: false })
    const foot = await create({ name: 'Imprint', href: '/terms', menu_type: 'footer', icon: 'FileText' })
    await create({ name: 'Below the imprint', href: '/privacy#who', menu_type: 'footer', parent_id: foot.id })
    const names = async () => linksOf(part(await html('/contact'), 'header')).map(({ name }) => name)
    const shown = (await names()).filter((name) => /First|econd|Off/.test(name))
    expect(shown).toEqual(['First', 'Second', 'Below second'])
    const page = await html('/contact')
    const header = linksOf(part(page, 'header'))
    expect(header).toContainEqual({ name: 'First', href: 'https://blog.example/', newTab: true })
    expect(header).toContainEqual({ name: 'Second', href: '/umrah', newTab: false })
    expect(part(page, 'header')).toMatch(/<details[\s\S]*Second[\s\S]*<ul[\s\S]*Below second[\s\S]*<\/details>/)
    expect(header.map(({ name }) => name)).not.toContain('OK to Board')
    const footer = linksOf(part(page, 'footer'))
    expect(footer).toContainEqual({ name: 'Imprint', href: '/terms', newTab: false })
    const iconsOf = (of: string) => [...of.matchAll(/menu\.svg#(\w+)"/g)].map(([, icon]) => icon)
    expect(iconsOf(part(page, 'header'))).toEqual(['Link', 'MoonStar', 'MoonStar', 'Sun'])
    expect(iconsOf(part(page, 'footer'))).toEqual(['FileText', 'Link'])
    const place = footer.findIndex(({ name }) => name === 'Imprint')
    expect(footer[place + 1]).toEqual({ name: 'Below the imprint', href: '/privacy#who', newTab: false })
    expect(footer.map(({ href }) => href)).not.toContain('/privacy')

    const order = { menu_type: 'header', parent_id: null }
    const all = await listed('/api/admin/menu-items')
    const top = all.filter((each) => each.menu_type === 'header' && each.parent_id === null).map(({ id }) => id)
    await saved('PUT /api/admin/menu-order', { ...order, ids: top.toReversed() })
    expect((await names()).filter((name) => /First|econd/.test(name))).toEqual(['Second', 'Below second', 'First'])
    expect((await send('PUT /api/admin/menu-order', { ...order, ids: [first.id] })).status).toBe(409)
    for (const { id } of [first, second, foot]) await saved(`DELETE /api/admin/menu-items/${id}`)
    expect(linksOf(part(await html('/contact'), 'footer')).map(({ href }) => href)).toContain('/privacy')
    expect(new Set(await actions('menu-item'))).toEqual(
      new Set(['created', 'trashed', 'reordered'].map((done) => `Test content: menu-item.${done}`)),
    )
  })
})

describe('trending products', () => {
  const add = (service_type: string, service_id: string) =>
    saved('POST /api/admin/trending', { service_type, service_id })
  const choices = async (kind: string) =>
    (await listed(`/api/admin/trending/choices/${kind}`)) as (Item & { title: string })[]
  const trendingOf = (page: string) => {
    const from = page.indexOf('id="trending"')
    return from < 0 ? [] : linksOf(page.slice(from, page.indexOf('</section>', from))).map(({ href }) => href)
  }

  test('can be chosen from the active items of each kind, by their shop title [A189, A190]', async () => {
    for (const kind of ['tour', 'package', 'visa', 'ticket', 'transfer', 'umrah', 'ok_to_board'])
      expect((await choices(kind)).length, kind).toBeGreaterThan(0)
    const active = await core.db
      .selectFrom('services')
      .select('id')
      .where('kind', '=', 'visa')
      .where('status', '=', 'active')
      .execute()
    const visas = await choices('visa')
    expect(new Set(visas.map(({ id }) => id))).toEqual(new Set(active.map(({ id }) => id)))
    expect(visas.map(({ title }) => title)).toEqual(visas.map(({ title }) => title).toSorted())
    const rows = await core.db.selectFrom('services').select(['id', 'details']).where('kind', '=', 'visa').execute()
    for (const { id, title } of visas) {
      const visa = rows.find((row) => row.id === id)
      for (const part of ['country', 'visa_type']) expect(title).toContain(visa?.details[part])
    }
  })

  test('are added last, move and disappear, and the home page follows [A188, A192, A193, A197, A198]', async () => {
    expect(trendingOf(await html('/'))).toEqual([])
    const [tour] = await choices('tour')
    const [visa] = await choices('visa')
    const first = await add('tour', tour!.id)
    const second = await add('visa', visa!.id)
    expect([first, second]).toMatchObject([
      { display_order: 1, is_active: true },
      { display_order: 2, is_active: true },
    ])
    const own = await saveService(core, staff, {
      kind: 'tour',
      title: 'Creek Walk',
      currency: 'AED',
      featured_image: 'https://pictures.example/creek.jpg',
      details: { price_adult: 12_500, location: 'Dubai', duration: '2 hours' },
    })
    await saved(`DELETE /api/admin/trending/${first.id}`)
    const third = await add('tour', own.id)
    expect(third).toMatchObject({
      display_order: 3,
      title: 'Creek Walk',
      featured_image: 'https://pictures.example/creek.jpg',
      price: { minor: 12_500, currency: 'AED' },
    })
    const again = await send('POST /api/admin/trending', { service_type: 'tour', service_id: own.id })
    expect([again.status, (await listed('/api/admin/trending')).length]).toEqual([409, 2])
    const creek = `/tours/${own.slug}`
    const shown = async () => trendingOf(await html('/'))
    expect(await shown()).toHaveLength(2)
    expect((await shown()).indexOf(creek)).toBe(1)
    await saved('PUT /api/admin/trending-order', { ids: [third.id, second.id] })
    expect((await shown()).indexOf(creek)).toBe(0)
    expect((await listed('/api/admin/trending')).map(({ id }) => id)).toEqual([third.id, second.id])

    await saved(`PUT /api/admin/trending/${third.id}/active`, { is_active: false })
    expect(await shown()).not.toContain(creek)
    await saved(`PUT /api/admin/trending/${third.id}/active`, { is_active: true })
    expect(await shown()).toContain(creek)
    await setServiceStatus(core, staff, { id: own.id, version: own.version, status: 'inactive' })
    expect(await shown()).not.toContain(creek)
    expect((await choices('tour')).map(({ id }) => id)).not.toContain(own.id)
    expect((await send('POST /api/admin/trending', { service_type: 'tour', service_id: own.id })).status).toBe(404)
    expect(new Set(await actions('trending'))).toEqual(
      new Set(['added', 'removed', 'reordered', 'updated'].map((done) => `Test content: trending.${done}`)),
    )
  })
})

describe('pages and messages', () => {
  test.each(['hotels', 'flights', 'guides'])('the text of /%s can be edited and is served [A269]', async (slug) => {
    await html(`/${slug}`)
    const pages = (await listed('/api/admin/pages')) as (Item & { slug: string })[]
    const { version } = pages.find((each) => each.slug === slug)!
    const body = `Ask us for *${slug}*.\n\n- by day\n- by night`
    await saved(`PUT /api/admin/pages/${slug}`, { title: `All ${slug}`, body, version })
    const page = await html(`/${slug}`)
    expect(page).toContain(`All ${slug}`)
    expect(page).toContain(`<p>Ask us for <em>${slug}</em>.</p><ul><li>by day</li><li>by night</li></ul>`)
  })

  test('messages can be searched, and count on the dashboard until answered', async () => {
    const { headers } = await shop.signIn('support')
    const read = async (query: string) =>
      (await shop.call(`GET /api/admin/contact-messages?${query}`, undefined, headers)).json() as {
        items: Item[]
        open: number
      }
    const message = {
      name: 'Zoya 100%',
      email: 'zoya@example.com',
      phone: '+971501234567',
      subject: 'Rooms',
      message: 'By the sea',
    }
    await shop.call('POST /api/contact-messages', message)
    const [stored] = (await read('q=zoya%20100%25')).items
    expect(stored).toMatchObject(message)
    expect((await read('q=BY%20THE%20SEA')).items).toHaveLength(1)
    expect((await read('q=100%25%25')).items).toEqual([])
    const openOnDashboard = async () =>
      (
        (await shop.call('GET /api/admin/dashboard', undefined, headers)).json().needsAction as {
          openEnquiries: number
        }
      ).openEnquiries
    const before = await openOnDashboard()
    expect(before).toBe((await read('')).open)
    await shop.call(`PUT /api/admin/contact-messages/${stored!.id}/answered`, { answered: true }, headers)
    expect(await openOnDashboard()).toBe(before - 1)
    expect((await read('q=zoya&status=open')).items).toEqual([])
  })
})

test('content sections are closed to roles without access', async () => {
  const support = await shop.signIn('support')
  for (const path of ['sliders', 'menu-items', 'trending', 'pages', 'promo-codes'])
    expect((await shop.call(`GET /api/admin/${path}`, undefined, support.headers)).status, path).toBe(403)
  expect((await shop.call('GET /api/admin/contact-messages', undefined, editor.headers)).status).toBe(403)
})
