import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Line, lineTo } from '../process/line.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { type Booked, book, read, sendProof } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const [before, after] = ['the-key-of-this-year-with-32-letters', 'the-key-of-next-year-with-32-letters'] as const
const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`

describe('two nodes whose key is changed as docs/operations.md says', () => {
  let line: Line
  let nodes: [ShopProcess, ShopProcess]
  const folder = dataFolder()
  const start = (SECRET_KEY: string) =>
    startShop({ DATABASE_URL: line.url, DATA_DIR: folder, PAYMENTS_MODE: 'sandbox', WORKER: 'off', SECRET_KEY })
  const urls = () => Promise.all(nodes.map(({ listening }) => listening)) as Promise<[string, string]>
  const startAgain = async (n: 0 | 1, key: string): Promise<void> => {
    nodes[n].signal('SIGTERM')
    expect(await nodes[n].ended).toBe(0)
    nodes[n] = start(key)
    await nodes[n].listening
  }
  /** Bookings of each node, with a proof of payment. */
  const sell = async (): Promise<Booked[]> => {
    const made: Booked[] = []
    for (const url of await urls()) {
      const booked = await book(url)
      expect(await sendProof(url, booked)).toBe(201)
      made.push(booked)
    }
    return made
  }
  const statuses = async (made: readonly Booked[]): Promise<ReadonlySet<number>> =>
    new Set(
      (await Promise.all((await urls()).map((url) => Promise.all(made.map((each) => read(url, each))))))
        .flat()
        .map(({ status }) => status),
    )

  beforeAll(async () => {
    await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
    line = await lineTo(connection, database)
    nodes = [start(before), start(before)]
    await urls()
  })
  afterAll(async () => {
    await endAll()
    await line?.end()
    await inDatabase(connection, undefined, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    )
  })

  test('control: with the new key first at once, the other node refuses its links', async () => {
    await startAgain(0, `${after},${before}`)
    expect(await statuses(await sell())).not.toEqual(new Set([200]))
  })

  test('open what the other one has sold at every step', async () => {
    for (const n of [0, 1] as const) await startAgain(n, `${before},${after}`)
    const made = await sell()
    for (const n of [0, 1] as const) {
      await startAgain(n, `${after},${before}`)
      made.push(...(await sell()))
      expect([n, await statuses(made)]).toEqual([n, new Set([200])])
    }
  })
})
