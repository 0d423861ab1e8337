import { describe, expect, inject, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { findKind } from '../../src/services/index.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

const core = await testCore()
const shop = await testApp({
  core,
  pages: shopPages(),
})
await seedWorld(shop.shop.deps, 'test')
const owner = (await shop.signIn('admin')).headers

type Item = { id: string; slug: string; version: number }
const details: Readonly<Record<string, Record<string, unknown>>> = {
  tour: { price_adult: 5_000 },
  package: { price_adult: 50_000, location: 'Abu Dhabi', days: 3, nights: 2 },
  visa: { country: 'UAE', visa_type: '30 days', price: 9_000 },
  ticket: { price_adult: 15_000 },
  transfer: { base_price: 15_000, transfer_type: 'Airport Transfer' },
  umrah: { price: 120_000, duration_days: 10, duration_nights: 9 },
}
async function add(kind: string, title: string, own: object = {}, more: object = {}): Promise<Item> {
  const body = { kind, title, details: { ...details[kind], ...own }, ...more }
  const answer = await shop.call('POST /api/admin/services', body, owner)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Item
}
const change = (id: string, body: object) => shop.call(`PATCH /api/admin/services/${id}`, body, owner)
const open = (path: string) => shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
async function page(path: string, status = 200): Promise<string> {
  const answer = await open(path)
  expect(answer.status, path).toBe(status)
  const html = answer.text.replace(/<(script|style|head)[\s\S]*?<\/\1>/g, '').replace(/<!--.*?-->/g, '')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}
const specOf = (kind: string, field: string) => core.kinds.find(kind)?.specs.find(({ name }) => name === field)
const pathOf = (kind: string) => `/${findKind(kind)?.path ?? ''}`

describe('a catalogue item', () => {
  test.each(['tour', 'package', 'visa', 'ticket', 'umrah'])(
    'of kind %s has a slug, and its page opens by slug and by id [A070]',
    async (kind) => {
      const title = `Addressed ${kind}`
      const { id, slug } = await add(kind, title, kind === 'visa' ? { visa_type: title } : {})
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      for (const address of [slug, id]) expect(await page(`${pathOf(kind)}/${address}`)).toContain(title)
    },
  )

  test('the visa list shows every active service, featured or not, and no inactive one [A088]', async () => {
    await add('visa', 'Featured visa', { visa_type: 'Featured visa' }, { is_featured: true })
    await add('visa', 'Plain visa', { visa_type: 'Plain visa' })
    const off = await add('visa', 'Hidden visa', { visa_type: 'Hidden visa' })
    expect((await change(off.id, { version: off.version, status: 'inactive' })).status).toBe(200)
    const text = await page('/visas')
    for (const title of ['Featured visa', 'Plain visa']) expect(text).toContain(title)
    expect(text).not.toContain('Hidden visa')
  })

  test('the transfer list shows stored active transfers, no samples, with a choice of three types [A099, A103]', async () => {
    await core.db.deleteFrom('services').where('kind', '=', 'transfer').execute()
    const off = await add('transfer', 'Hidden ride')
    await change(off.id, { version: off.version, status: 'inactive' })
    const empty = await page('/transfers')
    expect(empty).not.toContain('Hidden ride')
    expect(empty).not.toMatch(/Book|\$\d/)
    const types = ['Airport Transfer', 'City Transfer', 'Hotel Transfer']
    const field = specOf('transfer', 'transfer_type')
    expect(field).toMatchObject({ input: 'select', options: types })
    for (const transfer_type of types) await add('transfer', `Ride by ${transfer_type}`, { transfer_type })
    for (const type of types) {
      const text = await page(`/transfers?type=${encodeURIComponent(type)}`)
      for (const other of types) expect(text.includes(`Ride by ${other}`), `${other} in ${type}`).toBe(other === type)
    }
  })

  test('an Umrah package has an itinerary editor like a tour, and its page shows the days [A115]', async () => {
    const days = (kind: string) => specOf(kind, 'itinerary')?.input
    expect(days('umrah')).toBe(days('tour'))
    expect(days('umrah')).toBeDefined()
    const itinerary = [
      { title: 'Arrival in Jeddah', description: 'By coach to Makkah' },
      { title: 'The first Umrah', activities: ['Tawaf', 'Sai'] },
    ]
    const { slug } = await add('umrah', 'With days', { itinerary })
    const text = await page(`/umrah/${slug}`)
    for (const words of ['Day 1', 'Arrival in Jeddah', 'By coach to Makkah', 'Day 2', 'The first Umrah', 'Tawaf'])
      expect(text).toContain(words)
  })

  test('shows no rating without reviews, and the counted number with them', async () => {
    const { id, slug, version } = await add('umrah', 'Rated by pilgrims')
    expect(await page(`/umrah/${slug}`)).not.toMatch(/\d reviews?\b/)
    expect((await change(id, { version, rating: 5 })).status).toBe(422)
    await core.db.updateTable('services').set({ rating: 4.5, total_reviews: 12 }).where('id', '=', id).execute()
    expect((await change(id, { version, summary: 'Read anew' })).status).toBe(200)
    expect(await page(`/umrah/${slug}`)).toContain('4.5 out of 5 (12 reviews)')
  })
})

describe('Ok to Board', () => {
  const active = async () =>
    core.db
      .selectFrom('services')
      .select(['id', 'version'])
      .where('kind', '=', 'ok_to_board')
      .where('status', '=', 'active')
      .execute()

  test('has at most one active service, even when several are activated at once [A124]', async () => {
    const [known] = await active()
    expect(known).toBeDefined()
    const body = { kind: 'ok_to_board', title: 'Another clearance', details: { base_price: 3_000 }, status: 'inactive' }
    const made = await Promise.all([1, 2, 3].map(() => shop.call('POST /api/admin/services', body, owner)))
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    await change(known!.id, { version: known!.version, status: 'inactive' })
    const answers = await Promise.all(
      made.map((each) => {
        const { id, version } = each.json() as Item
        return change(id, { version, status: 'active' })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 409, 422]).toContain(status)
    expect(await active()).toHaveLength(1)
  })

  test('is shown as unavailable while switched off, and returns when switched on [A128]', async () => {
    const [one] = await active()
    expect(await page('/ok-to-board')).not.toContain('Service Not Available')
    await change(one!.id, { version: one!.version, status: 'inactive' })
    const text = await page('/ok-to-board', 404)
    expect(text).toContain('Service Not Available')
    expect(text).toContain('OK to Board service is currently not available.')
    await change(one!.id, { version: one!.version + 1, status: 'active' })
    expect(await page('/ok-to-board')).not.toContain('Service Not Available')
  })
})

test('the admin sign-in has no Sign Up tab while sign-up is off, and keeps its note [A016]', async () => {
  const note = 'Admin accounts are managed by the system administrator.'
  const tabs = async () => /<[^>]*role="tablist"[\s\S]*?<\/div>/.exec((await open('/auth')).text)?.[0] ?? ''
  expect(await tabs()).toContain('Sign Up')
  expect((await shop.call('PUT /api/admin/settings', { settings: { admin_sign_up: false } }, owner)).status).toBe(200)
  expect(await tabs()).toContain('Login')
  expect(await tabs()).not.toContain('Sign Up')
  expect(await page('/auth')).toContain(note)
})

test('the public settings contain only allow-listed keys, whatever the request asks for [A312]', async () => {
  const open = (await shop.call('GET /api/settings')).json()
  expect(Object.keys(open)).toContain('display_currency')
  for (const key of ['smtp_password', 'alert_email', 'sign_in_per_account', 'no_such_key']) {
    expect(Object.keys(open)).not.toContain(key)
    for (const path of [`/api/settings?key=${key}`, `/api/settings?setting_key=${key}`, `/api/settings/${key}`]) {
      const { text } = await shop.call(`GET ${path}`)
      expect(text, path).not.toContain(`"${key}":`)
    }
  }
})

test('no response to a browser contains a database address or key, or a stored secret [A307]', async () => {
  const { connection } = inject('postgres')
  const places = Object.values({ ...connection }).filter(
    (value): value is string => typeof value === 'string' && value.length > 5,
  )
  const database = String(core.pool.options.database)
  const secrets = ['test-secret-key-of-at-least-32-characters', database, ...places]
  expect(secrets.length).toBeGreaterThan(2)
  const smtp = { smtp_host: 'smtp.noor.example', smtp_port: 2525, smtp_user: 'a@noor.example', from_name: 'Noor' }
  const password = 'a-mail-password-of-ours'
  const saved = await shop.call(
    'PUT /api/admin/email-settings',
    { ...smtp, from_email: 'a@noor.example', smtp_password: password },
    owner,
  )
  expect(saved.status, saved.text).toBe(200)
  const shown = ['/', '/tours', '/umrah', '/auth', '/contact', '/booking-tracker', '/no/such/page', '/api/settings']
  const office = ['/admin', '/api/admin/settings', '/api/admin/email-settings', '/api/admin/payment-gateways']
  for (const path of [...shown, ...office, '/api/session', '/api/no-such', '/healthz', '/readyz']) {
    const answer = await shop.call(`GET ${path}`, undefined, office.includes(path) ? owner : {})
    const response = answer.text + JSON.stringify(answer.headers)
    for (const secret of [...secrets, password]) expect(response.includes(secret), `${secret} in ${path}`).toBe(false)
  }
})
