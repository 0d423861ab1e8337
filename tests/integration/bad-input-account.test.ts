import { describe, expect, it, test } from 'vitest'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { testApp } from '../support/app.ts'
import { anyAddress, databaseState, expectRefused, type Refused } from './database-state.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
await saveSettings(core, anonymous('test'), { sign_in_per_account: 10_000 })
const password = 'correct horse'
const email = 'asha@example.com'
const signedUp = await call('POST /api/auth/sign-up/email', { full_name: 'Asha Rao', email, password }, anyAddress())
expect(signedUp.status, signedUp.text).toBe(200)
await core.db.updateTable('users').set({ email_verified: true }).execute()
const customer = await shop.signIn('customer')

const send = (route: string, body: unknown, wanted: Refused, headers: Record<string, string> = {}) =>
  expectRefused(shop, `POST /api/auth/${route}`, { body, headers }, wanted)
const invalid = (path: string, message?: string): Refused => ({
  status: 422,
  code: 'account/invalid',
  errors: [{ path, ...(message !== undefined && { message }) }],
})
const badLink = { status: 422, code: 'account/invalid-token' }

const forms: readonly { route: string; body: Record<string, unknown>; headers?: Record<string, string> }[] = [
  { route: 'sign-up/email', body: { full_name: 'Ravi', email: 'ravi@example.com', password } },
  { route: 'sign-in/email', body: { email, password } },
  { route: 'send-verification-email', body: { email } },
  { route: 'verify-email', body: { token: 'x', password } },
  { route: 'verification-link', body: { token: 'x' } },
  { route: 'request-password-reset', body: { email } },
  { route: 'reset-password', body: { token: 'x', newPassword: password } },
  {
    route: 'change-password',
    body: { currentPassword: password, newPassword: 'another horse' },
    headers: customer.headers,
  },
]

test('control: sign-up, sign-in and password reset succeed with valid input', async () => {
  const before = await databaseState(shop)
  const made = await call('POST /api/auth/sign-up/email', forms[0]?.body, anyAddress())
  const signedIn = await call(
    'POST /api/auth/sign-in/email',
    { email, password, callbackURL: '/profile' },
    anyAddress(),
  )
  const reset = await call('POST /api/auth/request-password-reset', { email, redirectTo: '/x' }, anyAddress())
  expect([made.status, signedIn.status, signedIn.json().url, reset.status]).toEqual([200, 200, '/profile', 200])
  const after = await databaseState(shop)
  for (const table of ['users', 'accounts', 'sessions', 'verifications', 'events']) {
    expect([table, after[`public.${table}`] === before[`public.${table}`]]).toEqual([table, false])
  }
})

describe.each(forms)('$route refuses', ({ route, body, headers = {} }) => {
  it.each(Object.keys(body))('a missing %s, or one of the wrong type [C248]', async (field) => {
    const { [field]: _, ...rest } = body
    // The browser that signed up needs no password, so without one only the link can be wrong.
    const isOptional = route === 'verify-email' && field === 'password'
    await send(route, rest, isOptional ? badLink : invalid(field), headers)
    for (const value of [1, null, [], ['x'], {}, { $ne: '' }, true, '']) {
      await send(route, { ...body, [field]: value }, invalid(field), headers)
    }
    await send(route, { ...body, [field]: 'x'.repeat(3000) }, invalid(field), headers)
  })
  it.each(Object.keys(body).filter((field) => !/password/i.test(field)))('a null byte in %s', async (field) => {
    const before = await databaseState(shop)
    for (const value of [`${body[field]}\u0000`, `\u0000${body[field]}`, 'a\u0000b@example.com']) {
      const answer = await call(`POST /api/auth/${route}`, { ...body, [field]: value }, { ...anyAddress(), ...headers })
      expect([400, 422], answer.text).toContain(answer.status)
    }
    expect(await databaseState(shop)).toEqual(before)
  })
  it('a body that is not one object, malformed, too large or of another content type', async () => {
    const json = { ...headers, 'content-type': 'application/json' }
    for (const payload of ['[]', '"x"', '7', 'null']) {
      await send(route, payload, { status: 422, code: 'account/invalid' }, json)
    }
    await send(route, '{"email":', { status: 400, code: 'request/malformed' }, json)
    await send(route, '{"__proto__":{"role":"admin"}}', { status: 400, code: 'request/malformed' }, json)
    await send(
      route,
      '{"constructor":{"prototype":{"role":"admin"}}}',
      { status: 400, code: 'request/malformed' },
      json,
    )
    await send(route, `{"email":"${'x'.repeat(10 * 2 ** 20)}"}`, { status: 413, code: 'request/too-large' }, json)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const wanted = { status: 415, code: 'request/media-type' }
      await send(route, 'email=a', wanted, { ...headers, 'content-type': type })
    }
  })
  it.each([{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'a cross-site request: %o',
    async (elsewhere) => {
      const wanted = { status: 403, code: 'request/cross-site' }
      await send(route, body, wanted, { ...headers, ...(elsewhere as Record<string, string>) })
    },
  )
})

describe('header injection through names and addresses', () => {
  const next = { full_name: 'Ravi', email: 'new@example.com', password }
  it.each([
    'new@example.com\r\nBcc: v@evil.test',
    'a@x.com,b@x.com',
    'Ravi <a@x.com>',
    '"a@evil x"@shop.com',
    'a@x',
    'a b@x.com',
  ])('no account for %j', async (address) => {
    await send('sign-up/email', { ...next, email: address }, invalid('email', 'Please enter a valid email address'))
    await send('request-password-reset', { email: address }, invalid('email', 'Please enter a valid email address'))
    await send('send-verification-email', { email: address }, invalid('email', 'Please enter a valid email address'))
  })
  it.each(['Ravi\r\nBcc: v@evil.test', 'Ravi\nX', 'Ravi\u0000', 'Ravi\u001b[2J', '\u007f'])(
    'sign-up refuses the name %j',
    async (name) => {
      await send('sign-up/email', { ...next, full_name: name }, invalid('full_name'))
      const wanted = { status: 422, code: 'request/invalid', errors: [{ path: 'full_name' }] }
      await expectRefused(
        shop,
        'PATCH /api/profile',
        { body: { full_name: name, phone: null }, headers: customer.headers },
        wanted,
      )
    },
  )
  it.each(['role', 'is_admin', 'isAdmin', 'emailVerified', 'email_verified', 'made_by_bootstrap', 'id'])(
    'sign-up ignores a claim to %s and creates an ordinary, unverified account [C256]',
    async (field) => {
      const address = `${field.toLowerCase()}@example.com`
      const body = { ...next, email: address, [field]: field === 'role' ? 'admin' : true }
      const answer = await call('POST /api/auth/sign-up/email', body, anyAddress())
      expect(answer.status).toBe(200)
      const user = await core.db.selectFrom('users').selectAll().where('email', '=', address).executeTakeFirstOrThrow()
      expect(user).toMatchObject({ role: 'customer', email_verified: false, made_by_bootstrap: false })
    },
  )
})

describe('return addresses', () => {
  const evil = [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    'http://shop.test.evil.test/',
  ]
  const odd = [
    'http://shop.test@evil.test/',
    'https:evil.test',
    '/\t/evil.test',
    ' //evil.test',
    '/%2f/evil.test%0d%0a',
    'data:text/html,x',
  ]
  it.each([...evil, ...odd])('%j is neither stored, mailed nor returned [C251]', async (address) => {
    const bodies: [string, Record<string, unknown>][] = [
      ['sign-in/email', { email, password, callbackURL: address }],
      ['sign-up/email', { full_name: 'Ravi', email: 'return@example.com', password, callbackURL: address }],
      ['send-verification-email', { email, callbackURL: address }],
      ['request-password-reset', { email, redirectTo: address }],
      ['request-password-reset', { email, callbackURL: address }],
    ]
    for (const [route, body] of bodies) {
      const answer = await call(`POST /api/auth/${route}`, body, anyAddress())
      expect([200, 403, 422], answer.text).toContain(answer.status)
      if (route === 'sign-in/email') expect(answer.status, answer.text).toBe(403)
      expect(answer.headers.location).toBeUndefined()
      expect(answer.text).not.toContain('evil')
    }
    const events = await core.db.selectFrom('events').select('payload').execute()
    expect(JSON.stringify(events)).not.toMatch(/evil|javascript|data:/)
  })
})

describe('emailed links', () => {
  it.each([
    'x',
    '..',
    'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFzaGFAZXhhbXBsZS5jb20ifQ.',
    "' or '1'='1",
    '%',
    'reset-password:x',
    '../../admin',
  ])('%j verifies nobody and sets no password [C257, C258]', async (token) => {
    await send('verify-email', { token, password }, badLink)
    await send('reset-password', { token, newPassword: 'another horse' }, badLink)
    const url = `/api/auth/verify-email?token=${encodeURIComponent(token)}`
    expect((await call(`GET ${url}`, undefined, anyAddress())).status).toBe(404)
  })
  it('a verification link sets no password, and a reset link verifies no address', async () => {
    const fresh = 'fresh@example.com'
    await call('POST /api/auth/sign-up/email', { full_name: 'F', email: fresh, password }, anyAddress())
    await call('POST /api/auth/request-password-reset', { email: fresh }, anyAddress())
    const events = await core.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
    const tokenIn = (name: string) => {
      const payloads = events.filter((event) => event.name === name).map(({ payload }) => payload as { url?: string })
      const url = payloads.findLast((payload) => JSON.stringify(payload).includes(fresh))?.url ?? ''
      return URL.parse(url)?.searchParams.get('token')
    }
    const [verify, reset] = [tokenIn('account.verification-requested'), tokenIn('account.reset-requested')]
    expect([typeof verify, typeof reset]).toEqual(['string', 'string'])
    await send('reset-password', { token: verify, newPassword: 'another horse' }, badLink)
    await send('verify-email', { token: reset, password }, badLink)
    const user = await core.db
      .selectFrom('users')
      .select('email_verified')
      .where('email', '=', fresh)
      .executeTakeFirst()
    expect(user?.email_verified).toBe(false)
    // A used link is spent.
    const body = { token: reset, newPassword: 'another horse' }
    expect((await call('POST /api/auth/reset-password', body, anyAddress())).status).toBe(200)
    await send('reset-password', body, badLink)
  })
  it('links expire after a day [C258]', async () => {
    await call('POST /api/auth/request-password-reset', { email }, anyAddress())
    const { payload } = await core.db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'account.reset-requested')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await core.db
      .updateTable('verifications')
      .set({ expires_at: new Date(core.clock().getTime() - 1000) })
      .execute()
    const token = URL.parse((payload as { url: string }).url)?.searchParams.get('token')
    const answer = await call('POST /api/auth/reset-password', { token, newPassword: 'another horse' }, anyAddress())
    expect([answer.status, answer.json().code]).toEqual([422, 'account/invalid-token'])
    expect((await call('POST /api/auth/sign-in/email', { email, password }, anyAddress())).status).toBe(200)
  })
})

describe('PATCH /api/profile refuses', () => {
  const save = (body: unknown, wanted: Refused, headers: Record<string, string> = customer.headers) =>
    expectRefused(shop, 'PATCH /api/profile', { body, headers }, wanted)
  const field = (path: string): Refused => ({ status: 422, code: 'request/invalid', errors: [{ path }] })
  const good = { full_name: 'Asha', phone: '+919876543210' }

  it.each(['role', 'is_admin', 'id', 'email', 'email_verified', 'user_id', 'password', ''])(
    '%s [C264, A308]',
    async (name) => {
      await save({ ...good, [name]: 'admin' }, field(name))
    },
  )
  it('invalid values [C264]', async () => {
    for (const value of [1, null, [], {}, true, 'x'.repeat(201)])
      await save({ ...good, full_name: value }, field('full_name'))
    for (const value of [1, [], {}, true, 'x'.repeat(41), '1\u0000', '1\r\n2'])
      await save({ ...good, phone: value }, field('phone'))
    await save({ phone: null }, field('full_name'))
    await save({ ...good, full_name: '  ' }, { ...field('full_name'), code: 'account/invalid' })
  })
  it('a visitor, and an invented session', async () => {
    const wanted = { status: 401, code: 'account/sign-in-needed' }
    await save(good, wanted, {})
    for (const cookie of [
      'safar.session=x.y',
      'safar.session=',
      'safar.session=%00.x',
      `safar.session=${'x'.repeat(4000)}.y`,
      "safar.session='--.x",
    ]) {
      await save(good, wanted, { cookie })
    }
  })
})
