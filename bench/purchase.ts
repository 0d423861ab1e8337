import { addDays, dateIn } from '../src/kernel/dates.ts'
import type { Answer, Ask } from './insider.ts'

export type Send = (route: string, ask: Ask) => Promise<Pick<Answer, 'status' | 'json'>>
export type Item = {
  readonly id: string
  readonly slug: string
  readonly kind: string
  /** Departures on sale with places for many; guests spread over them. */
  readonly departures: readonly Start[]
}
type Start = { readonly date: string; readonly time: string | null }

export const sendTo =
  (shopUrl: string): Send =>
  async (route, { headers = {}, body }) => {
    const [method, path] = route.split(' ')
    const answer = await fetch(`${shopUrl}${path}`, {
      method: method ?? 'GET',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const read: unknown = await answer.json()
    return { status: answer.status, json: () => read }
  }

async function expectOk<T>(send: Send, route: string, ask: Ask): Promise<T> {
  const answer = await send(route, ask)
  if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.json())}`)
  return answer.json() as T
}

export async function findItem(shopUrl: string): Promise<Item> {
  const send = sendTo(shopUrl)
  const { items } = await expectOk<{ items: { id: string }[] }>(send, 'GET /api/services/tour?limit=1', {})
  const { service } = await expectOk<{ service: Omit<Item, 'departures'> }>(
    send,
    `GET /api/services/tour/${items[0]?.id}`,
    {},
  )
  const { id, slug, kind } = service
  return { id, slug, kind, departures: await departuresOnSale(send, service) }
}

type Calendar = {
  readonly days: readonly {
    readonly date: string
    readonly departures: readonly {
      readonly time: string | null
      readonly hours: { readonly from: string } | null
      readonly state: string
    }[]
  }[]
}
/** Of three months, as the calendar shows them. */
async function departuresOnSale(send: Send, { kind, id }: Pick<Item, 'kind' | 'id'>): Promise<Start[]> {
  const first = addDays(dateIn('Asia/Dubai', new Date()), 10)
  const departures: Start[] = []
  for (const days of [0, 31, 62]) {
    const [from, to] = [addDays(first, days), addDays(first, days + 30)]
    const route = `GET /api/services/${kind}/${id}/availability?from=${from}&to=${to}`
    for (const day of (await expectOk<Calendar>(send, route, {})).days)
      for (const { time, hours, state } of day.departures)
        if (state === 'open') departures.push({ date: day.date, time: time ?? hours?.from ?? null })
  }
  if (departures.length < 100) throw new Error(`Only ${departures.length} departures of ${kind} ${id} are on sale`)
  return departures
}

/** A different address for each guest, so that no rate limit applies. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

export type Booked = { readonly id: string; readonly reference: string; readonly email: string; readonly token: string }
const headersOf = (n: number) => ({ 'x-forwarded-for': addressOf(n) })

/** The n-th guest gets a quote and books. Two requests. */
export async function book(send: Send, item: Item, n: number): Promise<Booked> {
  const headers = headersOf(n)
  const email = `guest-${n}@example.com`
  const departure = item.departures[n % item.departures.length]
  if (!departure) throw new Error('The item has no departure on sale')
  const choice = {
    service_type: item.kind,
    service_id: item.id,
    travel_date: departure.date,
    travel_time: departure.time,
    adults_count: 2,
  }
  const { price } = await expectOk<{ price: { final: unknown } }>(send, 'POST /api/quotes', { headers, body: choice })
  const { booking, token } = await expectOk<{ booking: { id: string; booking_reference: string }; token: string }>(
    send,
    'POST /api/bookings',
    {
      headers: { ...headers, 'idempotency-key': `bench-booking-${n}` },
      body: {
        ...choice,
        customer_name: `Guest ${n % 1000}`,
        customer_email: email,
        customer_phone: `+97150${String(1_000_000 + n).padStart(7, '0')}`,
        pickup_location: 'Rove Downtown Dubai',
        expected_amount: price.final,
      },
    },
  )
  return { id: booking.id, reference: booking.booking_reference, email, token }
}

/** The n-th guest chooses a payment method. Returns the raw response. */
export const pay = (send: Send, { id, token }: Booked, paymentMethod: string, n: number) =>
  send('POST /api/payments', {
    headers: { ...headersOf(n), 'idempotency-key': `bench-payment-${n}` },
    body: { bookingId: id, token, paymentMethod },
  })

/** The n-th guest: quote, booking, payment on arrival, payment page, tracking. Five requests in succession. */
export async function buy(send: Send, item: Item, n: number): Promise<void> {
  const headers = headersOf(n)
  const booked = await book(send, item, n)
  const { id, reference, email, token } = booked
  const paid = await pay(send, booked, 'cash_on_arrival', n)
  if (paid.status >= 300) throw new Error(`Paying: ${paid.status} ${JSON.stringify(paid.json())}`)
  await expectOk(send, `GET /api/bookings/${id}/payment?token=${encodeURIComponent(token)}`, { headers })
  await expectOk(send, 'POST /api/tracking-lookups', { headers, body: { reference, email } })
}
