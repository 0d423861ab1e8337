import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'

test.each([
  ['environment', 'Please check your email to verify your account.'],
  ['files', 'You can sign in now.'],
] as const)('a sign-up sends people to their email only if one is sent: %s [C254]', async (way, next) => {
  const { call } = await testApp({ mailer: async () => ({ send: async () => {}, way }) })
  const body = { email: 'asha@example.com', password: 'a-long-password', full_name: 'Asha Rao' }
  const answer = await call('POST /api/auth/sign-up/email', body)
  expect(answer.json()).toEqual({ message: `Account created successfully! ${next}` })
})
