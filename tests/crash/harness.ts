import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '../../src/kernel/dates.ts'

/** What the server has said yes to; after any crash all of it must be there. */
export type Acknowledged = {
  bookings: { id: string; reference: string; key: string }[]
  payments: { bookingId: string; attemptId: string; method: string }[]
  proofs: { bookingId: string; sha256: string }[]
}
export type CrashPlan = { rounds: number; clients: number; seed: number; variant: 'real' | 'late-files' }
export type CrashRun = {
  acknowledged: Acknowledged
  keysUsed: string[]
  dataDir: string
  kills: number
  stop: () => Promise<void>
}

type Shop = { url: string; process: ChildProcess }

/** A repeatable source of chance in [0, 1). */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function start(dataDir: string, variant: CrashPlan['variant']): Promise<Shop> {
  const env = {
    // Not the test runner's own: it says BASE_URL too.
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    SEED: 'none',
    PAYMENTS_MODE: 'sandbox',
    CRASH_VARIANT: variant,
    DATABASE_URL: '',
  }
  const child = spawn(process.execPath, ['tests/crash/shop-process.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part) => {
      said += part
      const match = /ready (http:\/\/\S+)/.exec(said)
      if (match) resolve(match[1]!)
    })
    child.stderr.on('data', (part) => {
      said += part
    })
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code} at its start:\n${said}`)))
  })
  return { url, process: child }
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', done))

/** The database's own process, killed in every other round: then it recovers from its log as after a power cut. */
function killDatabase(dataDir: string): void {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It ended with the shop: that is the other kind of crash.
  }
}

/**
 * Starts the shop, lets clients book, pay and upload in parallel, kills it at moments that the seed chooses, starts it
 * again, and so on; a client repeats a request without an answer under the same key after the restart, as a browser does.
 */
export async function crashRepeatedly(plan: CrashPlan): Promise<CrashRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'safar-crash-'))
  const next = chance(plan.seed)
  const acknowledged: Acknowledged = { bookings: [], payments: [], proofs: [] }
  const keysUsed: string[] = []
  let shop = await start(dataDir, plan.variant)
  let isOver = false
  const now = { url: () => shop.url, isOver: () => isOver }
  const clients = Array.from({ length: plan.clients }, (_, n) => client(n, now, acknowledged, keysUsed))
  for (let round = 0; round < plan.rounds; round++) {
    // A round lasts until something was acknowledged in it, and then as long as chance says.
    const before = count(acknowledged)
    while (count(acknowledged) === before) await wait(5)
    await wait(50 + next() * 900)
    shop.process.kill('SIGKILL')
    if (round % 2 === 1) killDatabase(dataDir)
    await ended(shop.process)
    shop = await start(dataDir, plan.variant)
  }
  isOver = true
  await Promise.all(clients)
  return {
    acknowledged,
    keysUsed,
    dataDir,
    kills: plan.rounds,
    stop: async () => {
      shop.process.kill('SIGTERM')
      await ended(shop.process)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
const count = ({ bookings, payments, proofs }: Acknowledged): number =>
  bookings.length + payments.length + proofs.length

type Now = { url: () => string; isOver: () => boolean }

async function client(n: number, now: Now, acknowledged: Acknowledged, keysUsed: string[]): Promise<void> {
  for (let turn = 0; !now.isOver(); turn++) {
    const key = randomUUID()
    keysUsed.push(key)
    const booked = await post(now, '/api/bookings', bookingOf(n, turn), { 'idempotency-key': key }, n, turn)
    if (!booked) return
    const { booking, token } = booked as { booking: { id: string; booking_reference: string }; token: string }
    acknowledged.bookings.push({ id: booking.id, reference: booking.booking_reference, key })
    const method = turn % 3 === 2 ? 'cash_on_arrival' : 'bank_transfer'
    const paid = await post(
      now,
      '/api/payments',
      { bookingId: booking.id, token, paymentMethod: method },
      { 'idempotency-key': randomUUID() },
      n,
      turn,
    )
    if (!paid) return
    acknowledged.payments.push({ bookingId: booking.id, attemptId: String(paid.attemptId), method })
    if (method === 'bank_transfer') {
      const proof = proofOf(key)
      const kept = await post(
        now,
        `/api/bookings/${booking.id}/payment-proofs?token=${encodeURIComponent(token)}`,
        formOf(proof),
        {},
        n,
        turn,
      )
      if (!kept) return
      acknowledged.proofs.push({ bookingId: booking.id, sha256: createHash('sha256').update(proof).digest('hex') })
    }
  }
}

/** Posts until the server answers, over crashes; null when the run is over first. An answer that is no yes is a fault. */
async function post(
  now: Now,
  path: string,
  body: object | FormData,
  headers: Record<string, string>,
  n: number,
  turn: number,
): Promise<Record<string, unknown> | null> {
  for (;;) {
    try {
      const url = now.url()
      const isForm = body instanceof FormData
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        // Each purchase comes from an address of its own, so that no limit is met.
        headers: {
          ...headers,
          ...(!isForm && { 'content-type': 'application/json' }),
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.${n}.${turn >> 8}.${turn & 255}`,
        },
        body: isForm ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text) as Record<string, unknown>
      // While it starts or its database recovers it may say 503, and 500 when the database goes first.
      if (answer.status < 500) throw new Refused(`${path}: ${answer.status} ${text}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    if (now.isOver()) return null
    await wait(20)
  }
}
class Refused extends Error {}

const bookingOf = (n: number, turn: number) => ({
  service_type: 'tour',
  service_id: 'city-tour',
  travel_date: addDays(new Date().toISOString().slice(0, 10), 30 + (turn % 200)),
  travel_time: '10:00',
  adults_count: 1 + (turn % 4),
  children_count: 0,
  infants_count: 0,
  details: {},
  customer_name: `Client ${n} turn ${turn}`,
  customer_email: `client-${n}-${turn}@example.com`,
  customer_phone: '+919876543210',
  pickup_location: 'Hotel lobby',
})
const proofOf = (key: string): Buffer => Buffer.from(`%PDF-1.4\n% ${key}\n${'x'.repeat(20_000)}\nstartxref\n9\n%%EOF\n`)
function formOf(proof: Buffer): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(proof)], { type: 'application/pdf' }), 'proof.pdf')
  return form
}
