import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { type Answer, ask, asSomebody, type Booked, book, read } from '../process/visitors.ts'

// Scheduled tasks run once a minute, and starting takes many seconds on a busy machine.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

const ADMIN_PASSWORD = 'a-long-admin-password'
const dayMs = 86_400_000
const DATA_DIR = dataFolder()
const CLOCK_FILE = path.join(DATA_DIR, 'clock')

/** Mails that the server took, as text. While `isAway` it takes none. */
const taken: string[] = []
let isAway = false
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) => done(isAway ? new Error('come back later') : null),
  onData: (stream, _session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      taken.push(Buffer.concat(parts).toString('utf8'))
      done()
    })
  },
})
// A shop that is killed resets its connection.
smtp.on('error', () => {})

let shop: ShopProcess
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  writeFileSync(CLOCK_FILE, '0')
  const port = await freePort()
  const env = {
    ...{ DATA_DIR, CLOCK_FILE, ADMIN_PASSWORD },
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_MODE: 'sandbox',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?tls=none`,
  }
  shop = startShop(env, ['./tests/process/shifted-clock.ts'])
  url = await shop.listening
})
afterAll(async () => {
  await endAll()
  await new Promise<void>((done) => smtp.close(() => done()))
})

/** The sandbox card calls the shop by its address, so the port must be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Shifts the shop's clock, to ten seconds before the end of a minute, when scheduled tasks are due. */
async function jumpTo(days: number): Promise<void> {
  const shift = days * dayMs + 50_000 - (Date.now() % 60_000)
  writeFileSync(CLOCK_FILE, String(shift))
  shop.signal('SIGWINCH')
  await shop.says(new RegExp(`The clock is shifted by ${shift} ms`))
}

const statuses: number[] = []
const call = async (...args: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...args)
  statuses.push(answer.status)
  return answer
}
async function signIn(): Promise<{ cookie: string }> {
  const answer = await call(url, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: ADMIN_PASSWORD })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie: cookie.join('; ') }
}
const mayWork = async (headers: { cookie: string }) =>
  (await call(url, '/api/admin/dashboard', undefined, headers)).status

const stateOf = async (booked: Booked) => {
  const { status, json } = await read(url, booked)
  return [status, json.booking_status, json.payment_status]
}
const choose = ({ id, token }: Booked, paymentMethod: string) =>
  call(url, '/api/payments', { bookingId: id, token, paymentMethod })

/** Pays by card, and waits until the webhook has arrived. */
async function pay(booked: Booked): Promise<void> {
  const started = await choose(booked, 'sandbox_card')
  expect(started.status, JSON.stringify(started.json)).toBe(200)
  const { pathname } = new URL(String(started.json.checkoutUrl))
  const acted = await fetch(`${url}${pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    headers: asSomebody(),
    redirect: 'manual',
  })
  expect(acted.status).toBe(303)
  await expect.poll(() => stateOf(booked), { timeout: 30_000 }).toEqual([200, expect.any(String), 'completed'])
  const page = await call(url, `/api/bookings/${booked.id}/payment?token=${encodeURIComponent(booked.token)}`)
  expect(page.json.attempt).toMatchObject({ provider: 'sandbox_card', state: 'succeeded' })
}
const mailsAbout = ({ reference }: Booked) => taken.filter((mail) => mail.includes(reference)).length

/** A mail whose first try fails is retried, a minute later. */
async function expectRetriedMail(): Promise<void> {
  isAway = true
  const booked = await book(url)
  const failures = () => shop.output().match(/mail not sent, retry later/g)?.length ?? 0
  const before = failures()
  await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(before)
  isAway = false
  await expect.poll(() => mailsAbout(booked), { timeout: 100_000, interval: 500 }).toBeGreaterThan(0)
}

async function expectOpen(): Promise<void> {
  for (const address of ['/healthz', '/readyz', '/api/services/tour', '/api/settings']) {
    const { status, json } = await call(url, address)
    expect([address, status, status === 200 ? '' : JSON.stringify(json)]).toEqual([address, 200, ''])
  }
}
const cancelled = [200, 'cancelled', expect.any(String)]
const untilSwept = { timeout: 100_000, interval: 500 }

test('a shop whose clock jumps a day forward, and then a day before its start, keeps working', async () => {
  const admin = await signIn()
  const saved = await fetch(`${url}/api/admin/settings`, {
    method: 'PUT',
    body: JSON.stringify({ settings: { booking_expiry_hours: 12 } }),
    headers: { ...asSomebody(), ...admin, 'content-type': 'application/json' },
  })
  expect(saved.status).toBe(200)
  const unpaid = await book(url)
  const paid = await book(url)
  await pay(paid)

  await jumpTo(1)
  await expectOpen()
  // Its time to pay is over, also before the scheduled task has cancelled it.
  expect((await choose(unpaid, 'sandbox_card')).status).toBe(409)
  await expect.poll(() => stateOf(unpaid), untilSwept).toEqual(cancelled)
  expect(await stateOf(paid)).toEqual([200, expect.any(String), 'completed'])
  const laterAdmin = await signIn()
  expect(await mayWork(laterAdmin)).toBe(200)
  const made = await book(url)
  await pay(made)
  // Begun in the future, and paid by another method in the past.
  const begun = await book(url)
  expect((await choose(begun, 'cash_on_arrival')).status).toBe(200)
  await expectRetriedMail()

  await jumpTo(-1)
  await expectOpen()
  expect([await mayWork(admin), await mayWork(laterAdmin), await mayWork(await signIn())]).toEqual([200, 200, 200])
  expect(await stateOf(unpaid)).toEqual(cancelled)
  for (const each of [paid, made]) expect(await stateOf(each)).toEqual([200, expect.any(String), 'completed'])
  await pay(begun)
  await pay(await book(url))
  const early = await book(url)
  await expectRetriedMail()
  expect(await stateOf(early)).toEqual([200, 'pending', 'pending'])

  // The worker, which started again when the clock was set back, cancels what has expired by the right time.
  await jumpTo(0)
  await expect.poll(() => stateOf(early), untilSwept).toEqual(cancelled)
  expect(await mayWork(await signIn())).toBe(200)

  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(shop.output().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})
