import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { codeInApp } from '../../../tests/support/authenticator.ts'
import { anonymous } from '../../platform/core.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { hashPassword } from './passwords.server.ts'
import { mailedToken, newEmail, newVisitor, signIn, signUp, type Visitor } from './testing/visitor.ts'

const shop = await testApp()
const { core } = shop
const password = 'a password of her own'
const quarter = () => core.clock.advance(16)
const limit = (sign_in_per_account: number, sign_in_per_address = 30) =>
  saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_account, sign_in_per_address })
await limit(3)

/** A customer who has signed in on a device of her own. */
async function customer() {
  const email = newEmail()
  const device = newVisitor(shop)
  await signUp(device, email, password)
  expect((await signIn(device, email, password)).status).toBe(200)
  return { email, device }
}
const statuses = async (times: number, ask: (n: number) => Promise<{ status: number }>) => {
  const list = []
  for (let n = 0; n < times; n++) list.push((await ask(n)).status)
  return list
}
const lock = (email: string, times = 3) => statuses(times, () => signIn(newVisitor(shop), email, 'a wrong guess'))
const lockMails = (email: string) =>
  shop.outbox.filter(({ to, subject }) => to === email && /wrong passwords/.test(subject))

describe('sign-in', () => {
  it('counts failures only: successes lock nobody, from one address or many [C261, A317]', async () => {
    const { email, device } = await customer()
    expect(await statuses(5, () => signIn(newVisitor(shop), email, password))).toEqual(Array(5).fill(200))
    expect(await statuses(5, () => signIn(device, email, password))).toEqual(Array(5).fill(200))
    await limit(3, 2)
    const ask = newVisitor(shop)
    expect(
      await statuses(4, () => signIn({ ...ask, ask: newVisitor(shop, '10.20.0.1').ask }, email, password)),
    ).toEqual(Array(4).fill(200))
    await limit(3)
    // A success does not reset the count of failures.
    expect(await lock(email, 2)).toEqual([401, 401])
    expect((await signIn(newVisitor(shop), email, password)).status).toBe(200)
    expect(await lock(email, 2)).toEqual([401, 429])
    quarter()
  })
  it('stays open on a known device while strangers lock the account for unknown ones [C261, A317]', async () => {
    const { email, device } = await customer()
    expect(await lock(email, 5)).toEqual([401, 401, 401, 429, 429])
    expect((await signIn(newVisitor(shop), email, password)).status).toBe(429)
    expect((await signIn(device, email, password)).status).toBe(200)
    expect(device.cookies['safar.device']).toMatch(/^[\w.~-]+$/)
    // The known device has a limit of its own.
    expect(await statuses(4, () => signIn(device, email, 'a wrong guess'))).toEqual([401, 401, 401, 429])
    quarter()
    expect((await signIn(device, email, password)).status).toBe(200)
  })
  it('stays open on a known device behind a locked IP address', async () => {
    const address = '10.20.0.2'
    const { email, device } = await customer()
    const here = { ...newVisitor(shop, address), cookies: device.cookies }
    const known = newVisitor(shop, address)
    Object.assign(known.cookies, device.cookies)
    await limit(3, 2)
    expect(await statuses(3, () => signIn(newVisitor(shop, address), newEmail(), password))).toEqual([401, 401, 429])
    expect((await signIn(known, email, password)).status).toBe(200)
    expect((await signIn({ ...here, ask: newVisitor(shop, address).ask }, email, password)).status).toBe(429)
    await limit(3)
    quarter()
  })
  it.each(['of another account', 'forged', 'of before a new password'])(
    'a device cookie %s counts as unknown',
    async (what) => {
      const { email, device } = await customer()
      const thief = newVisitor(shop)
      if (what === 'of another account') Object.assign(thief.cookies, (await customer()).device.cookies)
      if (what === 'forged')
        thief.cookies['safar.device'] =
          device.cookies['safar.device']?.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')) ?? ''
      if (what === 'of before a new password') {
        thief.cookies['safar.device'] = device.cookies['safar.device'] ?? ''
        const change = { currentPassword: password, newPassword: 'another password' }
        expect((await device.ask('POST /api/auth/change-password', change)).status).toBe(200)
      }
      delete thief.cookies['safar.session']
      expect(await lock(email)).toEqual([401, 401, 401])
      expect((await signIn(thief, email, password)).status).toBe(429)
      quarter()
    },
  )
  it('opens on a new device with a mailed link while the account is locked', async () => {
    const { email } = await customer()
    await lock(email)
    const phone = newVisitor(shop)
    expect((await signIn(phone, email, password)).status).toBe(429)
    await phone.ask('POST /api/auth/request-password-reset', { email })
    const body = { token: await mailedToken(shop, email), newPassword: 'set on the phone' }
    expect((await phone.ask('POST /api/auth/reset-password', body)).status).toBe(200)
    expect((await signIn(phone, email, 'set on the phone')).status).toBe(200)
    quarter()
  })
  it('keeps the devices of several accounts in one browser', async () => {
    const [first, second] = [await customer(), newEmail()]
    await signUp(newVisitor(shop), second, password)
    await signIn(first.device, second, password)
    for (const email of [first.email, second]) {
      await lock(email)
      expect((await signIn(first.device, email, password)).status).toBe(200)
    }
    quarter()
  })
  it('counts guesses that arrive at the same time', async () => {
    const { email } = await customer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(newVisitor(shop), email, 'a wrong guess')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    quarter()
  })
})

describe('a session', () => {
  it('never has a token that somebody else chose or knew before', async () => {
    const { email } = await customer()
    const planted = 'planted-by-a-stranger-0123456789'
    const victim = newVisitor(shop)
    victim.cookies['safar.session'] = planted
    await signIn(victim, email, password)
    expect(victim.cookies['safar.session']).not.toBe(planted)
    const stranger = newVisitor(shop)
    stranger.cookies['safar.session'] = planted
    expect([await stranger.user(), await victim.user()]).toMatchObject([null, { email }])
  })
  it('starts with a damaged or huge device cookie, which counts as unknown', async () => {
    const { email } = await customer()
    for (const value of [
      '~'.repeat(3000),
      'a.b.c~.~..',
      `${'x'.repeat(22)}.${'y'.repeat(4000)}`,
      '%00',
      '__proto__.x',
    ]) {
      const visitor = newVisitor(shop)
      visitor.cookies['safar.device'] = value
      expect((await signIn(visitor, email, password)).status).toBe(200)
      expect(visitor.cookies['safar.device']).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    }
  })
})

describe('the owner of a locked account', () => {
  it('gets one mail a day, if the address is verified', async () => {
    const { email } = await customer()
    const unverified = await customer()
    await core.db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
    for (let round = 0; round < 2; round++) {
      for (const one of [email, unverified.email, newEmail()]) await lock(one, 5)
      quarter()
    }
    await shop.runJobs()
    expect([lockMails(email).length, lockMails(unverified.email).length]).toEqual([1, 0])
    expect(lockMails(email)[0]?.text).toContain('/forgot-password')
  })
})

describe('the second step', () => {
  async function staffMember(): Promise<{ email: string; device: Visitor; key: string }> {
    const { userId, email } = await shop.signIn('support')
    const credential = { account_id: userId, provider_id: 'credential', user_id: userId }
    await core.db
      .insertInto('accounts')
      .values({ id: userId, ...credential, password: await hashPassword(password) })
      .execute()
    const device = newVisitor(shop)
    await signIn(device, email, password)
    const { key } = (await device.ask('POST /api/my/two-factor/start', { password })).body as { key: string }
    const on = await device.ask('POST /api/my/two-factor/confirm', { code: codeInApp(key, core.clock(), 0) })
    expect(on.status).toBe(200)
    core.clock.advance(1)
    return { email, device, key }
  }
  const giveCode = (visitor: Visitor, code: string) => visitor.ask('POST /api/auth/sign-in/second-step', { code })
  async function signInFully(visitor: Visitor, email: string, key: string) {
    expect((await signIn(visitor, email, password)).body).toEqual({ secondStep: true })
    const answer = await giveCode(visitor, codeInApp(key, core.clock(), 0))
    core.clock.advance(1)
    return answer.status
  }

  it('counts wrong codes only, and leaves a known device open [C261, A317]', async () => {
    const { email, device, key } = await staffMember()
    for (let n = 0; n < 5; n++) expect(await signInFully(device, email, key)).toBe(200)
    const stranger = newVisitor(shop)
    await signIn(stranger, email, password)
    expect(await statuses(4, () => giveCode(stranger, '000000'))).toEqual([422, 422, 422, 429])
    expect(await signInFully(device, email, key)).toBe(200)
    quarter()
  })
  it('knows no device that was signed in before two-factor sign-in, or by a password reset alone', async () => {
    const { email, device } = await staffMember()
    const early = newVisitor(shop)
    early.cookies['safar.device'] = device.cookies['safar.device'] ?? ''
    const thief = newVisitor(shop)
    await thief.ask('POST /api/auth/request-password-reset', { email })
    const body = { token: await mailedToken(shop, email), newPassword: 'of the thief of the mail' }
    expect((await thief.ask('POST /api/auth/reset-password', body)).status).toBe(200)
    expect(thief.cookies).toEqual({})
    const other = newVisitor(shop)
    await signIn(other, email, body.newPassword)
    expect(await statuses(4, () => giveCode(other, '000000'))).toEqual([422, 422, 422, 429])
    for (const one of [early, thief]) {
      await signIn(one, email, body.newPassword)
      expect((await giveCode(one, '000000')).status).toBe(429)
    }
    quarter()
  })
})
