import { scryptSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePasswordsCheap, makePasswordsReal } from '../../../tests/support/cheap-passwords.ts'
import { hashPassword, isPassword, unusablePassword } from './passwords.server.ts'

beforeAll(makePasswordsReal)
afterAll(makePasswordsCheap)

const derived = (password: string, salt: string): string =>
  scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }).toString('hex')

test('passwords are hashed with scrypt at full cost, each with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('a long secret'), hashPassword('a long secret')])
  const [salt = '', key] = one.split(':')
  expect(salt).toMatch(/^[0-9a-f]{32}$/)
  expect(key).toBe(derived('a long secret', salt))
  expect(other.split(':')[0]).not.toBe(salt)
})

test('a password opens the hash that was stored for it, also with another form of its letters; no other does', async () => {
  const hash = `abcd:${derived('caf\u00e9 secret', 'abcd')}`
  const tries = ['caf\u00e9 secret', 'cafe\u0301 secret', 'cafe secret']
  expect(await Promise.all(tries.map((password) => isPassword(hash, password)))).toEqual([true, true, false])
})

test('an account without a password refuses every password', async () => {
  const hash = await unusablePassword()
  expect(await Promise.all([isPassword(null, ''), isPassword(hash, '')])).toEqual([false, false])
})
