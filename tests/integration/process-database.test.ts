import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testItems } from '../../db/seeds/test-world.server.ts'
import { kinds } from '../../src/services/index.ts'
import { type Line, lineTo } from '../process/line.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { ask, book, open, read } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`
const query = (text: string, values: unknown[] = []) =>
  inDatabase(connection, database, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

let line: Line
let first: ShopProcess
let second: ShopProcess
beforeAll(async () => {
  await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
  line = await lineTo(connection, database)
  const env = {
    DATABASE_URL: line.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
  }
  // Start both at once on an empty database.
  first = startShop(env)
  second = startShop(env)
  await Promise.all([first.listening, second.listening])
})
afterAll(async () => {
  await endAll()
  await line?.end()
  await inDatabase(connection, undefined, (client) => client.query(`drop database if exists ${database} with (force)`))
})

test('two nodes that start together migrate and seed an empty database once and create one administrator', async () => {
  const items = await query('select slug, count(*)::int as n from services group by slug order by slug')
  const slugs = (await testItems(kinds)).map(({ slug }) => slug).toSorted()
  expect(items).toEqual(slugs.map((slug) => ({ slug, n: 1 })))
  expect(await query(`select email from users where role = 'admin'`)).toEqual([{ email: 'admin@safar.example' }])
  expect((first.output() + second.output()).match(/^Password:/gm)).toHaveLength(1)
  const migrations = await query('select name from migrations')
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length)
  const booked = await book(await first.listening)
  expect((await read(await second.listening, booked)).status).toBe(200)
})

/** From the shop's metrics, which answer only direct local requests. */
async function residentBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1])
}

describe('oversized bodies and slow sockets', () => {
  test.each([
    ['/api/quotes', 'application/json'],
    ['/api/webhooks/sandbox_card', 'application/json'],
    ['/api/bookings/018f0000-0000-7000-8000-000000000000/payment-proofs', 'multipart/form-data; boundary=b'],
  ])('a body of a gigabyte for %s is refused before it is sent', async (path, type) => {
    const url = await first.listening
    const head = `POST ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`
    const line = Buffer.alloc(64 * 1024, 0x20)
    const piece = Buffer.concat([Buffer.from(`${line.length.toString(16)}\r\n`), line, Buffer.from('\r\n')])
    /** Sends until `most` bytes are sent, or the shop answers or closes the connection. Returns how much was sent. */
    const sendUpTo = async (most: number): Promise<{ sent: number; answer: string }> => {
      const sender = open(url, head)
      let sent = 0
      let isTold = false
      const response = Promise.race([sender.hears(/^HTTP\/1.1 \d{3}[\s\S]*\}/).catch(() => ''), sender.closed])
      void response.then(() => {
        isTold = true
      })
      const write = (): void => {
        while (!isTold && sender.socket.writable && sent < most) {
          sent += line.length
          if (!sender.socket.write(piece)) return
        }
      }
      sender.socket.on('drain', write)
      write()
      const answer = await response
      sender.socket.destroy()
      return { sent, answer }
    }
    // The closed connection may discard an answer that the client has not read yet.
    if (!type.startsWith('multipart'))
      await expect.poll(async () => (await sendUpTo(2 * 2 ** 20)).answer).toMatch(/^HTTP\/1.1 413/)
    const before = await residentBytes(url)
    expect((await sendUpTo(2 ** 30)).sent).toBeLessThan(128 * 2 ** 20)
    expect((await residentBytes(url)) - before).toBeLessThan(100 * 2 ** 20)
    expect((await ask(url, '/readyz')).status).toBe(200)
  })

  test('200 clients that send headers and bodies byte by byte block nobody, and are disconnected', async () => {
    const url = await first.listening
    const head = 'POST /api/quotes HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\n'
    const slow = Array.from({ length: 200 }, (_, n) =>
      open(url, n % 2 === 0 ? head : `${head}content-length: 1000\r\n\r\n{`),
    )
    await Promise.all(
      slow.map(
        ({ socket }) => new Promise((resolve) => (socket.connecting ? socket.once('connect', resolve) : resolve(0))),
      ),
    )
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('x')
    }, 500)
    const others = await Promise.all(Array.from({ length: 20 }, () => book(url)))
    expect(others).toHaveLength(20)
    expect(slow.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThan(150)
    const answers = await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(drip)
    for (const answer of answers) expect(answer).toMatch(/^(|HTTP\/1.1 408[\s\S]*)$/)
    expect((await ask(url, '/readyz')).status).toBe(200)
  })
})

describe('a database outage', () => {
  const paths = ['/api/services/tour', '/readyz'] as const
  test('is answered with 503 and Retry-After, and the same process recovers afterwards', async () => {
    const url = await second.listening
    await line.cut()
    for (const path of paths) {
      const answer = await ask(url, path)
      expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    }
    const refused = await book(url).catch((error: { answer: { status: number; json: unknown } }) => error.answer)
    expect(refused).toMatchObject({ status: 503, json: { code: 'server/unavailable' } })
    expect((await ask(url, '/readyz')).json).toMatchObject({ reason: 'database not reachable' })
    expect((await ask(url, '/healthz')).status).toBe(200)
    await line.mend()
    await expect.poll(async () => (await ask(url, '/readyz')).status, { timeout: 10_000 }).toBe(200)
    const { id } = await book(url)
    // Jobs recover too: the acknowledgement of that booking is sent.
    const sent = `select status from mail_messages where booking_id = $1 and template_name = 'booking_received'`
    await expect.poll(() => query(sent, [id]), { timeout: 30_000 }).toEqual([{ status: 'not_sent' }])
  })

  test('with a silent database gets visitors an answer within seconds, and the shop recovers by itself', async () => {
    const url = await second.listening
    const booked = await book(url)
    line.swallow()
    const before = performance.now()
    const answers = await Promise.all(Array.from({ length: 4 }, () => read(url, booked)))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(performance.now() - before).toBeLessThan(18_000)
    line.giveBack()
    await expect.poll(async () => (await read(url, booked)).status, { timeout: 20_000 }).toBe(200)
    await expect.poll(async () => (await ask(url, '/readyz')).status, { timeout: 10_000 }).toBe(200)
  })

  test('with repeatedly closed connections causes no 500, and the shop recovers by itself', async () => {
    const url = await second.listening
    let isOver = false
    const statuses: number[] = []
    const visit = async (): Promise<void> => {
      while (!isOver) {
        const booked = await book(url).catch((error: { answer?: { status: number } }) => error)
        statuses.push('id' in booked ? 200 : (booked.answer?.status ?? 0))
      }
    }
    const visits = Promise.all([visit(), visit(), visit()])
    for (let round = 0; round < 15; round++) {
      const before = statuses.length
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [database],
      )
      await expect.poll(() => statuses.length > before, { interval: 5, timeout: 10_000 }).toBe(true)
    }
    // On a slow machine no booking may fit between two cuts. The cuts have ended, so one succeeds now.
    await expect.poll(() => statuses.includes(200), { timeout: 20_000 }).toBe(true)
    isOver = true
    await visits
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expect.poll(async () => (await ask(url, '/readyz')).status, { timeout: 10_000 }).toBe(200)
    const { id } = await book(url)
    const sent = `select status from mail_messages where booking_id = $1 and template_name = 'booking_received'`
    await expect.poll(() => query(sent, [id]), { timeout: 30_000 }).toEqual([{ status: 'not_sent' }])
  })
})

test('a stopping node turns unready at once, still serves, and exits with 0; the other continues', async () => {
  const url = await first.listening
  first.signal('SIGTERM')
  await first.says(/stopping: no new requests/)
  const ready = await ask(url, '/readyz')
  expect([ready.status, ready.json]).toEqual([503, { status: 'unavailable', reason: 'draining' }])
  const booked = await book(url)
  expect(await first.ended).toBe(0)
  const other = await second.listening
  expect((await read(other, booked)).status).toBe(200)
  const { id } = await book(other)
  expect(await query('select id from bookings where id = $1', [id])).toEqual([{ id }])
})

test('a stopping node exits with 0 even while its database is away', async () => {
  await line.cut()
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})
