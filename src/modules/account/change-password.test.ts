import { expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { newEmail, newVisitor, signIn, signUp } from './testing/visitor.ts'

const shop = await testApp()
const password = 'six-or-more'

async function signedIn() {
  const [visitor, email] = [newVisitor(shop), newEmail()]
  await signUp(visitor, email, password)
  await signIn(visitor, email, password)
  const change = async (currentPassword: string, newPassword: string) =>
    (await visitor.ask('POST /api/auth/change-password', { currentPassword, newPassword })).status
  return { email, change }
}

it('a changed password is announced to a verified address only, because another one may belong to a stranger', async () => {
  const { email, change } = await signedIn()
  const noticesTo = async () => {
    await shop.runJobs()
    return shop.outbox.filter(({ to, subject }) => to === email && subject.endsWith(': Your password was changed'))
  }
  expect(await change(password, 'another-secret')).toBe(200)
  expect(await noticesTo()).toEqual([])
  await shop.core.db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
  expect(await change('another-secret', '123456')).toBe(422)
  expect(await change('another-secret', 'a-third-secret')).toBe(200)
  const [notice, ...more] = await noticesTo()
  expect(more).toEqual([])
  expect(notice?.text).toContain('2026-11-21 12:00 PM (Dubai time)')
})

it('the current password can be guessed ten times, and no more [D180]', async () => {
  const { change } = await signedIn()
  const answers = await Promise.all(Array.from({ length: 12 }, () => change('wrong-one', 'another-secret')))
  expect(answers.sort()).toEqual([...Array(10).fill(422), 429, 429])
})
