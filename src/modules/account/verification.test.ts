import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { mailedToken, newEmail, newVisitor, signIn, signUp, type Visitor } from './testing/visitor.ts'
import { digestOf } from './tokens.server.ts'

const shop = await testApp({ adminEmail: 'owner@example.com' })
const { core } = shop
const strangersPassword = 'of-the-stranger'
const ownersPassword = 'of-the-owner'

const verify = (visitor: Visitor, body: object) => visitor.ask('POST /api/auth/verify-email', body)
const isVerified = async (email: string) =>
  (await core.db.selectFrom('users').select('email_verified').where('email', '=', email).executeTakeFirstOrThrow())
    .email_verified
const sessionsOf = (email: string) =>
  core.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('email', '=', email)
    .execute()

/** An attacker signs up with the victim's address and signs in. */
async function hijacked() {
  const email = newEmail()
  const stranger = newVisitor(shop)
  await signUp(stranger, email, strangersPassword, 'Mallory')
  expect((await signIn(stranger, email, strangersPassword)).status).toBe(200)
  return { email, stranger, token: await mailedToken(shop, email) }
}

describe('a verification link', () => {
  it('does nothing by itself: no page load and no script verifies without a password [C257]', async () => {
    const { email, stranger, token } = await hijacked()
    expect((await newVisitor(shop).ask(`GET /api/auth/verify-email?token=${token}`)).status).toBe(404)
    const byScript = await verify(newVisitor(shop), { token })
    expect([byScript.status, byScript.body.errors]).toMatchObject([422, [{ path: 'password' }]])
    // A session of the account alone proves nothing either.
    delete stranger.cookies['safar.signed-up']
    expect((await verify(stranger, { token })).status).toBe(422)
    expect(await isVerified(email)).toBe(false)
    expect(await stranger.user()).toMatchObject({ email })
  })
  it('with a new password ends the sessions and the password of whoever signed up [C257, C267]', async () => {
    const { email, stranger, token } = await hijacked()
    const owner = newVisitor(shop)
    const verified = await verify(owner, { token, newPassword: ownersPassword })
    expect([verified.status, verified.body]).toMatchObject([200, { done: true, user: { email, email_verified: true } }])
    expect(await stranger.user()).toBeNull()
    expect((await signIn(stranger, email, strangersPassword)).status).toBe(401)
    expect(await owner.user()).toMatchObject({ email })
    expect((await signIn(newVisitor(shop), email, ownersPassword)).status).toBe(200)
  })
  it('with the password of the account keeps that password, and ends all earlier sessions [C257]', async () => {
    const { email, stranger, token } = await hijacked()
    const wrong = await verify(newVisitor(shop), { token, password: ownersPassword })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ path: 'password' }]])
    expect(await isVerified(email)).toBe(false)
    const here = newVisitor(shop)
    const elsewhere = newVisitor(shop)
    await signIn(here, email, strangersPassword)
    await signIn(elsewhere, email, strangersPassword)
    expect((await verify(here, { token, password: strangersPassword })).status).toBe(200)
    expect(await Promise.all([stranger, elsewhere].map((one) => one.user()))).toEqual([null, null])
    expect(await here.user()).toMatchObject({ email })
    expect((await signIn(newVisitor(shop), email, strangersPassword)).status).toBe(200)
  })
  it('refuses a new password that is too short, and both passwords at once [C253]', async () => {
    const { email, token } = await hijacked()
    const short = await verify(newVisitor(shop), { token, newPassword: 'five5' })
    expect([short.status, short.body.errors]).toMatchObject([422, [{ path: 'newPassword' }]])
    const both = { token, password: strangersPassword, newPassword: ownersPassword }
    expect((await verify(newVisitor(shop), both)).status).toBe(422)
    expect(await isVerified(email)).toBe(false)
  })
  it('changes nothing once the address is verified, whoever holds it', async () => {
    const { email, token } = await hijacked()
    const owner = newVisitor(shop)
    await verify(owner, { token, newPassword: ownersPassword })
    for (const body of [{ newPassword: 'of-a-thief' }, { password: ownersPassword }, { password: 'of-a-thief' }]) {
      const again = await verify(newVisitor(shop), { token, ...body })
      expect([again.status, again.body, again.setCookie]).toEqual([200, { done: true, isAlreadyVerified: true }, ''])
    }
    expect(await owner.user()).toMatchObject({ email })
    expect((await signIn(newVisitor(shop), email, ownersPassword)).status).toBe(200)
  })
  it('expires after a day, and is valid for its own account only', async () => {
    const { email, token } = await hijacked()
    const other = await hijacked()
    await verify(newVisitor(shop), { token: other.token, newPassword: ownersPassword })
    expect([await isVerified(email), await isVerified(other.email)]).toEqual([false, true])
    core.clock.advance(24 * 60 + 1)
    const late = await verify(newVisitor(shop), { token, newPassword: ownersPassword })
    expect([late.status, late.body.code]).toEqual([422, 'account/invalid-token'])
  })
  it('limits guesses at the password of the account', async () => {
    const { token } = await hijacked()
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await verify(newVisitor(shop), { token, password: `guess-${n}` })).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })
})

describe('in the browser that signed up', () => {
  async function signedUp(email = newEmail()) {
    const visitor = newVisitor(shop)
    await signUp(visitor, email, ownersPassword)
    return { email, visitor, token: await mailedToken(shop, email) }
  }
  const read = async (visitor: Visitor, token: string) =>
    (await visitor.ask('POST /api/auth/verification-link', { token })).body

  it('the link needs no password, signs in and ends all other sessions [C257]', async () => {
    const { email, visitor, token } = await signedUp()
    const elsewhere = newVisitor(shop)
    await signIn(elsewhere, email, ownersPassword)
    expect(await read(visitor, token)).toEqual({ email, is_verified: false, signed_up_here: true })
    expect(await read(elsewhere, token)).toMatchObject({ signed_up_here: false })
    expect(await isVerified(email)).toBe(false)
    const verified = await verify(visitor, { token })
    expect([verified.status, verified.body]).toMatchObject([200, { done: true, user: { email, email_verified: true } }])
    expect([await visitor.user(), await elsewhere.user()]).toMatchObject([{ email }, null])
    expect(visitor.cookies['safar.signed-up']).toBeUndefined()
    expect(await read(visitor, token)).toEqual({ email, is_verified: true, signed_up_here: false })
  })
  it('works for an hour, until a sign-out, and for the chosen password only', async () => {
    const late = await signedUp()
    core.clock.advance(61)
    expect((await verify(late.visitor, { token: late.token })).status).toBe(422)
    const out = await signedUp()
    await out.visitor.ask('POST /api/auth/sign-out', {})
    expect((await verify(out.visitor, { token: out.token })).status).toBe(422)
    const changed = await signedUp()
    const other = newVisitor(shop)
    await other.ask('POST /api/auth/request-password-reset', { email: changed.email })
    const reset = await mailedToken(shop, changed.email)
    await other.ask('POST /api/auth/reset-password', { token: reset, newPassword: 'another-one-now' })
    expect((await verify(changed.visitor, { token: changed.token })).status).toBe(422)
    expect(await Promise.all([late, out, changed].map(({ email }) => isVerified(email)))).toEqual([false, false, false])
  })
  it('gives a second sign-up with the address a cookie that looks the same and opens nothing', async () => {
    const { email, visitor } = await signedUp()
    const stranger = newVisitor(shop)
    const again = await signUp(stranger, email, strangersPassword)
    const shape = /^safar\.signed-up=\d{10}\.[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/
    expect(again.setCookie).toMatch(shape)
    const token = await mailedToken(shop, email)
    expect((await verify(stranger, { token })).status).toBe(422)
    expect((await verify(visitor, { token })).status).toBe(200)
  })
  it.each(['x', '9999999999.', `9999999999.${'A'.repeat(43)}`, '9999999999.a.b', `-1.${'A'.repeat(43)}`])(
    'a made-up cookie %j opens nothing',
    async (cookie) => {
      const { token } = await signedUp()
      const forger = newVisitor(shop)
      forger.cookies['safar.signed-up'] = cookie
      expect((await verify(forger, { token })).status).toBe(422)
    },
  )
  it('the cookie of another account opens nothing, nor does a later date on its own', async () => {
    const { email, visitor, token } = await signedUp()
    const other = await signedUp()
    expect((await verify(other.visitor, { token })).status).toBe(422)
    const [expiry = '', mark = ''] = visitor.cookies['safar.signed-up']?.split('.') ?? []
    visitor.cookies['safar.signed-up'] = `${Number(expiry) + 3600}.${mark}`
    expect((await verify(visitor, { token })).status).toBe(422)
    expect(await isVerified(email)).toBe(false)
  })
  it('staff still enter their password', async () => {
    const { visitor, token } = await signedUp('owner@example.com')
    expect(await read(visitor, token)).toMatchObject({ signed_up_here: false })
    expect((await verify(visitor, { token })).status).toBe(422)
  })
})

describe('the name of an account', () => {
  const odd = [
    'Win at https://evil.com',
    'evil.com',
    'Asha\u202eRao',
    'Your account is closed. Call us',
    'x'.repeat(101),
  ]
  it.each(odd)('cannot be %j at sign-up, in the profile and in an invitation', async (full_name) => {
    const wanted = { status: 422, errors: [{ path: 'full_name' }] }
    expect((await signUp(newVisitor(shop), newEmail(), ownersPassword, full_name)).body).toMatchObject(wanted)
    const { headers } = await shop.signIn('admin')
    const saved = await shop.call('PATCH /api/profile', { full_name, phone: null }, headers)
    expect(saved.json()).toMatchObject(wanted)
    const invitation = { email: newEmail(), full_name, role: 'support' }
    expect((await shop.call('POST /api/admin/staff/invitations', invitation, headers)).json()).toMatchObject(wanted)
  })
})

describe('at the same time', () => {
  it('of two verifications one decides, and the other sets no password', async () => {
    const { email, token } = await hijacked()
    const passwords = ['first-of-two', 'second-of-two']
    const answers = await Promise.all(passwords.map((newPassword) => verify(newVisitor(shop), { token, newPassword })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ body }) => body.isAlreadyVerified)).toHaveLength(1)
    const winner = answers.findIndex(({ body }) => !body.isAlreadyVerified)
    const signedIn = await Promise.all(passwords.map((one) => signIn(newVisitor(shop), email, one)))
    expect(signedIn.map(({ status }) => status)).toEqual(winner === 0 ? [200, 401] : [401, 200])
  })
  it('a sign-in with the old password leaves no session behind a verification', async () => {
    for (let round = 0; round < 2; round++) {
      const { email, stranger, token } = await hijacked()
      const strangers = Array.from({ length: 4 }, () => newVisitor(shop))
      const owner = newVisitor(shop)
      await Promise.all([
        verify(owner, { token, newPassword: ownersPassword }),
        ...strangers.map((one) => signIn(one, email, strangersPassword)),
      ])
      for (const one of [stranger, ...strangers]) expect(await one.user()).toBeNull()
      expect(await owner.user()).toMatchObject({ email })
      expect(await sessionsOf(email)).toHaveLength(1)
    }
  })
})

describe('tokens in the database', () => {
  it('are stored as digests: sessions and links to set a password', async () => {
    const { email, stranger } = await hijacked()
    await stranger.ask('POST /api/auth/request-password-reset', { email })
    const reset = await mailedToken(shop, email)
    const session = stranger.cookies['safar.session'] ?? ''
    expect([reset, session]).toEqual([expect.stringMatching(/^[\w-]{32}$/), expect.stringMatching(/^[\w-]{32}$/)])
    const sessions = await core.db.selectFrom('sessions').select('token').execute()
    const links = await core.db.selectFrom('verifications').select('identifier').execute()
    for (const { token } of sessions) expect(token).toMatch(/^[0-9a-f]{64}$/)
    for (const { identifier } of links) expect(identifier).toMatch(/^reset-password:[0-9a-f]{64}$/)
    const digest = sessions.find(({ token }) => token === digestOf(session))?.token
    expect(digest).toBeDefined()
    const thief = newVisitor(shop)
    thief.cookies['safar.session'] = digest ?? ''
    expect(await thief.user()).toBeNull()
  })
  it('are digested when a node of the previous version writes them in clear', async () => {
    const { userId } = await shop.signIn('customer')
    const token = 'in-clear-0123456789abcdef'
    const expires_at = new Date(Date.now() + 86_400_000)
    await core.db.insertInto('sessions').values({ id: token, token, user_id: userId, expires_at }).execute()
    const link = { id: token, identifier: `reset-password:${token}`, value: userId, expires_at }
    await core.db.insertInto('verifications').values(link).execute()
    const visitor = newVisitor(shop)
    visitor.cookies['safar.session'] = `${token}.signature`
    expect(await visitor.user()).not.toBeNull()
    const stored = await core.db.selectFrom('verifications').select('identifier').where('id', '=', token).execute()
    expect(stored).toEqual([{ identifier: `reset-password:${digestOf(token)}` }])
  })
})

describe('links of earlier mails', () => {
  it('reset no password once the address is verified', async () => {
    const { email, token } = await hijacked()
    await newVisitor(shop).ask('POST /api/auth/request-password-reset', { email })
    const reset = await mailedToken(shop, email)
    await verify(newVisitor(shop), { token, newPassword: ownersPassword })
    const late = await newVisitor(shop).ask('POST /api/auth/reset-password', {
      token: reset,
      newPassword: 'of-a-thief',
    })
    expect([late.status, late.body.code]).toEqual([422, 'account/invalid-token'])
  })
  it('reset no password once it was changed or reset', async () => {
    const email = newEmail()
    const visitor = newVisitor(shop)
    await signUp(visitor, email, ownersPassword)
    await signIn(visitor, email, ownersPassword)
    const links = []
    for (let n = 0; n < 3; n++) {
      await visitor.ask('POST /api/auth/request-password-reset', { email })
      links.push(await mailedToken(shop, email))
    }
    const use = (token = '', newPassword = 'of-a-thief') =>
      newVisitor(shop).ask('POST /api/auth/reset-password', { token, newPassword })
    expect((await use(links[0], 'after-a-reset')).status).toBe(200)
    expect((await use(links[1])).status).toBe(422)
    await signIn(visitor, email, 'after-a-reset')
    await visitor.ask('POST /api/auth/request-password-reset', { email })
    const last = await mailedToken(shop, email)
    const change = { currentPassword: 'after-a-reset', newPassword: 'after-a-change' }
    expect((await visitor.ask('POST /api/auth/change-password', change)).status).toBe(200)
    expect((await use(last)).status).toBe(422)
  })
})
