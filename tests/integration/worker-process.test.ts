import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type MailSink, startMailSink } from '../process/mail-sink.ts'
import { dataFolder, endAll, type ShopProcess, startShop, startWorker } from '../process/shop.ts'
import { type Booked, book } from '../process/visitors.ts'
import { inDatabase, inside } from '../support/postgres.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 })

/** Jobs that one worker runs at the same time. */
const concurrency = 4
const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`
const query = (text: string, values: unknown[] = []) =>
  inDatabase(connection, database, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

let mail: MailSink
let env: Record<string, string>
let web: ShopProcess
beforeAll(async () => {
  await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
  // A kill shall come between the delivery and its answer.
  mail = await startMailSink({ answersAfter: 100 })
  env = {
    DATABASE_URL: urlOf(database),
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
    SMTP_URL: mail.url,
  }
  web = startShop({ ...env, WORKER: 'off' })
  await web.listening
})
afterAll(async () => {
  await endAll()
  await mail?.end()
  await inDatabase(connection, undefined, (client) => client.query(`drop database if exists ${database} with (force)`))
})

function urlOf(name: string): string {
  const target = inside(connection, name)
  if (target.connectionString) return target.connectionString
  const login = [target.user ?? 'postgres', target.password]
    .filter(Boolean)
    .map((part) => encodeURIComponent(String(part)))
  const host = target.host ?? 'localhost'
  return host.startsWith('/')
    ? `postgres://${login.join(':')}@/${name}?host=${encodeURIComponent(host)}&port=${target.port ?? 5432}`
    : `postgres://${login.join(':')}@${host}:${target.port ?? 5432}/${name}`
}

async function bookMany(amount: number): Promise<Booked[]> {
  const url = await web.listening
  const booked: Booked[] = []
  while (booked.length < amount) booked.push(...(await Promise.all(Array.from({ length: 5 }, () => book(url)))))
  return booked
}
/** How many of these bookings have their mail sent, in the words of the database. */
const sentFor = async (booked: readonly Booked[]): Promise<number> => {
  const rows = await query(
    `select booking_id from mail_messages where booking_id = any ($1::uuid[]) and template_name = 'booking_received'
     and status = 'sent'`,
    [booked.map(({ id }) => id)],
  )
  return rows.length
}
/** How often each mail was delivered. */
const deliveries = (): number[] => [...Map.groupBy(mail.ids, (id) => id).values()].map(({ length }) => length)
const twice = (): number => deliveries().filter((times) => times > 1).length

test('a web process without a worker takes bookings; workers deliver each event once, also after kill -9', async () => {
  const early = await bookMany(30)
  expect([mail.ids.length, await sentFor(early)]).toEqual([0, 0])

  const killed = startWorker(env)
  await expect.poll(() => deliveries().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(5)
  killed.signal('SIGKILL')
  await killed.ended
  expect(await sentFor(early)).toBeLessThan(30)

  const workers = [startWorker(env), startWorker(env)]
  await expect.poll(() => sentFor(early), { timeout: 90_000 }).toBe(30)
  // Delivery is at least once: only mails that were on their way at the kill may arrive twice.
  expect(twice()).toBeLessThanOrEqual(concurrency)
  const before = twice()

  const late = await bookMany(30)
  await expect.poll(() => sentFor(late), { timeout: 90_000 }).toBe(30)
  expect(twice()).toBe(before)
  expect(Math.max(...deliveries())).toBeLessThanOrEqual(2)
  expect(await query(`select from mail_messages group by booking_id, template_name having count(*) > 1`)).toEqual([])
  await expect
    .poll(() => query('select from graphile_worker.jobs where run_at <= now()'), { timeout: 30_000 })
    .toEqual([])
  expect(await query('select subscriber from event_reactions where done_at is null')).toEqual([])

  for (const worker of workers) worker.signal('SIGTERM')
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0])
})
