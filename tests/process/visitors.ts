import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { addDays } from '../../src/kernel/dates.ts'

export type Booked = { id: string; reference: string; token: string }
export type Answer = { status: number; headers: Headers; json: Record<string, unknown> }

let visitors = 0
/** A different address each time, as through a proxy, so that no rate limit applies. */
export const asSomebody = (): Record<string, string> => {
  const n = ++visitors
  return { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 'sec-fetch-site': 'same-origin' }
}
const bookingRequest = () => ({
  service_type: 'tour',
  service_id: 'city-tour',
  travel_date: addDays(new Date().toISOString().slice(0, 10), 60),
  travel_time: '10:00',
  adults_count: 2,
  customer_name: 'Asha Rao',
  customer_email: `visitor-${++visitors}@example.com`,
  customer_phone: '+919876543210',
})

export async function ask(url: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...asSomebody(), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(20_000),
  })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : { text } }
}

export async function book(url: string): Promise<Booked> {
  const answer = await ask(url, '/api/bookings', bookingRequest(), { 'idempotency-key': randomUUID() })
  if (answer.status !== 200) throw Object.assign(new Error(`booking: ${answer.status}`), { answer })
  const { booking, token } = answer.json as { booking: { id: string; booking_reference: string }; token: string }
  return { id: booking.id, reference: booking.booking_reference, token }
}

export const read = (url: string, { id, token }: Booked): Promise<Answer> =>
  ask(url, `/api/bookings/${id}?token=${encodeURIComponent(token)}`)

/** Chooses cash on arrival. Returns the id of the payment attempt. */
export async function pay(url: string, { id, token }: Booked): Promise<string> {
  const choice = { bookingId: id, token, paymentMethod: 'cash_on_arrival' }
  const answer = await ask(url, '/api/payments', choice, { 'idempotency-key': randomUUID() })
  if (answer.status !== 200) throw Object.assign(new Error(`payment: ${answer.status}`), { answer })
  return String(answer.json.attemptId)
}

/** Uploads a small PDF as proof of payment. Returns the status. */
export async function sendProof(url: string, { id, token }: Booked): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([`%PDF-1.4\n${id}\nstartxref\n9\n%%EOF\n`], { type: 'application/pdf' }), 'proof.pdf')
  const answer = await fetch(`${url}/api/bookings/${id}/payment-proofs?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: asSomebody(),
    body: form,
  })
  return answer.status
}

export type Load = {
  readonly acknowledged: Booked[]
  readonly refused: number[]
  /** Resolves at the n-th success. */
  readonly reached: (n: number) => Promise<void>
  /** Resolves when all visitors have stopped because the shop is gone. */
  readonly over: Promise<void>
}
/** Starts `clients` visitors who book continuously until the shop stops answering. */
export function bookAllTheTime(url: string, clients: number): Load {
  const acknowledged: Booked[] = []
  const refused: number[] = []
  const waiting = new Set<() => void>()
  const visit = async (): Promise<void> => {
    for (;;) {
      try {
        acknowledged.push(await book(url))
        for (const look of [...waiting]) look()
      } catch (error) {
        const { answer } = error as { answer?: Answer }
        if (!answer) return
        refused.push(answer.status)
        if (answer.status === 503) return
      }
    }
  }
  const over = Promise.all(Array.from({ length: clients }, visit)).then(() => {})
  const reached = (n: number) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (acknowledged.length >= n) resolve()
      }
      waiting.add(look)
      look()
    })
  return { acknowledged, refused, reached, over }
}

export type Line = {
  readonly socket: Socket
  readonly hears: (words: RegExp) => Promise<string>
  readonly closed: Promise<string>
}
export function open(url: string, head: string): Line {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  const listeners = new Set<() => void>()
  socket.on('data', (part) => {
    text += part.toString('latin1')
    for (const look of [...listeners]) look()
  })
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  socket.write(head)
  const hears = (words: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = (): void => {
        if (words.test(text)) resolve(text)
      }
      listeners.add(look)
      look()
      void closed.then(() => reject(new Error(`The connection ended without ${words}: ${text}`)))
    })
  return { socket, hears, closed }
}
