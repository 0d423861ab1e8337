import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '../../src/kernel/dates.ts'

/** What the server has acknowledged; all of it must survive any crash. */
export type Acknowledged = {
  bookings: { id: string; reference: string; key: string }[]
  payments: { bookingId: string; attemptId: string; method: string }[]
  proofs: { bookingId: string; sha256: string }[]
  /** The last day to which a booking was moved. */
  moves: { bookingId: string; day: string }[]
}
/** A data folder on which clients were served. */
export type Crashed = { acknowledged: Acknowledged; keysUsed: readonly string[]; dataDir: string }
export const countOf = ({ bookings, payments, proofs, moves }: Acknowledged): number =>
  bookings.length + payments.length + proofs.length + moves.length

export const steps = ['booking', 'payment', 'proof', 'move'] as const
export type Step = (typeof steps)[number]

export type Clients = {
  readonly acknowledged: Acknowledged
  readonly keysUsed: readonly string[]
  /** How many requests of each step wait for their answer now. */
  readonly inFlight: () => Record<Step, number>
  /** Lets the clients end their last request. */
  readonly end: () => Promise<void>
}

type World = { url: () => string; isOver: boolean; flying: Set<{ step: Step }>; acknowledged: Acknowledged }

/**
 * Starts clients who book, pay, move and upload continuously. After a restart they repeat unanswered requests under the same
 * key, like a browser.
 */
export function startClients(amount: number, url: () => string): Clients {
  const acknowledged: Acknowledged = { bookings: [], payments: [], proofs: [], moves: [] }
  const keysUsed: string[] = []
  const world: World = { url, isOver: false, flying: new Set(), acknowledged }
  const running = Array.from({ length: amount }, (_, n) => client(n, world, keysUsed))
  return {
    acknowledged,
    keysUsed,
    inFlight: () => {
      const now = [...world.flying].map(({ step }) => step)
      return {
        booking: now.filter((step) => step === 'booking').length,
        payment: now.filter((step) => step === 'payment').length,
        proof: now.filter((step) => step === 'proof').length,
        move: now.filter((step) => step === 'move').length,
      }
    },
    end: async () => {
      world.isOver = true
      await Promise.all(running)
    },
  }
}

async function client(n: number, world: World, keysUsed: string[]): Promise<void> {
  const { acknowledged } = world
  for (let turn = 0; !world.isOver; turn++) {
    const key = randomUUID()
    keysUsed.push(key)
    // Each purchase has its own address, so that no rate limit applies.
    const address = `10.${n}.${turn >> 8}.${turn & 255}`
    const send = (step: Step, path: string, body: object, headers = {}) =>
      post(world, { step, path, body, headers: { ...headers, 'x-forwarded-for': address } })
    const booked = await send('booking', '/api/bookings', bookingOf(n, turn), { 'idempotency-key': key })
    if (!booked) return
    const { booking, token } = booked as { booking: { id: string; booking_reference: string }; token: string }
    acknowledged.bookings.push({ id: booking.id, reference: booking.booking_reference, key })
    // A third of the clients begin with a move, so that there are some even on a slow machine.
    const method = (n + turn) % 3 === 2 ? 'cash_on_arrival' : 'bank_transfer'
    const choice = { bookingId: booking.id, token, paymentMethod: method }
    const paid = await send('payment', '/api/payments', choice, { 'idempotency-key': randomUUID() })
    if (!paid) return
    acknowledged.payments.push({ bookingId: booking.id, attemptId: String(paid.attemptId), method })
    if (method === 'cash_on_arrival') {
      const day = addDays(bookingOf(n, turn).travel_date, 1)
      const to = { token, travel_date: day, travel_time: '10:00' }
      const moving = { 'idempotency-key': randomUUID() }
      if (!(await send('move', `/api/bookings/${booking.id}/moves`, to, moving))) return
      acknowledged.moves.push({ bookingId: booking.id, day })
    }
    if (method === 'bank_transfer') {
      const proof = proofOf(key)
      const path = `/api/bookings/${booking.id}/payment-proofs?token=${encodeURIComponent(token)}`
      if (!(await send('proof', path, formOf(proof)))) return
      acknowledged.proofs.push({ bookingId: booking.id, sha256: createHash('sha256').update(proof).digest('hex') })
    }
  }
}

type Request = { step: Step; path: string; body: object; headers: Record<string, string> }

/** Posts until the server answers, across crashes; null when the run ends first. A refusal is a fault. */
async function post(world: World, request: Request): Promise<Record<string, unknown> | null> {
  for (;;) {
    world.flying.add(request)
    try {
      const answer = await postOnce(world.url(), request)
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text) as Record<string, unknown>
      // During start and recovery a 503 is fine, and a 500 when the database dies first.
      if (answer.status < 500) throw new Refused(`${request.path}: ${answer.status} ${text}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    } finally {
      world.flying.delete(request)
    }
    if (world.isOver) return null
    await wait(20)
  }
}
class Refused extends Error {}

function postOnce(url: string, { path, body, headers }: Request): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      ...(!isForm && { 'content-type': 'application/json' }),
      'sec-fetch-site': 'same-origin',
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
}

const bookingOf = (n: number, turn: number) => ({
  service_type: 'tour',
  service_id: 'city-tour',
  travel_date: addDays(new Date().toISOString().slice(0, 10), 30 + (turn % 200)),
  travel_time: '10:00',
  adults_count: 1 + (turn % 4),
  children_count: 0,
  infants_count: 0,
  details: {},
  customer_name: `Client ${n} turn ${turn % 1000}`,
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
