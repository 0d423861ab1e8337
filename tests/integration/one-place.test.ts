import { expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../support/app.ts'

// Settings that used to be edited on two screens, and staff who save at once.
const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
const { core } = shop
const { headers } = await shop.signIn('admin')
const call = (route: string, body?: object) => shop.call(route, body, headers)

const server = { smtp_host: 'smtp.noor.example', smtp_user: 'desk', from_email: 'desk@noor.example' }
const saveMail = (more: object) => call('PUT /api/admin/email-settings', { ...server, ...more })
const mail = async () =>
  (await call('GET /api/admin/email-settings')).json() as { updated_at: string; from_name: string }

test('a mail server is saved over the version that was read, and refused over a newer one', async () => {
  const first = await saveMail({ updated_at: null, from_name: 'First' })
  expect(first.status, first.text).toBe(200)
  const { updated_at } = await mail()
  core.clock.advance(1)
  expect((await saveMail({ updated_at, from_name: 'Second' })).status).toBe(200)
  for (const old of [updated_at, null]) {
    const late = await saveMail({ updated_at: old, from_name: 'Late' })
    expect([late.status, late.json().code]).toEqual([409, 'mail/settings-changed'])
  }
  expect((await mail()).from_name).toBe('Second')
  expect((await saveMail({ updated_at: 'yesterday' })).status).toBe(422)
  // A client that names no version overwrites, as before.
  expect((await saveMail({ from_name: 'Plain' })).status).toBe(200)
})

test('of two mail servers saved at once over the same version one is refused', async () => {
  const { updated_at } = await mail()
  core.clock.advance(1)
  const saved = await Promise.all(['One', 'Two'].map((from_name) => saveMail({ updated_at, from_name })))
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = saved.findIndex(({ status }) => status === 200)
  expect((await mail()).from_name).toBe(['One', 'Two'][winner])
})

type Bank = { enabled: boolean; version: number; accounts: { currency: string; account_name: string }[] }
const bank = async () => (await call('GET /api/admin/bank-accounts')).json() as unknown as Bank

test('accounts are saved without touching the switch of bank transfer, whichever way it stands', async () => {
  for (const enabled of [true, false]) {
    const before = await bank()
    await call('PUT /api/admin/bank-accounts', { enabled, version: before.version, accounts: [] })
    const { version, accounts } = await bank()
    const changed = accounts.map((account) => ({ ...account, account_name: `Noor ${enabled}` }))
    const saved = await call('PUT /api/admin/bank-accounts', { version, accounts: changed })
    expect(saved.status, saved.text).toBe(200)
    const now = await bank()
    expect(now).toMatchObject({ enabled, accounts: changed })
    expect(now.accounts.length).toBeGreaterThan(0)
  }
  const entry = await core.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'bank.saved')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([entry.before, entry.after]).toMatchObject([{ enabled: false }, { enabled: false }])
})

test('settings of different groups that are saved at once are all stored', async () => {
  const given = [{ tax_number: 'TRN 1' }, { booking_prefix: 'NJ' }, { token_days: 14 }, { whatsapp: '97145550100' }]
  const saved = await Promise.all(given.map((settings) => call('PUT /api/admin/settings', { settings })))
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { settings } = (await call('GET /api/admin/settings')).json() as { settings: object }
  expect(settings).toMatchObject(Object.assign({}, ...given))
})
