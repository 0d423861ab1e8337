import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { codeInApp } from '../../../tests/support/authenticator.ts'
import { hashPassword } from './passwords.server.ts'
import { acceptCode } from './two-factor.server.ts'

const shop = await testApp()
const { core } = shop
const password = 'long enough secret'

test('app codes work again after the clock was set back, each still once', async () => {
  const { userId, headers } = await shop.signIn('support')
  await core.db
    .insertInto('accounts')
    .values({
      id: 'own',
      account_id: userId,
      provider_id: 'credential',
      user_id: userId,
      password: await hashPassword(password),
    })
    .execute()
  const started = await shop.call('POST /api/my/two-factor/start', { password }, headers)
  const { key } = started.json() as { key: string }
  const code = () => codeInApp(key, core.clock(), 0)
  expect((await shop.call('POST /api/my/two-factor/confirm', { code: code() }, headers)).status).toBe(200)
  const accept = (typed: string) =>
    core.db.transaction().execute((trx) => acceptCode(trx, core, { userId, typed, now: core.clock() }))

  core.clock.advance(10)
  const now = core.clock()
  const used = code()
  expect(await accept(used)).toBe('app')
  for (const minutes of [60, 2 * 24 * 60]) {
    core.clock.set(now)
    core.clock.advance(minutes)
    expect(await accept(code())).toBe('app')
    core.clock.set(now)
    expect(await accept(used)).toBeNull()
    core.clock.advance(-minutes)
    expect([await accept(code()), await accept(code())]).toEqual(['app', null])
  }
})
