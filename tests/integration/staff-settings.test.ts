import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import type { BankSettings, GatewayView } from '../../src/modules/payment/gateways/contract.ts'
import { implementPayment, providerRegistry, seedGateways } from '../../src/modules/payment/index.server.ts'
import { madeUpProvider } from '../../src/modules/payment/testing/made-up/provider.ts'
import { declaredProcedures } from '../../src/web/access.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { safariForTwo } from '../support/requests.ts'

const core = await testCore()
const plain = await testApp({ core })
const { provider } = madeUpProvider('made_up', {
  fields: [
    { name: 'key_id', label: 'Key id', input: 'text', isRequired: true },
    { name: 'flow', label: 'Flow', input: 'select', options: [{ value: 'page', label: 'Page' }] },
    { name: 'api_key', label: 'API key', input: 'text', isSecret: true, isRequired: true },
    { name: 'api_secret', label: 'API secret', input: 'textarea', isSecret: true },
  ],
})
const { deps } = plain.shop
const providers = providerRegistry([...deps.providers.all, provider])
await seedWorld(deps, 'test')
await seedGateways(core.db, providers, [], core.clock())
const router = { ...plain.shop.router, payment: implementPayment({ ...deps, providers }) }
const lines: string[] = []
const logged = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const shop = await testApp({ core: { ...core, log: logged }, router })
const owner = (await shop.signIn('admin')).headers

const gateways = async (): Promise<GatewayView[]> =>
  (await shop.call('GET /api/admin/payment-gateways', undefined, owner)).json() as never
const gateway = async (name: string): Promise<GatewayView> => {
  const view = (await gateways()).find((each) => each.name === name)
  if (!view) throw new Error(`no gateway ${name}`)
  return view
}
const save = (...edits: Record<string, unknown>[]) =>
  shop.call('PUT /api/admin/payment-gateways', { gateways: edits }, owner)
const bank = async (): Promise<BankSettings> =>
  (await shop.call('GET /api/admin/bank-accounts', undefined, owner)).json() as never
const saveBank = (input: unknown) => shop.call('PUT /api/admin/bank-accounts', input, owner)
const smtp = (change: Record<string, unknown> = {}) => ({
  smtp_host: 'smtp.noor.example',
  smtp_port: 2525,
  smtp_user: 'desk@noor.example',
  from_name: 'Noor',
  from_email: 'desk@noor.example',
  ...change,
})
const saveSmtp = (input: unknown) => shop.call('PUT /api/admin/email-settings', input, owner)
const readSmtp = async () => (await shop.call('GET /api/admin/email-settings', undefined, owner)).json()
const account = {
  account_name: 'Noor Travels LLC',
  account_number: '0123 4567 89',
  ifsc: 'NOOR0001234',
  upi: 'noor@okbank',
  bank_name: 'Noor Bank',
  branch: 'Deira',
  iban: 'AE07 0331 2345 6789 0123 456',
  swift: 'NOORAEAD',
}

describe('payment gateways', () => {
  test('are listed by name with the fields of each provider [A201]', async () => {
    const all = await gateways()
    expect(all.map(({ name }) => name)).toEqual([...all.map(({ name }) => name)].sort())
    const madeUp = await gateway('made_up')
    expect(madeUp).toMatchObject({ type: 'api', enabled: false, whyNotOffered: 'Key id is missing' })
    expect(madeUp.fields.map(({ name, isSecret }) => [name, isSecret])).toEqual([
      ['key_id', false],
      ['flow', false],
      ['api_key', true],
      ['api_secret', true],
    ])
    expect((await gateway('cash_on_arrival')).type).toBe('manual')
  })

  test('keep a secret that is omitted or empty, and lose it only on explicit removal [A206]', async () => {
    const secret = async () =>
      (await gateway('made_up')).fields.filter(({ isSecret }) => isSecret).map(({ value, isSet }) => [value, isSet])
    const version = async () => (await gateway('made_up')).version
    const edit = async (change: object) => save({ name: 'made_up', version: await version(), ...change })
    expect((await edit({ enabled: true, settings: { key_id: 'k1' }, secrets: { api_key: 'sk-1' } })).status).toBe(200)
    expect(await secret()).toEqual([
      ['', true],
      ['', false],
    ])
    expect((await gateway('made_up')).whyNotOffered).toBeNull()
    await edit({ secrets: { api_key: '' }, settings: { key_id: 'k2' } })
    expect(await secret()).toEqual([
      ['', true],
      ['', false],
    ])
    expect((await gateway('made_up')).fields[0]?.value).toBe('k2')
    await edit({ secrets: { api_key: null } })
    expect((await gateway('made_up')).whyNotOffered).toBe('API key is missing')
  })

  test('refuse fields that the provider does not have, and name them', async () => {
    const { version } = await gateway('made_up')
    const answer = await save({
      name: 'made_up',
      version,
      settings: { api_key: 'in the open', flow: 'dance' },
      secrets: { webhook: 'x' },
    })
    expect(answer.status).toBe(422)
    expect((answer.json().errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'made_up.api_key',
      'made_up.flow',
      'made_up.webhook',
    ])
    expect((await save({ name: 'nobody', version: 1, enabled: true })).status).toBe(404)
  })

  test("are saved one by one: another user's change to another gateway survives [A204]", async () => {
    const [mine, theirs] = [await gateway('cash_on_arrival'), await gateway('bank_transfer')]
    await save({ name: theirs.name, version: theirs.version, manual_instructions: 'Theirs' })
    const answer = await save({ name: mine.name, version: mine.version, manual_instructions: 'Mine' })
    expect(answer.status).toBe(200)
    expect((await gateway('bank_transfer')).manual_instructions).toBe('Theirs')
    expect((await gateway('bank_transfer')).version).toBe(theirs.version + 1)
    expect((await gateway('cash_on_arrival')).manual_instructions).toBe('Mine')
  })

  test("are not saved over another user's change, and nothing else of that save is stored [A205]", async () => {
    const [cash, madeUp] = [await gateway('cash_on_arrival'), await gateway('made_up')]
    await save({ name: cash.name, version: cash.version, enabled: false })
    const answer = await save(
      { name: madeUp.name, version: madeUp.version, settings: { key_id: 'half' } },
      { name: cash.name, version: cash.version, enabled: true },
    )
    expect([answer.status, answer.json().code]).toEqual([409, 'payment/gateway-changed'])
    expect(answer.json().title).toContain('cash on arrival')
    expect((await gateway('cash_on_arrival')).enabled).toBe(false)
    expect((await gateway('made_up')).fields[0]?.value).not.toBe('half')
  })

  test('are closed to every role but the owner, managers included', async () => {
    for (const role of ['manager', 'support', 'content', 'customer'] as const) {
      const { headers } = await shop.signIn(role)
      for (const path of ['payment-gateways', 'bank-accounts', 'email-settings'])
        expect((await shop.call(`GET /api/admin/${path}`, undefined, headers)).status, `${role} ${path}`).toBe(403)
    }
  })
})

describe('bank transfer', () => {
  test('has all fields per currency and reads each back as saved [A210, A214]', async () => {
    await core.db.deleteFrom('bank_accounts').execute()
    const { version } = await bank()
    const accounts = [
      { currency: 'INR', ...account },
      { currency: 'AED', ...account, account_name: 'Noor Tourism', upi: '', ifsc: '' },
    ]
    const answer = await saveBank({ enabled: true, version, accounts })
    expect(answer.status, answer.text).toBe(200)
    expect((await bank()).accounts).toEqual(accounts)
  })

  test('keeps accounts in other currencies, and removes an emptied one', async () => {
    const empty = Object.fromEntries(Object.keys(account).map((key) => [key, '']))
    const before = await bank()
    await saveBank({ enabled: true, version: before.version, accounts: [{ currency: 'AED', ...empty }] })
    expect((await bank()).accounts.map(({ currency }) => currency)).toEqual(['INR'])
  })

  test('refuses invalid details, names the field and stores nothing', async () => {
    const before = await bank()
    const wrong = { iban: 'AE07 0331 2345 6789 0123 457', swift: 'NO', ifsc: 'NOOR123', upi: 'noor' }
    const answer = await saveBank({
      enabled: false,
      version: before.version,
      accounts: [{ currency: 'INR', ...account, ...wrong }],
    })
    expect(answer.status).toBe(422)
    expect((answer.json().errors as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      'INR.iban',
      'INR.ifsc',
      'INR.swift',
      'INR.upi',
    ])
    expect(await bank()).toEqual(before)
  })

  test('updates its gateway, creates it if missing, and never creates a second one [A212]', async () => {
    const { version } = await bank()
    await core.db.deleteFrom('payment_gateways').where('name', '=', 'bank_transfer').execute()
    expect(await bank()).toMatchObject({ version: null, enabled: false })
    expect((await saveBank({ enabled: true, version, accounts: [] })).status).toBe(409)
    expect((await saveBank({ enabled: true, version: null, accounts: [] })).status).toBe(200)
    expect((await saveBank({ enabled: true, version: null, accounts: [] })).status).toBe(409)
    expect((await saveBank({ enabled: false, version: 1, accounts: [] })).status).toBe(200)
    const rows = await core.db.selectFrom('payment_gateways').selectAll().where('name', 'like', 'bank%').execute()
    expect(rows).toMatchObject([{ name: 'bank_transfer', type: 'manual', enabled: false, version: 2 }])
  })

  test('stores no account from an untouched form [A211]', async () => {
    await core.db.deleteFrom('bank_accounts').execute()
    const { version, accounts } = await bank()
    expect(accounts).toEqual([])
    await saveBank({ enabled: true, version, accounts })
    expect(await core.db.selectFrom('bank_accounts').selectAll().execute()).toEqual([])
  })
})

describe('the mail server', () => {
  const messages = async (input: unknown) => {
    const answer = await saveSmtp(input)
    expect(answer.status).toBe(422)
    return answer.json().title
  }
  test.each(['smtp_host', 'smtp_user', 'from_email'])(
    'requires %s and stores nothing without it [A218]',
    async (field) => {
      const before = await readSmtp()
      expect(await messages(smtp({ [field]: ' ' }))).toBe('SMTP Host, Username, and From Email are required')
      expect(await readSmtp()).toEqual(before)
    },
  )
  test.each([0, 65_536, 25.5, 'abc', '', -1])('refuses %s as a port [A219]', async (smtp_port) => {
    const before = await readSmtp()
    expect(await messages(smtp({ smtp_port }))).toBe('Please enter a valid port number (1-65535)')
    expect(await readSmtp()).toEqual(before)
  })
  test.each([1, 65_535, '587'])('accepts %s as a port [A219]', async (smtp_port) => {
    expect((await saveSmtp(smtp({ smtp_port }))).status).toBe(200)
    expect(await readSmtp()).toMatchObject({ smtp_port: Number(smtp_port) })
  })
  test('stays one record after repeated saves, with its time, and adds no key to the settings [A221]', async () => {
    core.clock.advance(5)
    await saveSmtp(smtp({ tls_mode: 'tls', is_enabled: false }))
    await saveSmtp(smtp({ tls_mode: 'tls', is_enabled: true }))
    const rows = await core.db.selectFrom('email_settings').select(['tls_mode', 'updated_at']).execute()
    expect(rows).toEqual([{ tls_mode: 'tls', updated_at: core.clock() }])
    const refused = await shop.call('PUT /api/admin/settings', { settings: { smtp_host: 'x' } }, owner)
    expect(refused.status).toBe(422)
    const keys = await core.db
      .selectFrom('settings')
      .select('setting_key')
      .where('setting_key', 'like', 'smtp%')
      .execute()
    expect(keys).toEqual([])
  })
  test('keeps its password when none is entered, and shows only that one is set [A223]', async () => {
    const sealed = async () =>
      (await core.db.selectFrom('email_settings').select('sealed_password').executeTakeFirst())?.sealed_password
    await saveSmtp(smtp({ smtp_password: 'first' }))
    const first = await sealed()
    await saveSmtp(smtp({ smtp_password: '', from_name: 'Noor Travels' }))
    expect(await sealed()).toEqual(first)
    expect(await readSmtp()).toMatchObject({ is_password_set: true, from_name: 'Noor Travels' })
    await saveSmtp(smtp({ smtp_password: 'second' }))
    expect(await sealed()).not.toEqual(first)
    expect(Object.keys(await readSmtp())).not.toContain('smtp_password')
  })
})

describe('a test email', () => {
  test('is not sent without an address or to more than one mailbox [A231]', async () => {
    plain.outbox.length = 0
    for (const [to, message] of [
      ['', 'Please enter a test email address'],
      ['a@example.com,b@example.com', 'Please enter a valid email address'],
    ]) {
      const answer = await shop.call('POST /api/admin/test-emails', { to }, owner)
      expect(answer.status).toBe(422)
      expect(answer.json().errors).toEqual([{ path: 'to', message }])
    }
    expect(plain.outbox).toEqual([])
  })
  test('accepts only the address from the browser [A233]', async () => {
    const answer = await shop.call('POST /api/admin/test-emails', { to: 'a@example.com', smtp_password: 'x' }, owner)
    expect(answer.status).toBe(422)
    expect((await shop.call('POST /api/admin/test-emails', { to: 'a@example.com' }, owner)).status).toBe(200)
    expect(plain.outbox.at(-1)).toMatchObject({ to: 'a@example.com', subject: 'Test email from Safar Travel House' })
  })
})

describe('templates', () => {
  type Template = { template_name: string; subject: string; html_body: string; version: number; variables: string[] }
  const templates = async (): Promise<Template[]> =>
    (await shop.call('GET /api/admin/mail-templates', undefined, owner)).json() as never
  const template = async (name: string): Promise<Template> =>
    (await templates()).find((each) => each.template_name === name) as Template
  const put = (name: string, input: Record<string, unknown>) =>
    shop.call(`PUT /api/admin/mail-templates/${name}`, input, owner)

  test('exist for each occasion and list their placeholders [A225, A226]', async () => {
    const names = (await templates()).map(({ template_name }) => template_name)
    for (const name of ['booking_confirmation', 'admin_booking_alert', 'visa_approval', 'reminder', 'cancellation'])
      expect(names).toContain(name)
    const confirmation = await template('booking_confirmation')
    expect(confirmation).toMatchObject({ is_active: true, subject: expect.any(String), html_body: expect.any(String) })
    expect((await template('security_notice')).variables).toEqual(expect.arrayContaining(['security_event']))
    expect(confirmation.variables).toEqual(expect.arrayContaining(['customer_name', 'total_amount', 'application_id']))
  })
  test('refuse a stale edit, and can be reset to the default text', async () => {
    const { version, html_body, subject } = await template('reminder')
    const input = { version, html_body, is_active: true, subject: 'Soon: {{booking_reference}}' }
    expect((await put('reminder', input)).status).toBe(200)
    expect((await put('reminder', input)).status).toBe(409)
    expect((await template('reminder')).subject).toBe('Soon: {{booking_reference}}')
    const reset = await shop.call('POST /api/admin/mail-templates/reminder/default', { version: version + 1 }, owner)
    expect(reset.json()).toMatchObject({ subject, html_body, isDefault: true })
  })
  test('refuse an unknown placeholder [A230]', async () => {
    const { version, html_body } = await template('reminder')
    const answer = await put('reminder', {
      version,
      html_body,
      is_active: true,
      subject: '{{smtp_password}} {{reason}}',
    })
    expect(answer.json().errors).toEqual([{ path: 'subject', message: 'There is no value for {{smtp_password}}' }])
    expect((await template('reminder')).version).toBe(version)
  })
  test('for security notices can be saved and previewed like the others', async () => {
    const { version, html_body } = await template('security_notice')
    const changed = { version, html_body, is_active: true, subject: 'Look: {{security_event}}' }
    expect((await put('security_notice', changed)).status).toBe(200)
    const draft = { subject: changed.subject, html_body: '<p>{{event_time}}</p>' }
    const shown = await shop.call('POST /api/admin/mail-templates/security_notice/preview', draft, owner)
    expect(shown.json()).toMatchObject({ subject: 'Look: Two-factor sign-in was switched on' })
    expect(shown.json().text).toContain('2027-01-01 10:00 AM')
  })
  test('that open an account can be edited by the owner only, because editors could redirect the link [A225]', async () => {
    for (const role of ['manager', 'support'] as const) {
      const { headers } = await shop.signIn(role)
      for (const name of ['verify_email', 'reset_password', 'staff_invitation', 'security_notice', 'sign_in_locked']) {
        const { version, html_body, subject } = await template(name)
        const path = `/api/admin/mail-templates/${name}`
        const switchedOff = { version, html_body, subject, is_active: false }
        const saved = await shop.call(`PUT ${path}`, switchedOff, headers)
        expect([saved.status, saved.json().code], `${role} ${name}`).toEqual([403, 'mail/owners-template'])
        const reset = await shop.call(`POST ${path}/default`, { version }, headers)
        expect([reset.status, reset.json().code], `${role} ${name}`).toEqual([403, 'mail/owners-template'])
        expect(await template(name)).toMatchObject({ version, isForOwners: true })
      }
      expect(await template('reminder')).toMatchObject({ isForOwners: false })
      const { version, html_body, subject } = await template('reminder')
      const kept = { version, html_body, subject, is_active: true }
      expect((await shop.call('PUT /api/admin/mail-templates/reminder', kept, headers)).status).toBe(200)
    }
  })
  test('refuse a one-time link in the subject, which the outbox shows and stores', async () => {
    const { version, html_body } = await template('reset_password')
    const shown = { version, html_body, is_active: true, subject: 'Here: {{ action_url }}' }
    const { errors } = (await put('reset_password', shown)).json()
    expect(errors).toEqual([{ path: 'subject', message: 'A link belongs in the body, not in the subject' }])
    expect((await template('reset_password')).version).toBe(version)
  })
  test('are previewed with sample values before saving', async () => {
    const draft = { subject: 'For {{customer_name}}', html_body: '<p>{{service_name}}</p>' }
    const answer = await shop.call('POST /api/admin/mail-templates/reminder/preview', draft, owner)
    expect(answer.json()).toMatchObject({
      subject: 'For Asha Rao',
      text: expect.stringContaining('Evening Desert Safari'),
    })
  })
})

test('customers read the instructions of a manual gateway on the payment page [A209]', async () => {
  const { booking, token } = (await shop.call('POST /api/bookings', safariForTwo)).json() as {
    booking: { id: string }
    token: string
  }
  const page = async () =>
    (await shop.call(`GET /api/bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`)).json() as {
      methods: { name: string; instructions: string }[]
      attempt: { instructions: string } | null
    }
  for (const name of ['bank_transfer', 'cash_on_arrival']) {
    const { version } = await gateway(name)
    const manual_instructions = `Written for ${name}: IBAN AE070331234567890123456`
    expect((await save({ name, version, enabled: true, manual_instructions })).status).toBe(200)
    expect(JSON.stringify((await page()).methods.find((method) => method.name === name))).toContain(manual_instructions)
    const started = await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: name })
    expect(started.status, started.text).toBe(200)
    expect(JSON.stringify((await page()).attempt)).toContain(manual_instructions)
  }
})

test('customers see the enabled gateways and none of their settings [A313]', async () => {
  const { booking, token } = (await shop.call('POST /api/bookings', safariForTwo)).json() as {
    booking: { id: string }
    token: string
  }
  const offered = () => shop.call(`GET /api/bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`)
  const { version } = await gateway('made_up')
  const secrets = { api_key: 'sk-of-the-agency', api_secret: 'secret-of-the-agency' }
  await save({ name: 'made_up', version, enabled: true, settings: { key_id: 'key-id-of-the-agency' }, secrets })
  const on = await offered()
  expect(on.text).toContain('Made-up Pay')
  expect(on.text).not.toMatch(/of-the-agency|api_key|api_secret/)
  await save({ name: 'made_up', version: version + 1, enabled: false })
  expect((await offered()).text).not.toContain('Made-up Pay')
})

test('no secret is returned in a response, audit entry, log line or stored row [A314, A315]', async () => {
  const canary = 'canary-5up3r-s3cret'
  const { version } = await gateway('made_up')
  const secrets = { api_key: `${canary}-key`, api_secret: `${canary}-secret` }
  expect((await save({ name: 'made_up', version, secrets })).text).not.toContain(canary)
  expect((await saveSmtp(smtp({ smtp_password: `${canary}-mail` }))).text).not.toContain(canary)
  // Refused saves must not echo secrets either.
  const refused = [
    await save({ name: 'made_up', version, secrets: { nothing: canary } }),
    await save({ name: 'made_up', version: 1, secrets }),
    await saveSmtp(smtp({ smtp_port: 0, smtp_password: canary })),
    await saveSmtp({ ...smtp(), smtp_password: [canary] }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain(canary)
  }
  const readable = declaredProcedures(router).filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  expect(readable.length).toBeGreaterThan(10)
  for (const { path } of readable) {
    const { text } = await shop.call(`GET /api${path}`, undefined, owner)
    expect(text, path).not.toContain(canary)
  }
  const { rows } = await core.pool.query(`
    select (select string_agg(a::text, '') from audit_entries a)
      || (select string_agg(g::text || encode(coalesce(sealed_secrets, ''), 'escape'), '') from payment_gateways g)
      || (select string_agg(e::text || encode(coalesce(sealed_password, ''), 'escape'), '') from email_settings e) as all`)
  expect(rows[0].all).toContain('changedSecrets')
  expect(rows[0].all).not.toContain(canary)
  expect(lines.join('')).not.toContain(canary)
})
