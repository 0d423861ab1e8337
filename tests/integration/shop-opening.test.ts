import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { beginRealShop } from '../../src/app/setup.server.ts'
import { addService, book } from '../../src/modules/booking/testing/fixtures.ts'
import type { Setup } from '../../src/modules/settings/contract.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.server.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

/** A shop at the end of its first start: nothing is set, and nothing can be paid. */
async function newShop(options: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  const shop = await testApp({ pages: shopPages(), ...options })
  await shop.core.db.updateTable('payment_gateways').set({ enabled: false }).execute()
  await beginRealShop(shop.shop.deps)
  return shop
}
const pageOf = async (shop: TestApp, path = '/') => (await shop.call(`GET ${path}`)).status
const setupFor = (shop: TestApp, headers: Record<string, string>) => async () =>
  (await shop.call('GET /api/admin/setup', undefined, headers)).json() as Setup
const doneOf = ({ steps }: Setup) => steps.flatMap(({ step, is_done }) => (is_done ? [step] : []))

describe('the first start of a real shop', () => {
  test('a shop that sells nothing begins closed, and later starts do not close it again', async () => {
    const shop = await newShop()
    expect(await pageOf(shop)).toBe(503)
    await beginRealShop(shop.shop.deps)
    const rows = await shop.core.db.selectFrom('shop_opening').selectAll().execute()
    expect(rows).toEqual([{ id: true, opened_at: null, skipped: [], hidden_at: null }])
    await shop.core.db.updateTable('shop_opening').set({ opened_at: shop.core.clock() }).execute()
    await beginRealShop(shop.shop.deps)
    expect(await pageOf(shop)).toBe(200)
  })

  test.each(['item', 'booking'] as const)('a shop with an active %s stays open, without a checklist', async (what) => {
    const shop = await testApp({ pages: shopPages() })
    const tour = await addService(shop.core, 'tour')
    if (what === 'booking') {
      await book(shop.core, tour)
      await sql`update services set status = 'inactive'`.execute(shop.core.db)
    }
    await beginRealShop(shop.shop.deps)
    expect(await pageOf(shop)).toBe(200)
    const { headers } = await shop.signIn('admin')
    expect(await setupFor(shop, headers)()).toMatchObject({ state: 'open', is_on_dashboard: false })
  })

  test('a shop that was never begun is open, as in tests and sample worlds, and can use the checklist', async () => {
    const shop = await testApp({ pages: shopPages() })
    const { headers } = await shop.signIn('admin')
    expect(await setupFor(shop, headers)()).toMatchObject({ state: 'open', opened_at: null, is_on_dashboard: false })
    const skip = await shop.call('PUT /api/admin/setup/steps/logo', { skipped: true }, headers)
    expect(skip.status, skip.text).toBe(200)
    expect(await pageOf(shop)).toBe(200)
  })
})

test('a sample world that is loaded into a shop that has begun is open', async () => {
  const shop = await newShop()
  await seedWorld(shop.shop.deps, 'test')
  expect(await pageOf(shop, '/tours/desert-safari')).toBe(200)
  await beginRealShop(shop.shop.deps)
  expect(await pageOf(shop, '/tours/desert-safari')).toBe(200)
})

describe('an upgrade', () => {
  const upgraded = async (rows: readonly string[]) => {
    const core = (await testDatabase({ bare: true })).openCore()
    const all = await readMigrations()
    await migrate(
      core.pool,
      all.filter(({ name }) => name < '0100'),
    )
    for (const row of rows) await sql.raw(row).execute(core.db)
    await migrate(core.pool, all)
    return core.db.selectFrom('shop_opening').selectAll().execute()
  }
  const id = '00000000-0000-7000-8000-000000000001'
  const item = (
    status: string,
  ) => `insert into services (id, kind, slug, title, location, currency, from_minor, details, status)
    values ('${id}', 'tour', 'a-tour', 'A tour', '', 'USD', 0, '{}', '${status}')`
  const booking = `insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
      customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone, details)
    values ('${id}', 'TH0000000001', '${id}', 'tour', 'A tour', 'Asha', 'a@b.example', 1, 'USD', '[]', 0, 0, 0,
      'Asia/Dubai', '{}')`
  const opened = [{ id: true, opened_at: expect.any(Date), skipped: [], hidden_at: expect.any(Date) }]

  test.each([
    ['a shop with an active item counts as opened', [item('active')], opened],
    ['a shop with a booking counts as opened', [item('inactive'), booking], opened],
    ['an empty shop is left to its next start', [], []],
    ['a shop that has only prepared items is left to its next start', [item('inactive')], []],
  ])('%s', async (_, rows, wanted) => {
    expect(await upgraded(rows)).toEqual(wanted)
  })
})

describe('the setup checklist', () => {
  test('each step is done by the ordinary writes, and the shop opens once nothing required is missing', async () => {
    const shop = await newShop()
    const owner = (await shop.signIn('admin')).headers
    const setup = setupFor(shop, owner)
    const send = async (route: string, body?: object) => {
      const answer = await shop.call(route, body, owner)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json()
    }
    const settings = (given: object) => send('PUT /api/admin/settings', { settings: given })
    const open = () => shop.call('POST /api/admin/setup/opening', {}, owner)
    expect(doneOf(await setup())).toEqual([])

    const early = await open()
    expect([early.status, early.json().code]).toEqual([409, 'settings/not-ready'])
    const missing = early.json().errors as { path: string; message: string }[]
    expect(missing.map(({ path }) => path)).toEqual(['name', 'phone', 'currency', 'time_zone', 'payment', 'item'])
    expect(missing.at(-1)?.message).toBe('Nothing is on sale')
    expect(await pageOf(shop)).toBe(503)

    // The defaults count once somebody has confirmed them.
    await settings({ display_currency: 'USD', time_zone: 'Asia/Dubai' })
    await settings({ site_title: 'Noor Journeys', contact_phone: '+971 4 555 0100' })
    expect(doneOf(await setup())).toEqual(['name', 'phone', 'currency', 'time_zone'])
    const account = { account_name: 'Noor LLC', account_number: '1234', bank_name: 'Noor Bank', branch: '' }
    const codes = { ifsc: '', upi: '', iban: '', swift: '' }
    const { version } = await send('GET /api/admin/bank-accounts')
    const accounts = [{ currency: 'USD', ...account, ...codes }]
    await send('PUT /api/admin/bank-accounts', { enabled: true, version, accounts })
    expect(doneOf(await setup())).toContain('payment')
    await addService(shop.core, 'tour', {}, { title: 'Safari', status: 'inactive' })
    expect(doneOf(await setup())).not.toContain('item')
    const tour = await addService(shop.core, 'tour', {}, { title: 'Desert Safari' })
    expect(doneOf(await setup())).toContain('item')
    await send('POST /api/admin/staff/invitations', { email: 'ria@noor.example', full_name: 'Ria', role: 'support' })
    await send('POST /api/admin/test-emails', { to: 'asma@noor.example' })
    expect(doneOf(await setup())).toEqual(expect.arrayContaining(['staff', 'mail']))

    const opened = await open()
    expect(opened.json()).toMatchObject({ state: 'open', opened_at: shop.core.clock().toISOString() })
    expect(await pageOf(shop, `/tours/${tour.slug}`)).toBe(200)
    shop.core.clock.advance(5)
    expect((await open()).json().opened_at).toBe((opened.json() as unknown as Setup).opened_at)
    const entries = await shop.core.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'shop.opened')
      .execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]?.before).toEqual({ opened_at: null })
  })

  test('an owner opens the shop although steps are missing, and the trail names them', async () => {
    const shop = await newShop()
    const owner = (await shop.signIn('admin')).headers
    for (const body of [{ anyway: 'yes' }, { force: true }])
      expect((await shop.call('POST /api/admin/setup/opening', body, owner)).status).toBe(422)
    expect(await pageOf(shop)).toBe(503)
    const opened = await shop.call('POST /api/admin/setup/opening', { anyway: true }, owner)
    expect(opened.json(), opened.text).toMatchObject({ state: 'open' })
    expect(await pageOf(shop)).toBe(200)
    const entry = await shop.core.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'shop.opened')
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ missing: ['name', 'phone', 'currency', 'time_zone', 'payment', 'item'] })
  })

  test('two people who open the shop at once open it once', async () => {
    const shop = await newShop()
    const owner = (await shop.signIn('admin')).headers
    const stored = { site_title: 'Noor', contact_phone: '1', display_currency: 'USD', time_zone: 'Asia/Dubai' }
    await shop.call('PUT /api/admin/settings', { settings: stored }, owner)
    await shop.core.db.updateTable('payment_gateways').set({ enabled: true }).execute()
    await addService(shop.core, 'tour')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.call('POST /api/admin/setup/opening', {}, owner)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const opened = shop.core.db.selectFrom('audit_entries').select('id').where('action', '=', 'shop.opened')
    expect(await opened.execute()).toHaveLength(1)
  })

  test('a closed shop opens again without the checklist, and the maintenance setting ends with it', async () => {
    const shop = await newShop()
    await shop.core.db.updateTable('shop_opening').set({ opened_at: shop.core.clock() }).execute()
    const { headers } = await shop.signIn('manager')
    await shop.call('PUT /api/admin/settings', { settings: { maintenance_mode: true } }, headers)
    expect(await setupFor(shop, headers)()).toMatchObject({ state: 'maintenance' })
    expect(await pageOf(shop)).toBe(503)
    expect((await shop.call('POST /api/admin/setup/opening', {}, headers)).json()).toMatchObject({ state: 'open' })
    expect(await pageOf(shop)).toBe(200)
    const { settings } = (await shop.call('GET /api/admin/settings', undefined, headers)).json() as {
      settings: { maintenance_mode: boolean }
    }
    expect(settings.maintenance_mode).toBe(false)
  })

  test('while it has never been open, switching maintenance off does not open it', async () => {
    const shop = await newShop()
    const { headers } = await shop.signIn('admin')
    for (const maintenance_mode of [true, false]) {
      await shop.call('PUT /api/admin/settings', { settings: { maintenance_mode } }, headers)
      expect(await setupFor(shop, headers)()).toMatchObject({ state: 'soon' })
      expect(await pageOf(shop)).toBe(503)
    }
  })

  test('a skipped step is found again; the card leaves the dashboard when it is hidden or nothing is left', async () => {
    const shop = await newShop()
    const { headers } = await shop.signIn('manager')
    const put = async (path: string, body: object) => {
      const answer = await shop.call(`PUT /api/admin/setup/${path}`, body, headers)
      expect(answer.status, answer.text).toBe(200)
      return answer.json() as unknown as Setup
    }
    const skippedOf = ({ steps }: Setup) => steps.flatMap(({ step, is_skipped }) => (is_skipped ? [step] : []))
    expect(skippedOf(await put('steps/logo', { skipped: true }))).toEqual(['logo'])
    expect(skippedOf(await put('steps/logo', { skipped: true }))).toEqual(['logo'])
    expect(skippedOf(await put('steps/logo', { skipped: false }))).toEqual([])
    expect((await put('card', { hidden: true })).is_on_dashboard).toBe(false)
    expect((await put('card', { hidden: true })).is_on_dashboard).toBe(false)
    expect((await put('card', { hidden: false })).is_on_dashboard).toBe(true)
    const actions = await shop.core.db.selectFrom('audit_entries').select('action').orderBy('at').execute()
    const own = actions.map(({ action }) => action).filter((action) => action.startsWith('setup.'))
    expect(own.sort()).toEqual(['setup.hidden', 'setup.hidden', 'setup.step-skipped', 'setup.step-skipped'])

    const all = (await setupFor(shop, headers)()).steps.map(({ step }) => step)
    for (const step of all) await put(`steps/${step}`, { skipped: true })
    // It is still closed: the way to its opening stays.
    expect((await setupFor(shop, headers)()).is_on_dashboard).toBe(true)
    await shop.core.db.updateTable('shop_opening').set({ opened_at: shop.core.clock() }).execute()
    expect((await setupFor(shop, headers)()).is_on_dashboard).toBe(false)
  })

  test.each(['support', 'content', 'guide', 'customer'] as const)('%s may neither read nor change it', async (role) => {
    const shop = await newShop()
    const { headers } = await shop.signIn(role)
    for (const [route, body] of [
      ['GET /api/admin/setup', undefined],
      ['PUT /api/admin/setup/steps/logo', { skipped: true }],
      ['PUT /api/admin/setup/card', { hidden: true }],
      ['POST /api/admin/setup/opening', {}],
    ] as const)
      expect((await shop.call(route, body, headers)).status, route).toBe(403)
  })

  test('nonsense is refused', async () => {
    const shop = await newShop()
    const { headers } = await shop.signIn('admin')
    for (const [path, body] of [
      ['steps/no-such', { skipped: true }],
      ['steps/logo', { skipped: 'yes' }],
      ['steps/logo', {}],
      ['card', { hidden: 1 }],
    ] as const)
      expect((await shop.call(`PUT /api/admin/setup/${path}`, body, headers)).status, path).toBe(422)
  })
})

describe('whether customers can pay', () => {
  const isDone = async (shop: TestApp, headers: Record<string, string>) =>
    doneOf(await setupFor(shop, headers)()).includes('payment')

  test('only methods count that are on, complete, real, and take a currency of what is on sale', async () => {
    const shop = await newShop()
    const { db } = shop.core
    const { headers } = await shop.signIn('admin')
    const enable = (name: string) => sql`update payment_gateways set enabled = true where name = ${name}`.execute(db)
    const account = (currency: string) =>
      sql`insert into bank_accounts (currency, account_name, account_number, bank_name, branch, ifsc, upi, iban, swift)
        values (${currency}, 'Noor', '1234', 'Noor Bank', '', '', '', '', '')`.execute(db)
    for (const name of ['sandbox_card', 'bank_transfer', 'stripe']) {
      await enable(name)
      expect(await isDone(shop, headers), name).toBe(false)
    }
    await account('AED')
    expect(await isDone(shop, headers)).toBe(true)
    // A tour in dollars cannot be paid to an account in dirhams.
    await addService(shop.core, 'tour')
    expect(await isDone(shop, headers)).toBe(false)
    await account('USD')
    expect(await isDone(shop, headers)).toBe(true)
    await sql`update payment_gateways set enabled = false where name = 'bank_transfer'`.execute(db)
    expect(await isDone(shop, headers)).toBe(false)
    await enable('cash_on_arrival')
    expect(await isDone(shop, headers)).toBe(true)
  })
})
