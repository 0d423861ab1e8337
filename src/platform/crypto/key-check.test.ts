import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { hasKey, recordKeys, verifyKeys } from './key-check.server.ts'
import { createKeyring } from './keyring.server.ts'

const first = 'the-first-key-of-at-least-32-characters!'
const second = 'the-second-key-of-at-least-32-characters'
const third = 'the-third-key-of-at-least-32-characters!'
const ring = (...keys: string[]) => createKeyring(keys.join(','))

async function emptyShop() {
  const { pool } = (await testDatabase()).openCore()
  const saveSecret = (key: string) =>
    pool.query(
      `insert into payment_gateways (name, type, sealed_secrets) values ('g' || md5(random()::text), 'api', $1)`,
      [ring(key).seal('gateway-secrets', Buffer.from('{}'))],
    )
  return { pool, saveSecret }
}

describe('the check of SECRET_KEY', () => {
  test('accepts any key for an empty shop and refuses another one afterwards', async () => {
    const { pool } = await emptyShop()
    expect(await hasKey(pool)).toBe(false)
    await recordKeys(pool, ring(first))
    await recordKeys(pool, ring(first))
    expect(await hasKey(pool)).toBe(true)
    await expect(recordKeys(pool, ring(second))).rejects.toThrow(
      /^SECRET_KEY: this key does not open the shop's data.*SECRET_KEY=new,old$/s,
    )
    await expect(verifyKeys(pool, ring(second))).rejects.toThrow(ring(first).fingerprints[0])
    const { rows } = await pool.query<{ stored: string }>('select key_checks::text as stored from key_checks')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  test('refuses a key with the same fingerprint that does not open the check value', async () => {
    const { pool } = await emptyShop()
    await recordKeys(pool, ring(first))
    await pool.query('update key_checks set fingerprint = $1', [ring(second).fingerprints[0]])
    await expect(verifyKeys(pool, ring(second))).rejects.toThrow('does not open')
  })

  test('follows a rotation: the old key stays necessary while data is encrypted with it', async () => {
    const { pool, saveSecret } = await emptyShop()
    await recordKeys(pool, ring(first))
    await saveSecret(first)
    await recordKeys(pool, ring(second, first))
    await recordKeys(pool, ring(first, second))
    await expect(verifyKeys(pool, ring(second))).rejects.toThrow(ring(first).fingerprints[0])
    await expect(verifyKeys(pool, ring(third))).rejects.toThrow('does not open')
    await pool.query('delete from payment_gateways')
    await saveSecret(second)
    await verifyKeys(pool, ring(second))
    await expect(verifyKeys(pool, ring(first))).rejects.toThrow(ring(second).fingerprints[0])
  })

  test('of a shop from before the check compares the keys of its encrypted data', async () => {
    const { pool, saveSecret } = await emptyShop()
    await saveSecret(first)
    expect(await hasKey(pool)).toBe(true)
    await expect(recordKeys(pool, ring(second))).rejects.toThrow('does not open')
    expect((await pool.query('select from key_checks')).rowCount).toBe(0)
    await recordKeys(pool, ring(first))
    expect((await pool.query('select from key_checks')).rowCount).toBe(1)
  })

  test('lets only one of two nodes with different keys open an empty shop', async () => {
    const { pool } = await emptyShop()
    const results = await Promise.allSettled([first, second, third].map((key) => recordKeys(pool, ring(key))))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('accepts a database without tables', async () => {
    const { pool } = (await testDatabase({ bare: true })).openCore()
    expect(await hasKey(pool)).toBe(false)
    await verifyKeys(pool, ring(first))
  })
})
