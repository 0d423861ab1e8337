import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'

const shop = await testApp({ trustProxy: 1 })
const { core } = shop
const owner = await shop.signIn('admin')
const visit = (kind: string, address: string, headers: object = {}) =>
  shop.call('POST /api/item-visits', { kind }, { 'x-forwarded-for': address, ...headers })
const today = () => core.clock().toISOString().slice(0, 10)
const visits = async (from = today(), to = today()) => {
  const answer = await shop.call(`GET /api/admin/item-visits?from=${from}&to=${to}`, undefined, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

test('an address counts once a day for each kind; staff, unknown kinds and further pages do not', async () => {
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) await visit('tour', address)
  await visit('visa', '198.51.100.1')
  await visit('parrot', '198.51.100.1')
  await visit('tour', '198.51.100.3', owner.headers)
  expect(await visits()).toEqual({ tour: 2, visa: 1 })
  const first = today()
  core.clock.advance(24 * 60)
  await visit('tour', '198.51.100.1')
  expect([await visits(), await visits(first)]).toEqual([{ tour: 1 }, { tour: 3, visa: 1 }])
})

test('visits that arrive together are all counted, and nothing about the visitor is stored', async () => {
  core.clock.advance(24 * 60)
  await Promise.all(Array.from({ length: 20 }, (_, n) => visit('ticket', `203.0.113.${n + 1}`)))
  expect(await visits()).toEqual({ ticket: 20 })
  const { rows } = await core.pool.query('select * from kind_visits where kind = $1', ['ticket'])
  expect(Object.keys(rows[0])).toEqual(['day', 'kind', 'visits'])
})
