import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { ask, type Booked, book, read } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })
afterAll(endAll)

const DATA_DIR = dataFolder()
const pidFile = path.join(DATA_DIR, 'postgres', 'postmaster.pid')
const serverPid = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const sentMail = async (booked: Booked): Promise<number> => {
  const [, , , port, host] = readFileSync(pidFile, 'utf8').split('\n')
  const client = new pg.Client({ host: host ?? '', port: Number(port), user: 'postgres', database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(
    `select from mail_messages where booking_id = $1 and template_name = 'booking_received' and status = 'not_sent'`,
    [booked.id],
  )
  await client.end()
  return rows.length
}

test('a shop whose database is killed with kill -9 answers 503, loses nothing and continues by itself', async () => {
  const shop = startShop({ DATA_DIR })
  const url = await shop.listening
  const kept: Booked[] = []
  const others: number[] = []
  let isOver = false
  const visit = async (): Promise<void> => {
    while (!isOver) {
      await book(url).then(
        (booked) => kept.push(booked),
        ({ answer }: { answer?: Awaited<ReturnType<typeof ask>> }) =>
          others.push(answer?.headers.get('retry-after') ? answer.status : 0),
      )
    }
  }
  const visits = Promise.all([visit(), visit(), visit()])
  for (let round = 0; round < 2; round++) {
    const before = kept.length
    await expect.poll(() => kept.length > before + 5, { timeout: 30_000 }).toBe(true)
    const refused = others.length
    process.kill(serverPid(), 'SIGKILL')
    await expect.poll(() => others.length > refused, { timeout: 30_000 }).toBe(true)
    expect((await ask(url, '/healthz')).status).toBe(200)
    await expect.poll(async () => (await ask(url, '/readyz')).status, { timeout: 30_000 }).toBe(200)
  }
  const last = await book(url)
  isOver = true
  await visits
  expect(new Set(others)).toEqual(new Set([503]))
  const answers = await Promise.all(kept.map((booked) => read(url, booked)))
  expect(answers.map(({ status, json }) => [status, json.booking_reference])).toEqual(
    kept.map(({ reference }) => [200, reference]),
  )
  // Jobs came back, too.
  await expect.poll(() => sentMail(last), { timeout: 60_000 }).toBe(1)
  expect(shop.output()).toContain('The database has ended and is started again (1 of 5 within a minute)')
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('a shop whose database keeps ending gives up with a message and exit code 1', async () => {
  const shop = startShop({ DATA_DIR })
  await shop.listening
  let killed = 0
  const killing = setInterval(() => {
    try {
      const pid = serverPid()
      if (pid !== killed) process.kill(pid, 'SIGKILL')
      killed = pid
    } catch {
      // Not started yet.
    }
  }, 50)
  expect(await shop.ended).toBe(1)
  clearInterval(killing)
  expect(shop.output()).toContain('the database keeps ending: giving up')
  expect(shop.output()).toContain('The database ended 6 times within a minute, so the shop gives up.')
})
