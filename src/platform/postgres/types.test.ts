import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, setTypeParsers, startEmbeddedPostgres } from './index.server.ts'
import { makeFolder, removeFolder } from './testing/shop-process.ts'

const folder = makeFolder()
let postgres: EmbeddedPostgres
beforeAll(async () => {
  setTypeParsers()
  setTypeParsers() // A second call changes nothing.
  postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') })
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  await removeFolder(folder)
}, 120_000)

async function select(expression: string): Promise<unknown> {
  const client = new pg.Client(postgres.connectionOptions())
  await client.connect()
  try {
    const { rows } = await client.query(`select ${expression} as value`)
    return rows[0].value
  } finally {
    await client.end()
  }
}

describe('database values', () => {
  it.each([
    ['9007199254740991::int8', 9007199254740991],
    ['(select count(*) from (values (1), (2)) as rows)', 2],
    ['array[1, null]::int8[]', [1, null]],
    ['7::int4', 7],
    ['(select sum(x) from (values (1::int8)) as rows (x))', '1'],
    ['1.10::numeric', '1.10'],
    [`'2026-03-29'::date`, '2026-03-29'],
    [`array['2026-03-29', null]::date[]`, ['2026-03-29', null]],
    [`'2026-03-29T02:30:00+05:30'::timestamptz`, new Date('2026-03-28T21:00:00Z')],
    ['null::int8', null],
  ])('%s', async (expression, value) => {
    expect(await select(expression)).toEqual(value)
  })

  it('throw for an int8 beyond a safe integer', async () => {
    await expect(select('9007199254740993::int8')).rejects.toThrow('beyond a safe integer')
    await expect(select('array[9007199254740993]::int8[]')).rejects.toThrow('beyond a safe integer')
  })
})
