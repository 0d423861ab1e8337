import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { anonymous } from '../../platform/core.server.ts'
import { EnvError } from '../../platform/env.server.ts'
import { say } from '../../platform/messages.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { bootstrapAdmin } from './index.server.ts'
import { newPasswordObjection } from './password-rules.server.ts'
import { mailedToken, newEmail, newVisitor, signIn, signUp } from './testing/visitor.ts'

const email = 'john.smith84@grand-tours.com'
const objectionTo = (password: string, address = email, role: 'customer' | 'admin' = 'customer') => {
  const objection = newPasswordObjection(password, { role, email: address })
  return objection && say(objection)
}
const common = 'This password is one of the most common. Choose one that nobody can guess.'
const derived = 'This password is too close to the email address. Choose another one.'

describe('a new password', () => {
  it.each([
    '123456',
    'password',
    'Password',
    'PASSWORD1',
    'qwerty',
    'iloveyou',
    'letmein',
    '11111111',
    ' password ',
    'ｐａｓｓｗｏｒｄ',
  ])('is not %j, which is common [C253]', (password) => {
    expect(objectionTo(password)).toBe(common)
  })
  // The list leaves these out, although they are among the most common.
  it.each([
    'aaaaaa',
    '      ',
    '111111111',
    '00000000',
    '121212',
    'abcabc',
    'qwertyqwerty',
    '654321',
    '456789',
    '1234567890',
    '0987654321',
    '123456789012',
    'abcdef',
    'ZYXWVU',
  ])('is not %j, which repeats or counts [C253]', (password) => {
    expect(objectionTo(password)).toBe(common)
  })
  it.each(['Safar Travel House', 'safartravelhouse', 'SafarTravelHouse2026!', '1travel1', 'esuohlevartrafas'])(
    'is not %j, which is derived from the name of the agency',
    (password) => {
      const objection = newPasswordObjection(password, { role: 'customer', email, agency: 'Safar Travel House' })
      expect(objection && say(objection)).toBe("This password is too close to the agency's name. Choose another one.")
      expect(
        newPasswordObjection('the house of safar', { role: 'customer', email, agency: 'Safar Travel House' }),
      ).toBeNull()
    },
  )
  it('of staff is none of 49,000 common ones', () => {
    expect(objectionTo('password1234', email, 'admin')).toBe(common)
    expect(objectionTo('password1234')).toBeNull()
  })
  it.each([
    email,
    email.toUpperCase(),
    'johnsmith',
    'John.Smith',
    'john.smith84',
    'johnsmith2026!',
    '1smith1',
    'smithjohn',
    '48htimsnhoj',
    'grandtours',
    'Grand-Tours1',
    'grand-tours.com',
  ])('is not %j, which is derived from the email address [C253]', (password) => {
    expect(objectionTo(password)).toBe(derived)
  })
  it.each([
    'qx7!mz',
    'correct horse',
    'johnsmith and his horse',
    'six-or-more',
    'пароль-длинный',
    '84848484xy',
    '654321x',
    'acegik',
  ])('may be %j', (password) => {
    expect(objectionTo(password)).toBeNull()
  })
  it('of 6 to 128 characters is enough for customers, staff need 12 [A017, C253]', () => {
    expect(objectionTo('qx7!m')).toBe('Password must be at least 6 characters')
    expect(objectionTo('x7!'.repeat(43))).toBe('Password must be at most 128 characters')
    expect(objectionTo('elevenchar!', email, 'admin')).toBe('Password must be at least 12 characters')
    expect(objectionTo('twelve chars', email, 'admin')).toBeNull()
  })
  it('may have anything for an address with short or numeric parts', () => {
    expect(objectionTo('ab-long-one', 'ab@c.de')).toBeNull()
    expect(objectionTo('94823511', '94823511@qq.com')).toBe(derived)
  })
})

describe('the server refuses a weak password', () => {
  it('derived from the name of the agency, as its settings have it now', async () => {
    const shop = await testApp()
    await saveSettings(shop.core, { ...anonymous('local'), role: 'admin' }, { company_name: 'Blue Dunes Travel' })
    expect((await signUp(newVisitor(shop), newEmail(), 'bluedunestravel1')).body).toMatchObject({
      status: 422,
      errors: [{ path: 'password', message: expect.stringContaining("the agency's name") }],
    })
    expect((await signUp(newVisitor(shop), newEmail(), 'safartravel1')).body).not.toMatchObject({ status: 422 })
  })

  const weak = [
    ['common', 'password'],
    ['derived from the address', 'visitor'],
  ] as const
  it.each(weak)('%s, at sign-up, verification, reset, change and invitation [C253, A017]', async (_, password) => {
    const shop = await testApp()
    const address = newEmail()
    const visitor = newVisitor(shop)
    const wanted = (path: string) => ({
      status: 422,
      errors: [{ path, message: expect.stringMatching(/common|address/) }],
    })
    expect((await signUp(visitor, address, password)).body).toMatchObject(wanted('password'))
    await signUp(visitor, address, 'her own secret')
    const verification = { token: await mailedToken(shop, address), newPassword: password }
    expect((await visitor.ask('POST /api/auth/verify-email', verification)).body).toMatchObject(wanted('newPassword'))
    await signIn(visitor, address, 'her own secret')
    const change = { currentPassword: 'her own secret', newPassword: password }
    expect((await visitor.ask('POST /api/auth/change-password', change)).body).toMatchObject(wanted('newPassword'))
    await visitor.ask('POST /api/auth/request-password-reset', { email: address })
    const reset = { token: await mailedToken(shop, address), newPassword: password }
    expect((await visitor.ask('POST /api/auth/reset-password', reset)).body).toMatchObject(wanted('newPassword'))

    const owner = await shop.signIn('admin')
    const invitation = { email: 'vincent.visitor@example.com', full_name: 'Vincent', role: 'support' }
    await shop.call('POST /api/admin/staff/invitations', invitation, owner.headers)
    const token = await mailedToken(shop, invitation.email)
    // Twelve characters, as staff need.
    const long = password === 'password' ? '1qaz2wsx3edc' : 'VincentVisitor1'
    const accepted = await visitor.ask('POST /api/auth/reset-password', { token, newPassword: long })
    expect(accepted.body).toMatchObject(wanted('newPassword'))
  })
  it('in ADMIN_PASSWORD before it creates the first owner, and starts with an owner who has one', async () => {
    const shop = await testApp()
    const start = (password: string) => bootstrapAdmin(shop.shop.deps, { email: 'boss-of-tours@example.com', password })
    await expect(start('boss-of-tours1')).rejects.toThrow(EnvError)
    expect(await shop.core.db.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await start('a fine long secret')).toMatchObject({ created: true })
    expect(await start('boss-of-tours1')).toEqual({ created: false })
  })
})
