import type pg from 'pg'
import { encodeCursor } from '../src/kernel/cursor.ts'
import { addDays } from '../src/kernel/dates.ts'
import { type Figure, median, quantile } from './figures.ts'
import { timesOf } from './load.ts'

const list = (query: Record<string, string>) => `/api/admin/bookings?${new URLSearchParams({ limit: '20', ...query })}`

type SignIn = { readonly email: string; readonly password: string }

export async function signInAsAdmin(shopUrl: string, account: SignIn): Promise<string> {
  const answer = await fetch(`${shopUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  if (!answer.ok || cookies.length === 0) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`)
  return cookies.join('; ')
}

/** Typical queries of the booking list: words of a booking in the middle, and a page at nine tenths. */
export async function questionsOf(pool: pg.Pool): Promise<readonly (readonly [name: string, path: string])[]> {
  const at = async (share: number) => {
    const { rows } = await pool.query(
      `select created_at::text, coalesce(travel_date, created_at::date)::text as travel_date, id, (final_minor / 100)::text as final_amount, booking_reference, customer_email, customer_name, service_title from bookings
       order by created_at desc, id desc offset (select floor(count(*) * $1::numeric)::int8 from bookings) limit 1`,
      [share],
    )
    return rows[0] as Record<
      'created_at' | 'travel_date' | 'id' | 'final_amount' | (typeof searched)[number][1],
      string
    >
  }
  const middle = await at(0.5)
  const deep = await at(0.9)
  await addStaff(pool)
  return [
    ['first page', list({})],
    ['nine tenths down', list({ cursor: encodeCursor([deep.created_at, deep.id]) })],
    ['dearest first', list({ sort: 'final_amount' })],
    [
      'by amount, from the middle',
      list({ sort: 'final_amount', cursor: encodeCursor([middle.final_amount, middle.id]) }),
    ],
    ...searched.map(([name, column]) => [`search by ${name}`, list({ q: middle[column] })] as const),
    ['search by two letters', list({ q: middle.customer_name.slice(0, 2) })],
    ...filterQuestions(deep),
    ...workQuestions(deep),
    ['dashboard', '/api/admin/dashboard'],
    ['charts', '/api/admin/trends'],
  ]
}
/** Filters whose matches lie far from the newest bookings. */
function filterQuestions(deep: Readonly<Record<'travel_date' | 'created_at' | 'customer_name', string>>) {
  const travelled = monthOf(deep.travel_date)
  const booked = monthOf(deep.created_at)
  const [firstName = ''] = deep.customer_name.split(' ')
  return [
    ['travel in a far month', list({ travel_from: travelled.from, travel_to: travelled.to })],
    ['travel until a far month', list({ travel_to: travelled.to })],
    [
      'travel in a far month, confirmed, by status',
      list({ travel_from: travelled.from, travel_to: travelled.to, status: 'confirmed', sort: 'booking_status' }),
    ],
    ['a frequent name, travel until a far month', list({ q: firstName, travel_to: travelled.to })],
    ['booked in a far month', list({ booked_from: booked.from, booked_to: booked.to })],
    ['cancelled but paid', list({ status: 'cancelled', payment: 'completed' })],
    ['failed payments', list({ payment: 'failed' })],
    ['of one staff member, all long ago', list({ staff: benchStaff })],
  ] as const
}

/** What the dashboard's numbers open, and what a bulk action starts with. */
function workQuestions(deep: { readonly created_at: string }) {
  const booked = monthOf(deep.created_at)
  const chosen = new URLSearchParams({ booked_from: booked.from, booked_to: addDays(booked.from, 2) })
  const year = new URLSearchParams({ from: addDays(booked.to, -365), to: booked.to })
  return [
    ['with a balance', list({ open: 'balance' })],
    ['every booking of three far days chosen', `/api/admin/booking-selection?${chosen}`],
    ['figures of a far year', `/api/admin/period-figures?${year}`],
    ['audit trail', '/api/admin/audit'],
    ['customers', '/api/admin/customers'],
  ] as const
}

const monthOf = (day: string) => {
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(from, 27) }
}

const benchStaff = 'bench-staff'
/** The worlds are sold by customers alone. */
const addStaff = (pool: pg.Pool) =>
  pool.query(
    `insert into staff_bookings select $1, created_at, id from (
       select created_at, id, row_number() over (order by created_at) as place from bookings) each
     where place % 10 = 0 and place <= (select count(*) from bookings) / 4 on conflict do nothing`,
    [benchStaff],
  )

const searched = [
  ['reference', 'booking_reference'],
  ['email', 'customer_email'],
  ['name', 'customer_name'],
  ['title', 'service_title'],
] as const

const limitName = 'select 1, and a constant over HTTP'

/**
 * Times of each query for one user, compared with a round trip to the shop and to its database; p95 with twenty users.
 */
export async function measureBackOffice(
  shopUrl: string,
  cookie: string,
  { pool, constantUrl }: { pool: pg.Pool; constantUrl: string },
  world: string,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of await questionsOf(pool)) {
    const hop = async () => (await fetch(`${constantUrl}/1000`)).arrayBuffer()
    const ask = async (): Promise<void> => {
      const answer = await fetch(`${shopUrl}${path}`, { headers: { cookie } })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    }
    await timesOf(5, 1, ask)
    const way = median(await timesOf(100, 1, () => pool.query('select 1')))
    const limit = way + median(await timesOf(100, 1, hop))
    const value = median(await timesOf(30, 1, ask))
    const p95 = quantile(await timesOf(120, 20, ask), 0.95)
    figures.push({
      name: `back office, ${world}: ${name}`,
      unit: 'ms',
      value,
      limitName,
      limit,
      ratio: value / limit,
      p95,
    })
  }
  return figures
}
