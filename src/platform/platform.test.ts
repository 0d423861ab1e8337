import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { createKeyring, issueToken, newId, randomDigits, readToken, timeOfId } from './crypto/keyring.server.ts'
import { isMigrated, migrate } from './db/migrate.server.ts'
import { once } from './idempotency.server.ts'
import { countHit, takeHitBack } from './rate-limit.server.ts'

let database: TestDatabase
let core: TestCore
beforeAll(async () => {
  database = await testDatabase()
  core = database.openCore()
})

describe('migrations', () => {
  test('a migrated database is recognised, and migrating again does nothing', async () => {
    expect(await isMigrated(core.pool)).toBe(true)
    expect(await migrate(core.pool)).toEqual([])
  })
  test('nodes that migrate at the same time run each file once', async () => {
    const files = [
      {
        name: '9001_slow.sql',
        sql: 'create table slow (n integer); select pg_sleep(0.2); insert into slow values (1)',
        hash: 'a',
      },
      { name: '9002_next.sql', sql: 'insert into slow values (2)', hash: 'b' },
    ]
    const nodes = [core, database.openCore(), database.openCore(), database.openCore()]
    const ran = await Promise.all(nodes.map((node) => migrate(node.pool, files)))
    expect(ran.flat().sort()).toEqual(['9001_slow.sql', '9002_next.sql'])
    const { rows } = await sql<{ n: number }>`select n from slow order by n`.execute(core.db)
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  })
  test('a file that changed after it ran stops the start', async () => {
    await migrate(core.pool, [{ name: '9003_once.sql', sql: 'select 1', hash: 'a' }])
    await expect(migrate(core.pool, [{ name: '9003_once.sql', sql: 'select 2', hash: 'b' }])).rejects.toThrow(
      'has changed',
    )
  })
  test('a file that fails leaves nothing behind', async () => {
    const bad = { name: '9004_bad.sql', sql: 'create table half (n integer); select broken', hash: 'a' }
    await expect(migrate(core.pool, [bad])).rejects.toThrow('9004_bad.sql')
    const { rows } = await sql<{ t: string | null }>`select to_regclass('half')::text as t`.execute(core.db)
    expect(rows[0]?.t).toBeNull()
  })
})

describe('idempotency', () => {
  test('twenty parallel calls with one key do the work once and get the same answer [C178]', async () => {
    let worked = 0
    const call = () =>
      core.db.transaction().execute((trx) =>
        once(trx, 'test', 'key-of-the-test', { a: 1 }, async () => {
          worked++
          return { n: worked }
        }),
      )
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    expect(worked).toBe(1)
    expect(new Set(answers.map((answer) => answer.n))).toEqual(new Set([1]))
  })
  test('the same key with another request is refused', async () => {
    const other = core.db
      .transaction()
      .execute((trx) => once(trx, 'test', 'key-of-the-test', { a: 2 }, async () => ({ n: 2 })))
    await expect(other).rejects.toMatchObject({ code: 'idempotency/other-request' })
  })
})

describe('limits', () => {
  const limit = { name: 'test', hits: 3, seconds: 60 }
  test('are shared by all nodes and end with their window', async () => {
    const other = database.openCore()
    for (const node of [core, other, core]) await countHit(node, limit, '10.0.0.1')
    await expect(countHit(other, limit, '10.0.0.1')).rejects.toMatchObject({
      code: 'limit/too-many',
      facts: { retryAfter: 60 },
    })
    await expect(countHit(core, limit, '10.0.0.2')).resolves.toBe(1)
    core.clock.advance(1)
    await expect(countHit(core, limit, '10.0.0.1')).resolves.toBe(1)
  })
  test('count an IPv6 network as one, and each IPv4 address, in any notation', async () => {
    const count = (address: string) => countHit(core, { ...limit, name: 'networks' }, address)
    for (const address of ['2001:db8:0:1::1', '2001:DB8::1:ffff:1:2:3', '2001:0db8:0000:0001:9::']) await count(address)
    await expect(count('2001:db8:0:1:ffff::7')).rejects.toMatchObject({ code: 'limit/too-many' })
    await expect(count('2001:db8:0:2::1')).resolves.toBe(1)
    for (const address of ['10.0.0.9', '::ffff:10.0.0.9', '::FFFF:a00:9']) await count(address)
    await expect(count('10.0.0.9')).rejects.toMatchObject({ code: 'limit/too-many' })
    await expect(count('::ffff:10.0.0.8')).resolves.toBe(1)
  })
  test('a reverted hit does not count', async () => {
    const once = { name: 'taken-back', hits: 1, seconds: 60 }
    await countHit(core, once, 'somebody')
    await takeHitBack(core, once, 'somebody')
    await expect(countHit(core, once, 'somebody')).resolves.toBe(1)
  })
})

describe('keys', () => {
  const keys = createKeyring('a-secret-key-that-has-thirty-two-characters')
  test('sealed bytes open for their purpose only, and not after a bit flip', () => {
    const sealed = keys.seal('passport', Buffer.from('P1234567'))
    expect(keys.open('passport', sealed).toString()).toBe('P1234567')
    expect(sealed.toString('latin1')).not.toContain('P1234567')
    expect(() => keys.open('other', sealed)).toThrow()
    sealed[sealed.length - 1]! ^= 1
    expect(() => keys.open('passport', sealed)).toThrow()
  })
  test('a rotated key still opens and verifies older data', () => {
    const rotated = createKeyring(
      `a-new-key-that-also-has-thirty-two-characters,a-secret-key-that-has-thirty-two-characters`,
    )
    expect(rotated.open('passport', keys.seal('passport', Buffer.from('x'))).toString()).toBe('x')
    expect(rotated.isSigned('p', 'text', keys.sign('p', 'text'))).toBe(true)
    expect(() => keys.open('passport', rotated.seal('passport', Buffer.from('x')))).toThrow('no longer lists')
  })
  test('a token has one algorithm: HMAC-SHA-256 with a key for its purpose, whatever it names', () => {
    const root = 'a-secret-key-that-has-thirty-two-characters'
    const own = createKeyring(root)
    const key = Buffer.from(hkdfSync('sha256', root, 'safar', 'sign:token:booking', 32))
    const until = new Date('2026-11-21T09:00:00Z')
    const now = new Date('2026-11-21T08:00:00Z')
    const [payload, expiry, signature] = issueToken(own, 'booking', 'b1', until).split('.')
    const by = (hash: string) => createHmac(hash, key).update(`${payload}.${expiry}`).digest('base64url')
    expect(signature).toBe(by('sha256'))
    expect(readToken(own, 'booking', `${payload}.${expiry}.${by('sha256')}`, now)).toBe('b1')
    // As in a JSON Web Token whose header chooses.
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [by('sha1'), by('md5'), by('sha512'), '', 'none', `${header}.`])
      expect(readToken(own, 'booking', `${payload}.${expiry}.${forged}`, now), forged).toBeNull()
  })
  test('a token is valid until it expires, and invalid after any change', () => {
    const now = new Date('2026-11-21T08:00:00Z')
    const token = issueToken(keys, 'booking', 'b1', new Date('2026-11-21T09:00:00Z'))
    expect(readToken(keys, 'booking', token, now)).toBe('b1')
    expect(readToken(keys, 'booking', token, new Date('2026-11-21T09:00:00Z'))).toBeNull()
    expect(readToken(keys, 'reset', token, now)).toBeNull()
    const [payload, expiry, signature] = token.split('.')
    for (const forged of [
      `b2.${expiry}.${signature}`,
      `${payload}.zzzzzz.${signature}`,
      `${payload}.${expiry}.AAAA`,
      '',
      'a.b',
      `${token}.x`,
    ])
      expect(readToken(keys, 'booking', forged, now)).toBeNull()
  })
  test('ids sort by time, and random digits are digits', () => {
    const ids = [1, 2, 3].map((ms) => newId(new Date(1_800_000_000_000 + ms)))
    expect([...ids].sort()).toEqual(ids)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids.map((id) => timeOfId(id).getTime())).toEqual([1, 2, 3].map((ms) => 1_800_000_000_000 + ms))
    const sameMoment = new Date(1_800_000_000_000)
    const many = Array.from({ length: 1_000 }, () => newId(sameMoment))
    expect([...many].sort()).toEqual(many)
    expect(new Set(many.map((id) => id.slice(-12))).size).toBe(1_000)
    expect(randomDigits(10)).toMatch(/^\d{10}$/)
  })
  test('ids of one moment keep their order past 4,096 and between ids of other moments', () => {
    const moment = new Date(1_800_000_000_500)
    const others = Array.from({ length: 40 }, (_, ms) => new Date(1_800_000_000_501 + ms))
    const ids = Array.from({ length: 10_000 }, (_, at) => {
      newId(others[at % others.length])
      return newId(moment)
    })
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(10_000)
  })
})
