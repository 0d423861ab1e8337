import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { hashPassword, isPassword } from './passwords.server.ts'
import { newEmail, newVisitor, signIn, signUp } from './testing/visitor.ts'

describe('a stored password', () => {
  it('is compared to its last character, with case and spaces', async () => {
    const password = ` MiXed case ${'x'.repeat(100)}!`
    const hash = await hashPassword(password)
    expect(await isPassword(hash, password)).toBe(true)
    const changed = [
      password.toLowerCase(),
      password.trim(),
      password.slice(0, -1),
      `${password} `,
      password.slice(0, 72),
    ]
    for (const each of changed) expect(await isPassword(hash, each), each).toBe(false)
  })
})

it('a sign-in needs the password unchanged, at the server too', async () => {
  const shop = await testApp()
  const email = newEmail()
  await signUp(newVisitor(shop), email, ' Her Own Secret')
  const statusOf = async (password: string) => (await signIn(newVisitor(shop), email, password)).status
  expect(await statusOf('Her Own Secret')).toBe(401)
  expect(await statusOf(' her own secret')).toBe(401)
  expect(await statusOf(' Her Own Secret')).toBe(200)
})

describe('a session', () => {
  const day = 86_400_000
  it.each([
    ['remembered', true, 30],
    ['not remembered', false, 1],
  ])('that is %s ends at a fixed time, however much it is used', async (_name, rememberMe, days) => {
    const shop = await testApp()
    const [visitor, email] = [newVisitor(shop), newEmail()]
    await signUp(visitor, email, 'her own secret')
    const start = Date.now()
    await visitor.ask('POST /api/auth/sign-in/email', { email, password: 'her own secret', rememberMe })
    const endOf = async () =>
      (await shop.core.db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()).expires_at
    const end = await endOf()
    expect(Math.abs(end.getTime() - start - days * day)).toBeLessThan(60_000)
    expect(await visitor.user()).not.toBeNull()
    expect(await endOf()).toEqual(end)
  })
  it('that ends by signing out takes the drafts in the browser with it: others may use it next', async () => {
    const shop = await testApp()
    const answer = await shop.call('POST /api/auth/sign-out', {}, (await shop.signIn('customer')).headers)
    expect(answer.headers['clear-site-data']).toBe('"storage"')
  })
})
