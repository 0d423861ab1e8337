import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { anonymous } from '../../platform/core.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { defaultSettings } from '../settings/index.ts'
import { adminLink, bootstrapAdmin } from './index.server.ts'
import { digestOf } from './tokens.server.ts'

const shop = await testApp({ adminEmail: 'owner@example.com' })
const { core } = shop
const password = 'qx7!mz'
let people = 0
const newEmail = (): string => `person${++people}@example.com`
/** Each call has its own IP address unless set: limits count by address. */
let visitors = 0
function visitor() {
  const remoteAddress = `10.0.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`
  return async (route: string, body?: object, cookie = '') => {
    const [method, url] = route.split(' ')
    const answer = await shop.app.inject({
      method: method as 'GET' | 'POST' | 'PATCH',
      url: url ?? '',
      remoteAddress,
      ...(cookie && { headers: { cookie } }),
      ...(body && { payload: body }),
    })
    return {
      status: answer.statusCode,
      body: answer.json() as Record<string, unknown>,
      cookie: answer.cookies[0] ? `${answer.cookies[0].name}=${answer.cookies[0].value}` : '',
      setCookie: String(answer.headers['set-cookie'] ?? ''),
    }
  }
}
const userOf = (email: string) =>
  core.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const linkIn = (to: string): string => {
  const mail = shop.outbox.findLast((one) => one.to === to)
  const link = /http:\/\/shop\.test\/\S+?token=[^\s)]+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No link was mailed to ${to}`)
  return link
}
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

async function signedUp(email = newEmail(), more: object = {}): Promise<string> {
  const answer = await visitor()('POST /api/auth/sign-up/email', { email, password, full_name: 'Asha Rao', ...more })
  expect(answer.status).toBe(200)
  return email
}
async function signedIn(email: string, secret = password): Promise<string> {
  const answer = await visitor()('POST /api/auth/sign-in/email', { email, password: secret })
  expect(answer.status).toBe(200)
  return answer.cookie
}
const session = async (cookie: string) => (await visitor()('GET /api/session', undefined, cookie)).body.user

describe('sign-up', () => {
  it('creates a customer with the full name, and no session [C256]', async () => {
    const email = newEmail()
    const answer = await visitor()('POST /api/auth/sign-up/email', {
      email: ` ${email.toUpperCase()} `,
      password,
      fullName: 'Asha Rao',
    })
    expect([answer.status, answer.setCookie.includes('session')]).toEqual([200, false])
    expect(await userOf(email)).toMatchObject({ name: 'Asha Rao', role: 'customer', email_verified: false })
  })
  it.each([
    { role: 'admin' },
    { is_admin: true, isAdmin: true },
    { emailVerified: true, email_verified: true },
    { madeByBootstrap: true, made_by_bootstrap: true },
    { id: 'chosen', phone: '1' },
  ])('takes no %o from input [A015, C256]', async (more) => {
    const user = await userOf(await signedUp(newEmail(), more))
    expect(user).toMatchObject({ role: 'customer', email_verified: false, made_by_bootstrap: false, phone: null })
    expect(user.id).not.toBe('chosen')
  })
  it('requires full name, email and a password of 6 characters [A017, C248, C253]', async () => {
    const ask = visitor()
    const empty = await ask('POST /api/auth/sign-up/email', {})
    expect(empty.status).toBe(422)
    expect((empty.body.errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'email',
      'password',
      'full_name',
    ])
    const short = { email: newEmail(), password: '12345', full_name: 'A' }
    expect((await ask('POST /api/auth/sign-up/email', short)).body).toMatchObject({
      status: 422,
      errors: [{ path: 'password', message: 'Password must be at least 6 characters' }],
    })
    expect((await ask('POST /api/auth/sign-up/email', { ...short, password: 'six(6)' })).status).toBe(200)
  })
  it.each([
    ['sign-in', { email: '', password }],
    ['sign-in', { email: 'empty@example.com', password: '' }],
    ['sign-up', { email: '', password, full_name: 'Asha Rao' }],
    ['sign-up', { email: 'empty@example.com', password: '', full_name: 'Asha Rao' }],
    ['sign-up', { email: 'empty@example.com', password, full_name: '' }],
    ['sign-up', { email: 'empty@example.com', password, full_name: '  ' }],
  ])('takes no %s with a field left empty: %o makes neither a session nor an account [A010]', async (what, body) => {
    const count = async (table: 'users' | 'sessions') => (await core.db.selectFrom(table).select('id').execute()).length
    const before = [await count('users'), await count('sessions')]
    const answer = await visitor()(`POST /api/auth/${what}/email`, body)
    expect([answer.status, answer.setCookie]).toEqual([422, ''])
    expect([await count('users'), await count('sessions')]).toEqual(before)
  })
  it('answers the same for an address with an account, and leaves that account unchanged', async () => {
    const email = await signedUp()
    const before = await userOf(email)
    const again = { email, password: 'other-secret', full_name: 'Somebody Else' }
    const known = await visitor()('POST /api/auth/sign-up/email', again)
    const fresh = await visitor()('POST /api/auth/sign-up/email', { ...again, email: newEmail() })
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body])
    expect(await userOf(email)).toEqual(before)
    expect((await visitor()('POST /api/auth/sign-in/email', { email, password: 'other-secret' })).status).toBe(401)
  })
})

describe('sign-in', () => {
  it('starts a session whose token is in an HttpOnly cookie', async () => {
    const email = await signedUp()
    const answer = await visitor()('POST /api/auth/sign-in/email', { email, password })
    expect(answer.body.user).toMatchObject({ email, full_name: 'Asha Rao', role: 'customer', is_admin: false })
    expect(answer.setCookie).toMatch(/^safar\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax,/)
    const token = answer.cookie.split('=')[1]?.split('.')[0]
    expect(JSON.stringify(answer.body)).not.toContain(token)
    expect(await session(answer.cookie)).toMatchObject({ email })
  })
  it('binds the cookie to the host when the shop has https', async () => {
    const https = await testApp({ core: { ...core, baseUrl: 'https://shop.test' } })
    const email = await signedUp()
    const answer = await https.call('POST /api/auth/sign-in/email', { email, password })
    const [cookie = '', device] = [answer.headers['set-cookie']].flat().map(String)
    for (const one of [cookie, device]) expect(one).toMatch(/^__Host-safar\..*; HttpOnly; Secure; SameSite=Lax$/)
    const answered = await https.call('GET /api/session', undefined, { cookie })
    expect(answered.json()).toMatchObject({ user: { email } })
  })
  it('answers the same for a wrong password and an unknown address, and creates no session [C249]', async () => {
    const email = await signedUp()
    const wrong = await visitor()('POST /api/auth/sign-in/email', { email, password: 'wrong-one' })
    const unknown = await visitor()('POST /api/auth/sign-in/email', { email: newEmail(), password: 'wrong-one' })
    expect([wrong.status, wrong.body.title, wrong.setCookie]).toEqual([401, 'Invalid email or password', ''])
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    expect(unknown.setCookie).toBe('')
  })
  it('ends the previous session of the browser', async () => {
    const email = await signedUp()
    const first = await signedIn(email)
    const other = await signedIn(email)
    const second = (await visitor()('POST /api/auth/sign-in/email', { email, password }, first)).cookie
    expect(await session(first)).toBeNull()
    expect(await session(second)).toMatchObject({ email })
    expect(await session(other)).toMatchObject({ email })
  })
  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'refuses to lead to %s [C251]',
    async (callbackURL) => {
      const email = await signedUp()
      const answer = await visitor()('POST /api/auth/sign-in/email', { email, password, callbackURL })
      expect([answer.status, answer.body.code, answer.setCookie]).toEqual([403, 'account/redirect-refused', ''])
    },
  )
  it('control: returns to a page of the shop', async () => {
    const email = await signedUp()
    const answer = await visitor()('POST /api/auth/sign-in/email', { email, password, callbackURL: '/profile' })
    expect([answer.status, answer.body.url]).toEqual([200, '/profile'])
  })
  it('is limited to 10 tries for an account and 30 for an IP address by default [C261]', () => {
    expect(defaultSettings).toMatchObject({ sign_in_per_account: 10, sign_in_per_address: 30 })
  })
  it('is refused above the limit of an account, from any address, known or unknown [C261, A317]', async () => {
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_account: 2 })
    for (const email of [await signedUp(), newEmail()]) {
      const tries = []
      for (const secret of ['wrong-one', 'wrong-two', password]) {
        tries.push(await visitor()('POST /api/auth/sign-in/email', { email, password: secret }))
      }
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 429])
      expect(tries[2]?.body).toMatchObject({ code: 'limit/too-many' })
      core.clock.advance(15)
      expect((await visitor()('POST /api/auth/sign-in/email', { email, password })).status).not.toBe(429)
    }
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_account: 10 })
  })
  it('is refused above the limit of an IP address, for any account [C261, A317]', async () => {
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_address: 2 })
    const ask = visitor()
    const statuses = []
    for (let n = 0; n < 3; n++) {
      statuses.push((await ask('POST /api/auth/sign-in/email', { email: newEmail(), password })).status)
    }
    expect(statuses).toEqual([401, 401, 429])
    expect((await visitor()('POST /api/auth/sign-in/email', { email: newEmail(), password })).status).toBe(401)
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_address: 30 })
  })
})

describe('a session', () => {
  it('ends with sign-out [C259]', async () => {
    const cookie = await signedIn(await signedUp())
    const answer = await visitor()('POST /api/auth/sign-out', {}, cookie)
    expect(answer.status).toBe(200)
    expect(answer.setCookie).toContain('Max-Age=0')
    expect(await session(cookie)).toBeNull()
    expect((await visitor()('GET /api/my/bookings', undefined, cookie)).status).toBe(401)
  })
  it('does not open the back office after sign-out [A306]', async () => {
    const admin = await shop.signIn('admin')
    const ask = async () => (await visitor()('GET /api/admin/bookings', undefined, admin.headers.cookie)).status
    expect(await ask()).toBe(200)
    expect((await visitor()('POST /api/auth/sign-out', {}, admin.headers.cookie)).status).toBe(200)
    expect(await ask()).toBe(401)
  })
  it('is not accepted with an invented or ended token', async () => {
    expect(await session('safar.session=0123456789abcdef0123456789abcdef.x')).toBeNull()
    const cookie = await signedIn(await signedUp())
    const token = cookie.split('=')[1]?.split('.')[0] ?? ''
    await core.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('token', '=', digestOf(token))
      .execute()
    expect(await session(cookie)).toBeNull()
  })
  it('cannot use the back office once the role is removed [C268, A306]', async () => {
    const admin = await shop.signIn('admin')
    const ask = () => visitor()('GET /api/admin/bookings', undefined, admin.headers.cookie)
    expect((await ask()).status).toBe(200)
    await core.db.updateTable('users').set({ role: 'customer' }).where('id', '=', admin.userId).execute()
    expect((await ask()).status).toBe(403)
    expect(await session(admin.headers.cookie)).toMatchObject({ role: 'customer', is_admin: false })
  })
})

describe('the profile', () => {
  it('changes only full name and phone, whatever is sent [C264, A308]', async () => {
    const other = await shop.signIn('customer')
    const mine = await shop.signIn('customer')
    const save = (body: object) => visitor()('PATCH /api/profile', body, mine.headers.cookie)
    for (const more of [{ role: 'admin' }, { is_admin: true }, { id: other.userId }, { email: 'new@example.com' }]) {
      await save({ full_name: 'New Name', phone: null, ...more })
      expect(await userOf(mine.email)).toMatchObject({ id: mine.userId, role: 'customer' })
      expect(await userOf(other.email)).toMatchObject({ name: 'Test customer' })
    }
    const saved = await save({ full_name: ' New Name ', phone: '+971 50 123 4567' })
    expect(saved.body).toMatchObject({ full_name: 'New Name', phone: '+971 50 123 4567', role: 'customer' })
    expect(await session(mine.headers.cookie)).toMatchObject({ full_name: 'New Name', phone: '+971 50 123 4567' })
  })
  it('shows name, phone, role and admin state to its user, and to no other customer [C319]', async () => {
    const mine = await shop.signIn('customer')
    const other = await shop.signIn('customer')
    const admin = await shop.signIn('admin')
    await visitor()('PATCH /api/profile', { full_name: 'Asha Rao', phone: '+971501234567' }, mine.headers.cookie)
    const own = { id: mine.userId, full_name: 'Asha Rao', phone: '+971501234567', role: 'customer', is_admin: false }
    expect(await session(mine.headers.cookie)).toMatchObject(own)
    expect(await session(admin.headers.cookie)).toMatchObject({ id: admin.userId, role: 'admin', is_admin: true })
    // No route takes the id of a profile.
    for (const query of ['', `?id=${mine.userId}`, `?userId=${mine.userId}`]) {
      const answer = await visitor()(`GET /api/session${query}`, undefined, other.headers.cookie)
      expect(JSON.stringify(answer.body)).not.toContain(mine.userId)
      expect(JSON.stringify(answer.body)).not.toContain('Asha Rao')
    }
  })
  it('is null without a session', async () => {
    expect((await visitor()('PATCH /api/profile', { full_name: 'x', phone: null })).status).toBe(401)
  })
})

describe('verification', () => {
  it('sends a link to the shop by mail, and can be resent [C257]', async () => {
    const email = await signedUp()
    await shop.runJobs()
    const first = linkIn(email)
    expect(first).toMatch(/^http:\/\/shop\.test\/verify-email\?token=/)
    await visitor()('POST /api/auth/send-verification-email', { email })
    await shop.runJobs()
    const verified = await visitor()('POST /api/auth/verify-email', { token: tokenIn(linkIn(email)), password })
    expect(verified.status).toBe(200)
    expect(await userOf(email)).toMatchObject({ email_verified: true, role: 'customer' })
  })
  it('sends nothing to unknown and verified addresses, with the same answer', async () => {
    const known = await shop.signIn('customer')
    const mails = shop.outbox.length
    const answers = await Promise.all(
      [known.email, newEmail()].map((email) => visitor()('POST /api/auth/send-verification-email', { email })),
    )
    await shop.runJobs()
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: true }],
      [200, { done: true }],
    ])
    expect(shop.outbox.length).toBe(mails)
  })
  it('refuses an invented link', async () => {
    const answer = await visitor()('POST /api/auth/verify-email', { token: 'eyJhbGciOiJub25lIn0.e30.', password })
    expect([answer.status, answer.body.code]).toEqual([422, 'account/invalid-token'])
  })
  it('makes a user whose address was pre-registered set a new password [C257]', async () => {
    const email = await signedUp()
    const early = await signedIn(email)
    await signedUp(email, { password: 'the-owners-own' })
    await shop.runJobs()
    const token = tokenIn(linkIn(email))
    const own = await visitor()('POST /api/auth/verify-email', { token, password: 'the-owners-own' })
    expect([own.status, own.body.errors]).toMatchObject([422, [{ path: 'password' }]])
    const verified = await visitor()('POST /api/auth/verify-email', { token, newPassword: 'chosen-again' })
    expect(verified.body).toMatchObject({ done: true, user: { email, email_verified: true } })
    expect(await session(early)).toBeNull()
    const signIn = async (secret: string) =>
      (await visitor()('POST /api/auth/sign-in/email', { email, password: secret })).status
    const statuses = [await signIn(password), await signIn('the-owners-own'), await signIn('chosen-again')]
    expect(statuses).toEqual([401, 401, 200])
  })
  it('accepts a password that was set by a mailed link', async () => {
    const email = await signedUp(await signedUp(), { password: 'the-owners-own' })
    await shop.runJobs()
    const link = linkIn(email)
    await visitor()('POST /api/auth/request-password-reset', { email })
    await shop.runJobs()
    const proof = { token: tokenIn(linkIn(email)), newPassword: 'set-by-the-owner' }
    expect((await visitor()('POST /api/auth/reset-password', proof)).status).toBe(200)
    const verified = { token: tokenIn(link), password: 'set-by-the-owner' }
    expect((await visitor()('POST /api/auth/verify-email', verified)).status).toBe(200)
    await signedIn(email, 'set-by-the-owner')
  })
  it('makes the owner of ADMIN_EMAIL administrator, not earlier [C269]', async () => {
    const email = await signedUp('owner@example.com', { password: 'long enough secret' })
    const cookie = await signedIn(email, 'long enough secret')
    expect(await session(cookie)).toMatchObject({ role: 'customer', is_admin: false })
    await shop.runJobs()
    const body = { token: tokenIn(linkIn(email)), password: 'long enough secret' }
    const { cookie: verified } = await visitor()('POST /api/auth/verify-email', body)
    expect([await session(cookie), await session(verified)]).toMatchObject([null, { role: 'admin', is_admin: true }])
    // The role is stored, but the address is not verified.
    await core.db.updateTable('users').set({ email_verified: false }).where('email', '=', email).execute()
    expect(await session(verified)).toMatchObject({ role: 'customer', is_admin: false })
    expect((await visitor()('GET /api/admin/bookings', undefined, verified)).status).toBe(403)
  })
})

describe('a password reset', () => {
  const ask = (email: string) => visitor()('POST /api/auth/request-password-reset', { email })
  const reset = (link: string, newPassword: string) =>
    visitor()('POST /api/auth/reset-password', { token: tokenIn(link), newPassword })

  it('works once with a mailed link and ends every session [C258]', async () => {
    const email = await signedUp()
    const cookie = await signedIn(email)
    expect((await ask(email)).body).toEqual({ done: true })
    await shop.runJobs()
    const link = linkIn(email)
    expect(link).toMatch(/^http:\/\/shop\.test\/reset-password\?token=/)
    expect((await reset(link, 'short')).status).toBe(422)
    expect((await reset(link, 'another-secret')).status).toBe(200)
    expect(await session(cookie)).toBeNull()
    expect((await visitor()('POST /api/auth/sign-in/email', { email, password })).status).toBe(401)
    await signedIn(email, 'another-secret')
    expect((await reset(link, 'third-secret')).body).toMatchObject({ status: 422, code: 'account/invalid-token' })
  })
  it('answers the same for an unknown address', async () => {
    const [known, unknown] = [await ask(await signedUp()), await ask(newEmail())]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  })
  it('requires 12 characters from an administrator [A017, C253]', async () => {
    const admin = await shop.signIn('admin')
    await core.db
      .insertInto('accounts')
      .values({
        id: admin.userId,
        account_id: admin.userId,
        provider_id: 'credential',
        user_id: admin.userId,
        password: null,
      })
      .execute()
    await ask(admin.email)
    await shop.runJobs()
    const refused = await reset(linkIn(admin.email), 'elevenchars')
    expect(refused.body).toMatchObject({
      errors: [{ path: 'newPassword', message: 'Password must be at least 12 characters' }],
    })
    expect((await reset(linkIn(admin.email), 'twelve chars')).status).toBe(200)
  })
})

describe('a changed password', () => {
  it('requires the old one and ends the other sessions', async () => {
    const email = await signedUp()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    const change = (body: object) => visitor()('POST /api/auth/change-password', body, here)
    const wrong = await change({ currentPassword: 'wrong-one', newPassword: 'another-secret' })
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ path: 'currentPassword' }] })
    const right = await change({ currentPassword: password, newPassword: 'another-secret' })
    expect(right.status).toBe(200)
    expect([await session(there), await session(here)]).toEqual([null, null])
    expect(await session(right.cookie)).toMatchObject({ email })
  })
})

describe('the first administrator', () => {
  it('is created once; an existing account stays unchanged', async () => {
    const fresh = await testApp({ adminEmail: 'boss@example.com' })
    const wanted = { email: 'boss@example.com', password: 'chosen by the agency' }
    const [made, again] = await Promise.all([
      bootstrapAdmin(fresh.shop.deps, wanted),
      bootstrapAdmin(fresh.shop.deps, wanted),
    ])
    expect([made.created, again.created].sort()).toEqual([false, true])
    const signIn = (secret: string) =>
      fresh.call('POST /api/auth/sign-in/email', { email: wanted.email, password: secret })
    expect((await signIn(wanted.password)).json()).toMatchObject({ user: { is_admin: true, email_verified: false } })
    expect(await bootstrapAdmin(fresh.shop.deps, { ...wanted, password: 'another password' })).toEqual({
      created: false,
    })
    expect((await signIn('another password')).status).toBe(401)
  })
  it('is the owner of an existing account with ADMIN_EMAIL, once the address is verified [A018]', async () => {
    const fresh = await testApp({ adminEmail: 'boss@example.com' })
    const before = await fresh.signIn('customer', { email: 'boss@example.com', isVerified: false })
    const start = () => bootstrapAdmin(fresh.shop.deps, { email: 'boss@example.com', password: null })
    const isAdmin = async () => (await fresh.call('GET /api/admin/bookings', undefined, before.headers)).status === 200
    expect([await start(), await isAdmin()]).toEqual([{ created: false }, false])
    await fresh.core.db.updateTable('users').set({ email_verified: true }).execute()
    expect([await start(), await isAdmin()]).toEqual([{ created: false }, true])
  })
  it('gets a generated password when none is set, and only while there is no administrator', async () => {
    const fresh = await testApp()
    const made = await bootstrapAdmin(fresh.shop.deps, { email: null, password: null })
    if (!made.created || made.password === null) throw new Error('no password')
    expect(made.password.length).toBeGreaterThanOrEqual(12)
    const answer = await fresh.call('POST /api/auth/sign-in/email', { email: made.email, password: made.password })
    expect(answer.json()).toMatchObject({ user: { is_admin: true } })
    expect(await bootstrapAdmin(fresh.shop.deps, { email: null, password: null })).toEqual({ created: false })
  })
  it('can be created or recovered on the machine, with a link that works once', async () => {
    const { link } = await adminLink(shop.shop.deps, ' Mended@Example.com ')
    const body = { token: tokenIn(link), newPassword: 'a fresh password' }
    expect((await visitor()('POST /api/auth/reset-password', body)).status).toBe(200)
    const cookie = await signedIn('mended@example.com', 'a fresh password')
    expect(await session(cookie)).toMatchObject({ is_admin: true, email_verified: true })
    expect((await visitor()('POST /api/auth/reset-password', body)).status).toBe(422)
    const email = await signedUp()
    const earlier = await signedIn(email, password)
    await adminLink(shop.shop.deps, email)
    expect(await userOf(email)).toMatchObject({ role: 'admin', email_verified: true, name: 'Asha Rao' })
    // The previous user of the account lost its session and password.
    expect(await session(earlier)).toBeNull()
    expect((await visitor()('POST /api/auth/sign-in/email', { email, password })).status).toBe(401)
  })
})

describe('unused endpoints of the library', () => {
  it.each(['update-user', 'change-email', 'delete-user', 'list-sessions', 'get-session', 'sign-in/social', 'ok'])(
    '/api/auth/%s does not exist',
    async (path) => {
      expect((await visitor()(`POST /api/auth/${path}`, { role: 'admin' })).status).toBe(404)
    },
  )
})
