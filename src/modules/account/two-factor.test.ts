import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../../tests/support/app.ts'
import { bytesOfKey, codeInApp } from '../../../tests/support/authenticator.ts'
import { testCore } from '../../../tests/support/database.ts'
import { formatDateTime } from '../../kernel/written-times.ts'
import { anonymous } from '../../platform/core.server.ts'
import { declaredProcedures } from '../../web/access.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import type { AuditLine, Staff, TwoFactorSetup } from './contract.ts'
import { adminLink } from './index.server.ts'
import { hashPassword } from './passwords.server.ts'

// Two-factor sign-in through the whole server and a real database. Each person has an IP address of their own.
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const core = { ...(await testCore()), log }
const shop = await testApp({ core })
const owner = await shop.signIn('admin')
const password = 'long enough secret'
const hash = await hashPassword(password)

let addresses = 0
type Asked = {
  status: number
  body: Record<string, unknown>
  text: string
  cookies: Record<string, string>
  retryAfter: unknown
}
function browser(cookies: Record<string, string> = {}) {
  const remoteAddress = `10.7.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
  return async (route: string, payload?: object): Promise<Asked> => {
    const [method, url] = route.split(' ')
    const answer = await shop.app.inject({
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: url ?? '',
      remoteAddress,
      cookies,
      ...(payload && { payload }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) delete cookies[name]
      else cookies[name] = value
    }
    const json = /json/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      body: json ? answer.json() : {},
      text: answer.body,
      cookies: { ...cookies },
      retryAfter: answer.headers['retry-after'],
    }
  }
}
type Ask = ReturnType<typeof browser>
type Member = { id: string; email: string; ask: Ask }

async function member(role: 'admin' | 'manager' | 'support' | 'customer' = 'support'): Promise<Member> {
  const { userId: id, email, headers } = await shop.signIn(role)
  const account = { id: `cred-${id}`, account_id: id, provider_id: 'credential', user_id: id, password: hash }
  await core.db.insertInto('accounts').values(account).execute()
  return { id, email, ask: browser({ 'safar.session': headers.cookie.split('=')[1] ?? '' }) }
}
/** The present code of the app, or the code some steps of 30 seconds away. */
const code = (key: string, away = 0): string => codeInApp(key, core.clock(), away)
const wrong = (key: string): string => String((Number(code(key)) + 500_000) % 1_000_000).padStart(6, '0')

async function turnedOn(who: Member): Promise<{ key: string; codes: string[] }> {
  const { key } = (await who.ask('POST /api/my/two-factor/start', { password })).body as TwoFactorSetup
  const on = await who.ask('POST /api/my/two-factor/confirm', { code: code(key) })
  expect(on.status, on.text).toBe(200)
  core.clock.advance(1)
  return { key, codes: on.body.recovery_codes as string[] }
}
const giveWord = (ask: Ask, email: string, word = password) =>
  ask('POST /api/auth/sign-in/email', { email, password: word })
const giveCode = (ask: Ask, given: string) => ask('POST /api/auth/sign-in/second-step', { code: given })
async function begun(email: string): Promise<Ask> {
  const ask = browser()
  expect((await giveWord(ask, email)).body).toEqual({ secondStep: true })
  return ask
}
const who = async (ask: Ask) => (await ask('GET /api/session')).body.user as { id: string } | null
const sessionsOf = async (id: string) =>
  (await core.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length
const asOwner = async <T>(route: string, body?: object): Promise<T & { code: string }> =>
  (await shop.call(route, body, owner.headers)).json() as T & { code: string }
const trailOf = async (id: string) =>
  (await asOwner<{ items: AuditLine[] }>(`GET /api/admin/audit?subject=${id}`)).items.map((one) => [
    one.action,
    one.who,
  ])
const setRequired = async (staff_two_factor: boolean, by: Session = owner) =>
  shop.call('PUT /api/admin/settings', { settings: { staff_two_factor } }, by.headers)

describe('turning it on', () => {
  it('requires the password, shows a key as text and QR code, and is active after a first code, which ends other sessions', async () => {
    const me = await member()
    const elsewhere = browser()
    await giveWord(elsewhere, me.email)
    const refused = await me.ask('POST /api/my/two-factor/start', { password: 'not the password' })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: 'password', message: 'The current password is wrong' }],
    ])
    const started = await me.ask('POST /api/my/two-factor/start', { password })
    const { key, qr } = started.body as TwoFactorSetup
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    expect([qr.size, qr.path]).toEqual([expect.any(Number), expect.stringMatching(/^(M\d+ \d+h\d+v1h-\d+z)+$/)])
    // Not active yet.
    expect((await giveWord(browser(), me.email)).body.user).toMatchObject({ id: me.id })
    expect((await me.ask('POST /api/my/two-factor/confirm', { code: wrong(key) })).body.code).toBe('account/wrong-code')
    const on = await me.ask('POST /api/my/two-factor/confirm', { code: code(key) })
    const codes = on.body.recovery_codes as string[]
    expect([new Set(codes).size, codes.every((one) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(one))]).toEqual([10, true])
    expect(await who(elsewhere)).toBeNull()
    expect((await me.ask('GET /api/my/two-factor')).body).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect((await me.ask('POST /api/my/two-factor/start', { password })).body.code).toBe('account/two-factor-on')
    expect(await trailOf(me.id)).toEqual([['account.two-factor-on', 'Test support']])
    const { people } = await asOwner<Staff>('GET /api/admin/staff')
    expect(people.filter((one) => one.has_two_factor).map(({ id }) => id)).toEqual([me.id])
  })
  it('expires after 15 minutes, and does not start with a code alone', async () => {
    const me = await member()
    const confirm = (given: string) => me.ask('POST /api/my/two-factor/confirm', { code: given })
    expect((await confirm('123456')).body.code).toBe('account/two-factor-not-started')
    const { key } = (await me.ask('POST /api/my/two-factor/start', { password })).body as TwoFactorSetup
    core.clock.advance(16)
    expect((await confirm(code(key))).body.code).toBe('account/two-factor-not-started')
  })
  it('is for staff only', async () => {
    const customer = await member('customer')
    expect((await customer.ask('GET /api/my/two-factor')).body).toMatchObject({ is_on: false, is_required: false })
    const start = await customer.ask('POST /api/my/two-factor/start', { password })
    expect(start.body.code).toBe('account/not-allowed')
    expect((await browser()('GET /api/my/two-factor')).status).toBe(401)
  })
  it('leaves neither the key nor a recovery code in an answer, a log line or a row', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    await giveCode(await begun(me.email), codes[0] ?? '')
    const kept = [lines.join('')]
    const { rows } = await core.pool.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of rows as { name: string }[]) {
      const {
        rows: [content],
      } = await core.pool.query(`select coalesce(string_agg(t::text, ''), '') as all from "${name}" t`)
      kept.push(String(content.all))
    }
    for (const { method, path } of declaredProcedures(shop.shop.router))
      if (method === 'GET' && !path.includes('{')) {
        kept.push((await shop.call(`GET /api${path}`, undefined, owner.headers)).text)
        kept.push((await me.ask(`GET /api${path}`)).text)
      }
    const all = kept.join('')
    expect(all).toContain(me.id)
    const plain = key.replaceAll(' ', '')
    const secrets = [key, plain, bytesOfKey(key).toString('hex'), ...codes, ...codes.map((one) => one.replace('-', ''))]
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  })
})

describe('a sign-in with two factors', () => {
  it('creates no session before the code, and one with it', async () => {
    const me = await member()
    const { key } = await turnedOn(me)
    const before = await sessionsOf(me.id)
    expect((await giveWord(browser(), me.email, 'not the password')).body.code).toBe('account/invalid-credentials')
    const ask = browser()
    const first = await giveWord(ask, me.email)
    expect([first.status, first.body, Object.keys(first.cookies)]).toEqual([
      200,
      { secondStep: true },
      ['safar.second-step'],
    ])
    expect([await who(ask), await sessionsOf(me.id)]).toEqual([null, before])
    expect((await ask('GET /api/admin/bookings')).status).toBe(401)
    const wrongOne = await giveCode(ask, wrong(key))
    expect([wrongOne.status, wrongOne.body.code]).toEqual([422, 'account/wrong-code'])
    const done = await giveCode(ask, code(key).replace(/^.../, '$& '))
    expect([done.status, done.body.user]).toEqual([200, expect.objectContaining({ id: me.id, role: 'support' })])
    expect(Object.keys(done.cookies)).toEqual(['safar.session', 'safar.device'])
    expect([await who(ask), await sessionsOf(me.id)]).toMatchObject([{ id: me.id }, before + 1])
    // The library accepts its own cookie.
    expect((await ask('POST /api/auth/sign-out', {})).status).toBe(200)
    expect(await sessionsOf(me.id)).toBe(before)
  })
  it('accepts no code twice, nor the one of the set-up, also in parallel requests', async () => {
    const me = await member()
    const { key } = (await me.ask('POST /api/my/two-factor/start', { password })).body as TwoFactorSetup
    await me.ask('POST /api/my/two-factor/confirm', { code: code(key) })
    expect((await giveCode(await begun(me.email), code(key))).body.code).toBe('account/wrong-code')
    core.clock.advance(1)
    const [one, two] = [await begun(me.email), await begun(me.email)]
    const both = await Promise.all([giveCode(one, code(key)), giveCode(two, code(key))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await giveCode(await begun(me.email), code(key))).body.code).toBe('account/wrong-code')
    expect((await giveCode(await begun(me.email), code(key, 1))).status).toBe(200)
  })
  it('accepts each recovery code once, with an audit entry', async () => {
    const me = await member()
    const { codes } = await turnedOn(me)
    const [first = '', second = ''] = codes
    expect((await giveCode(await begun(me.email), first.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await giveCode(await begun(me.email), first)).body.code).toBe('account/wrong-code')
    expect((await giveCode(await begun(me.email), second)).status).toBe(200)
    const other = await member()
    await turnedOn(other)
    expect((await giveCode(await begun(other.email), codes[2] ?? '')).body.code).toBe('account/wrong-code')
    expect((await trailOf(me.id)).slice(0, 2)).toEqual(Array(2).fill(['account.recovery-code-used', 'Test support']))
    const { items } = await asOwner<{ items: AuditLine[] }>(`GET /api/admin/audit?subject=${me.id}`)
    expect(items.slice(0, 2)).toMatchObject([
      { before: { recovery_codes_left: 9 }, after: { recovery_codes_left: 8 } },
      { before: { recovery_codes_left: 10 }, after: { recovery_codes_left: 9 } },
    ])
    core.clock.advance(20)
    const ask = await begun(me.email)
    await giveCode(ask, codes[3] ?? '')
    expect((await ask('GET /api/my/two-factor')).body).toMatchObject({ recovery_codes_left: 7 })
  })
  it('expires after five minutes, after five wrong codes, and with a new password', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    const late = await begun(me.email)
    core.clock.advance(6)
    const over = await giveCode(late, code(key))
    expect([over.status, over.body.code]).toEqual([401, 'account/second-step-over'])
    const guessed = await begun(me.email)
    for (let n = 0; n < 5; n++) expect((await giveCode(guessed, wrong(key))).body.code).toBe('account/wrong-code')
    expect((await giveCode(guessed, code(key))).body.code).toBe('account/second-step-over')
    core.clock.advance(20)
    const earlier = await begun(me.email)
    const changed = await hashPassword('another long secret')
    await core.db.updateTable('accounts').set({ password: changed }).where('user_id', '=', me.id).execute()
    expect((await giveCode(earlier, codes[0] ?? '')).body.code).toBe('account/second-step-over')
    expect((await giveCode(browser(), code(key))).body.code).toBe('account/second-step-over')
    expect((await giveCode(browser({ 'safar.second-step': 'x' }), code(key))).status).toBe(401)
  })
  it('is limited even when the shop allows more tries of passwords [A317]', async () => {
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_account: 1_000 })
    const me = await member()
    const { key } = await turnedOn(me)
    core.clock.advance(20)
    const tries = Array.from({ length: 12 }, () => ({ password, code: wrong(key) }))
    const answers: number[] = []
    for (const given of tries) answers.push((await me.ask('POST /api/my/two-factor/turn-off', given)).status)
    await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { sign_in_per_account: 10 })
    expect(answers).toEqual([...Array(10).fill(422), 429, 429])
  })
  it('is limited per account, across guessers and new sign-ins, with the time to wait [A317]', async () => {
    const me = await member()
    const { key } = await turnedOn(me)
    core.clock.advance(20)
    const answers: Asked[] = []
    for (let n = 0; n < 4; n++) {
      const ask = await begun(me.email)
      for (let tries = 0; tries < 3; tries++) answers.push(await giveCode(ask, wrong(key)))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429, 429])
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0)
    core.clock.advance(16)
    expect((await giveCode(await begun(me.email), code(key))).status).toBe(200)
    // Slow guessing has a daily limit.
    for (let n = 0; n < 6; n++) {
      core.clock.advance(16)
      for (let round = 0; round < 2; round++) {
        const ask = await begun(me.email)
        for (let tries = 0; tries < 5; tries++) answers.push(await giveCode(ask, wrong(key)))
      }
    }
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(3600)
  })
  it('is not bypassed by a password reset or by verifying the address', async () => {
    const me = await member()
    const { key } = await turnedOn(me)
    await browser()('POST /api/auth/request-password-reset', { email: me.email })
    await shop.runJobs()
    const lastMail = (path: string) =>
      shop.outbox.findLast(({ to, text }) => to === me.email && text.includes(path))?.text ?? ''
    const mail = lastMail('/reset-password?')
    const token = new URL(/http:\/\/shop\.test\/reset-password\?\S+/.exec(mail)?.[0] ?? '').searchParams.get('token')
    const ask = browser()
    const reset = await ask('POST /api/auth/reset-password', { token, newPassword: 'a fresh long password' })
    expect([reset.status, reset.cookies, await sessionsOf(me.id)]).toEqual([200, {}, 0])
    expect((await giveWord(ask, me.email, 'a fresh long password')).body).toEqual({ secondStep: true })
    expect(await who(ask)).toBeNull()
    await core.db.updateTable('users').set({ email_verified: false }).where('id', '=', me.id).execute()
    await browser()('POST /api/auth/send-verification-email', { email: me.email })
    await shop.runJobs()
    const proof = /verify-email\?token=(\S+)/.exec(lastMail('/verify-email?'))?.[1]
    const body = { token: proof, password: 'a fresh long password' }
    expect((await ask('POST /api/auth/verify-email', body)).status).toBe(200)
    expect([await who(ask), await sessionsOf(me.id)]).toEqual([null, 0])
    expect((await giveCode(ask, code(key))).status).toBe(200)
  })
  it('is not asked for when the password changes, and stays on', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    const ask = await begun(me.email)
    await giveCode(ask, code(key))
    const newPassword = 'another long secret'
    const change = await ask('POST /api/auth/change-password', { currentPassword: password, newPassword })
    expect([change.status, await sessionsOf(me.id)]).toEqual([200, 1])
    expect(await who(ask)).toMatchObject({ id: me.id })
    const next = browser()
    expect((await giveWord(next, me.email, newPassword)).body).toEqual({ secondStep: true })
    expect((await giveCode(next, codes[0] ?? '')).status).toBe(200)
  })
})

describe('a user with two factors', () => {
  it('replaces the recovery codes and turns it off, with the password and a code', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    const renew = (body: object) => me.ask('POST /api/my/two-factor/recovery-codes', body)
    const turnOff = (body: object) => me.ask('POST /api/my/two-factor/turn-off', body)
    for (const change of [renew, turnOff]) {
      const noPassword = await change({ password: 'not the password', code: code(key) })
      expect(noPassword.body.errors).toMatchObject([{ path: 'password' }])
      expect((await change({ password, code: wrong(key) })).body.code).toBe('account/wrong-code')
    }
    const renewed = (await renew({ password, code: code(key) })).body.recovery_codes as string[]
    expect(renewed.filter((one) => codes.includes(one))).toEqual([])
    expect((await turnOff({ password, code: codes[0] })).body.code).toBe('account/wrong-code')
    const off = await turnOff({ password, code: renewed[0] })
    expect([off.status, off.body]).toMatchObject([200, { is_on: false, recovery_codes_left: 0 }])
    expect((await giveWord(browser(), me.email)).body.user).toMatchObject({ id: me.id })
    expect((await trailOf(me.id)).map(([action]) => action)).toEqual([
      'account.two-factor-off',
      'account.recovery-codes-renewed',
      'account.two-factor-on',
    ])
    expect((await turnOff({ password, code: code(key, 1) })).body.code).toBe('account/two-factor-off')
  })
  it('leaves audit entries of each change, without secrets', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    const made = core.clock().toISOString()
    const proof = { password, code: codes[0] }
    const renewed = (await me.ask('POST /api/my/two-factor/recovery-codes', proof)).body.recovery_codes as string[]
    await me.ask('POST /api/my/two-factor/turn-off', { password, code: renewed[0] })
    const { items } = await asOwner<{ items: AuditLine[] }>(`GET /api/admin/audit?subject=${me.id}`)
    expect(items.map(({ before, after }) => [before, after])).toEqual([
      [{ two_factor: true }, { two_factor: false }],
      [
        { recovery_codes_left: 9, recovery_codes_made: expect.not.stringMatching(made) },
        { recovery_codes_left: 10, recovery_codes_made: made },
      ],
      [{ two_factor: false }, { two_factor: true }],
    ])
    const { rows } = await core.pool.query('select * from audit_entries where subject_id = $1', [me.id])
    const kept = JSON.stringify(rows)
    for (const secret of [...codes, ...renewed, key].flatMap((one) => [one, one.replace(/[- ]/g, '')]))
      expect(kept).not.toContain(secret)
    expect(kept).not.toContain(password)
  })
  it('who lost the phone gets it switched off by an owner only', async () => {
    const [me, manager] = [await member(), await shop.signIn('manager')]
    await turnedOn(me)
    const half = await begun(me.email)
    const route = `DELETE /api/admin/staff/${me.id}/two-factor`
    expect((await shop.call(route, undefined, manager.headers)).status).toBe(403)
    expect((await giveWord(browser(), me.email)).body).toEqual({ secondStep: true })
    const { people } = await asOwner<Staff>(route)
    expect(people.find(({ id }) => id === me.id)).toMatchObject({ has_two_factor: false })
    expect([await who(me.ask), (await giveCode(half, '123456')).body.code]).toEqual([null, 'account/second-step-over'])
    expect((await giveWord(browser(), me.email)).body.user).toMatchObject({ id: me.id })
    expect((await trailOf(me.id))[0]).toEqual(['account.two-factor-off', 'Test admin'])
    expect((await asOwner(route)).code).toBe('account/two-factor-off')
    expect((await asOwner(`DELETE /api/admin/staff/${owner.userId}/two-factor`)).code).toBe('account/two-factor-own')
    const customer = await member('customer')
    expect((await asOwner(`DELETE /api/admin/staff/${customer.id}/two-factor`)).code).toBe('account/not-found')
  })
  it('loses it when removed from the staff', async () => {
    const me = await member()
    await turnedOn(me)
    await asOwner(`PUT /api/admin/staff/${me.id}/role`, { role: 'content' })
    expect((await giveWord(browser(), me.email)).body).toEqual({ secondStep: true })
    await asOwner(`DELETE /api/admin/staff/${me.id}`)
    expect((await giveWord(browser(), me.email)).body.user).toMatchObject({ id: me.id, role: 'customer' })
  })
  it('gets back in with the command on the machine, also as an owner', async () => {
    const me = await member('admin')
    await turnedOn(me)
    const made = await adminLink(shop.shop.deps, me.email)
    expect(made.isTwoFactorOff).toBe(true)
    expect((await trailOf(me.id)).slice(0, 2)).toEqual([
      ['account.two-factor-off', 'Operator'],
      ['account.two-factor-on', 'Test admin'],
    ])
    const newPassword = 'found the way back'
    const token = new URL(made.link).searchParams.get('token')
    expect((await browser()('POST /api/auth/reset-password', { token, newPassword })).status).toBe(200)
    expect((await giveWord(browser(), me.email, newPassword)).body.user).toMatchObject({ id: me.id, is_admin: true })
    expect((await adminLink(shop.shop.deps, me.email)).isTwoFactorOff).toBe(false)
  })
})

describe('a change of the two factors', () => {
  const noticesTo = async (email: string) => {
    await shop.runJobs()
    return shop.outbox.filter(({ to, subject }) => to === email && subject.startsWith('Your sign-in to '))
  }
  const subjectOf = (what: string) => expect.stringMatching(new RegExp(`: ${what}$`))

  it('sends one mail, without secrets or one-time links', async () => {
    const me = await member()
    const { key, codes } = await turnedOn(me)
    await giveCode(await begun(me.email), codes[0] ?? '')
    const renewed = await me.ask('POST /api/my/two-factor/recovery-codes', { password, code: code(key) })
    expect(renewed.status).toBe(200)
    core.clock.advance(1)
    expect((await me.ask('POST /api/my/two-factor/turn-off', { password, code: code(key) })).status).toBe(200)
    const again = await turnedOn(me)
    await asOwner(`DELETE /api/admin/staff/${me.id}/two-factor`)
    const mails = await noticesTo(me.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      subjectOf('A recovery code was used to sign in'),
      subjectOf('An administrator switched off two-factor sign-in for your account'),
      subjectOf('New recovery codes were created; .*'),
      subjectOf('Two-factor sign-in was switched off'),
      subjectOf('Two-factor sign-in was switched on'),
      subjectOf('Two-factor sign-in was switched on'),
    ])
    const words = mails.map(({ subject, text, html }) => subject + text + html).join(' ')
    const secrets = [...codes, ...again.codes, ...(renewed.body.recovery_codes as string[])]
    for (const secret of [...secrets, ...secrets.map((one) => one.replace('-', '')), key, key.replaceAll(' ', '')])
      expect(words).not.toContain(secret)
    expect(words).not.toMatch(/token=|[?&]code=/)
    expect(words).toContain('http://shop.test/forgot-password')
    expect(words).toContain(formatDateTime(core.clock(), 'Asia/Dubai').slice(0, 10))
  })

  it('sends a mail for the command on the machine, and none for a refused change', async () => {
    const me = await member('admin')
    const { key } = await turnedOn(me)
    await me.ask('POST /api/my/two-factor/turn-off', { password, code: wrong(key) })
    await giveCode(await begun(me.email), wrong(key))
    expect(await noticesTo(me.email)).toHaveLength(1)
    await adminLink(shop.shop.deps, me.email)
    await adminLink(shop.shop.deps, me.email)
    expect((await noticesTo(me.email)).slice(1).map(({ subject }) => subject)).toEqual([
      subjectOf('An administrator switched off two-factor sign-in for your account'),
    ])
  })
})

describe('a shop that requires two factors', () => {
  it('opens only the set-up to staff without them; an owner decides', async () => {
    const [me, manager, customer] = [await member('manager'), await shop.signIn('manager'), await member('customer')]
    const boss = await member('admin')
    await turnedOn(boss)
    const byManager = await setRequired(true, manager)
    expect([byManager.status, byManager.json().errors]).toEqual([
      422,
      [{ path: 'staff_two_factor', message: 'Only an owner can change this' }],
    ])
    expect((await me.ask('GET /api/admin/bookings')).status).toBe(200)
    expect((await setRequired(true)).status).toBe(200)
    const procedures = declaredProcedures(shop.shop.router).filter(({ access }) => access.startsWith('staff:'))
    for (const { method, path, access } of procedures) {
      const answer = await me.ask(`${method} /api${path.replace(/\{[^}]+\}/g, 'x')}`, method === 'GET' ? undefined : {})
      const isTheirs = !['staff:gateways', 'staff:staff'].includes(access)
      const refusal = isTheirs ? 'account/two-factor-needed' : 'account/not-allowed'
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, refusal])
    }
    // Plain routes follow the same rule.
    const picture = await me.ask('POST /api/admin/pictures', {})
    expect([picture.status, picture.body.code]).toEqual([403, 'account/two-factor-needed'])
    const { user } = (await me.ask('GET /api/session')).body
    expect(user).toMatchObject({ role: 'manager', is_admin: true, areas: [], must_set_up_two_factor: true })
    // Staff with two factors and customers are not affected.
    expect((await boss.ask('GET /api/admin/staff')).status).toBe(200)
    expect((await customer.ask('GET /api/session')).body.user).toMatchObject({ must_set_up_two_factor: false })
    expect((await me.ask('GET /api/my/two-factor')).body).toMatchObject({ is_required: true, is_on: false })
    await turnedOn(me)
    expect((await me.ask('GET /api/admin/bookings')).status).toBe(200)
    expect((await me.ask('GET /api/session')).body.user).toMatchObject({ must_set_up_two_factor: false })
    // The owner who required it had none either; another owner reverts it.
    expect((await setRequired(false)).json().code).toBe('account/two-factor-needed')
    const settings = { settings: { staff_two_factor: false } }
    expect((await boss.ask('PUT /api/admin/settings', settings)).status).toBe(200)
    expect((await shop.call('GET /api/admin/staff', undefined, owner.headers)).status).toBe(200)
  })
})
