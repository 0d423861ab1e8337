import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { writeHistory } from './history.server.ts'
import { exportBookings, listBookings } from './index.server.ts'
import { adminListInput } from './list-contract.ts'
import { listBookingStaff } from './queries/booking-staff.server.ts'
import { readNeighbours } from './queries/neighbours.server.ts'
import { sortColumns } from './sort-columns.ts'
import { neighboursInput } from './staff-contract.ts'
import { addService } from './testing/fixtures.ts'

let core: TestCore
interface Made {
  readonly id: string
  readonly reference: string
  readonly travel: string | null
  readonly at: Date
  readonly status: string
  readonly payment: string
  readonly staff: readonly string[]
}
const made: Made[] = []
const days = ['2026-12-01', null, '2026-12-31', '2027-01-15', '2027-03-01'] as const
const states = [
  ['pending', 'pending'],
  ['confirmed', 'completed'],
  ['cancelled', 'refunded'],
  ['pending', 'failed'],
  ['cancelled', 'completed'],
  ['completed', 'completed'],
] as const
const staff = ['asha', 'ben'] as const

beforeAll(async () => {
  core = await testCore()
  const services = [await addService(core, 'tour'), await addService(core, 'ticket')]
  for (let n = 0; n < 60; n++) {
    const service = services[n % 2]!
    const [status, payment] = states[n % states.length]!
    // Some share an instant. The first is the last second of 1 November in Dubai.
    const at = new Date(Date.UTC(2026, 10, 1 + Math.floor(n / 2), 19, 59, 59))
    const travel = days[n % days.length]!
    const id = `018f0000-0000-7000-8000-0000000000${10 + ((n * 7) % 60)}`
    const reference = `TH00000000${10 + n}`
    const paid = payment === 'completed' || payment === 'refunded' ? 100 : 0
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone, paid_minor,
        booking_status, payment_status, travel_date, created_at)
      values (${id}, ${reference}, ${service.id}, ${service.kind}, ${service.title}, ${n % 3 ? 'Asha Rao' : 'Ben Khan'},
        'guest@example.com', 1, ${n % 4 ? 'USD' : 'AED'}, '[]', ${100 + n}, ${100 + n}, ${100 + n}, 'Asia/Dubai', ${paid},
        ${status}, ${payment}, ${travel}, ${at})`.execute(core.db)
    const own = staff.filter((_, place) => n % (place + 3) === 0)
    await core.db.transaction().execute(async (trx) => {
      for (const who of own)
        for (const event of ['booking-created', 'booking-confirmed'] as const)
          await writeHistory(trx, id, { event, actor: { kind: 'admin', id: who, name: `${who} ${n}` } }, at)
      await writeHistory(trx, id, { event: 'booking-created', actor: { kind: 'customer', id: 'asha', name: null } }, at)
    })
    made.push({ id, reference, travel, at, status, payment, staff: own })
  }
})

type Input = Record<string, unknown>
const list = (input: Input) => listBookings(core, adminListInput.parse(input))
async function walk(input: Input): Promise<string[]> {
  const references: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...input, limit: 7, ...(cursor && { cursor }) })
    references.push(...page.items.map((row) => row.booking_reference))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return references
}
const wanted = (matches: (each: Made) => boolean) =>
  made
    .filter(matches)
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ reference }) => reference)
const travels =
  (from: string, to: string) =>
  ({ travel }: Made) =>
    travel !== null && travel >= from && travel <= to

const filters: readonly (readonly [Input, (each: Made) => boolean])[] = [
  [{ payment: 'completed' }, ({ payment }) => payment === 'completed'],
  [
    { status: 'cancelled', payment: 'completed' },
    ({ status, payment }) => status === 'cancelled' && payment === 'completed',
  ],
  [{ travel_from: '2026-12-31' }, travels('2026-12-31', '9')],
  [{ travel_to: '2026-12-31' }, travels('0', '2026-12-31')],
  [{ travel_from: '2026-12-02', travel_to: '2027-01-15' }, travels('2026-12-02', '2027-01-15')],
  [{ travel_from: '2027-02-01', travel_to: '2027-02-20' }, () => false],
  [{ travel_from: '2026-12-31', travel_to: '2026-12-01' }, () => false],
  // Midnight in Dubai is 20:00 UTC.
  [{ booked_from: '2026-11-05', booked_to: '2026-11-20' }, ({ at }) => at.getUTCDate() >= 5 && at.getUTCDate() <= 20],
  [{ booked_to: '2026-11-01' }, ({ at }) => at.getUTCDate() === 1],
  [{ staff: 'asha' }, ({ staff: own }) => own.includes('asha')],
  [{ staff: 'ben', booked_from: '2026-11-10' }, ({ staff: own, at }) => own.includes('ben') && at.getUTCDate() >= 10],
  [{ staff: 'nobody' }, () => false],
  [
    { staff: 'asha', travel_from: '2026-12-01', travel_to: '2026-12-31', payment: 'pending' },
    (each) => each.staff.includes('asha') && travels('2026-12-01', '2026-12-31')(each) && each.payment === 'pending',
  ],
  [
    { q: 'ben khan', travel_from: '2026-12-01', travel_to: '2026-12-31' },
    (each) => made.indexOf(each) % 3 === 0 && travels('2026-12-01', '2026-12-31')(each),
  ],
  [
    { q: 'ben khan', travel_to: '2027-01-15' },
    (each) => made.indexOf(each) % 3 === 0 && travels('0', '2027-01-15')(each),
  ],
  [
    { q: 'ben khan', travel_from: '2026-12-31', travel_to: '2027-03-10' },
    (each) => made.indexOf(each) % 3 === 0 && travels('2026-12-31', '2027-03-10')(each),
  ],
  [{ q: 'ben khan', travel_from: '2028-01-01' }, () => false],
]

describe('the filters of the list', () => {
  it.each(filters)('%j finds page by page what matches, newest first, and counts it', async (input, matches) => {
    const references = wanted(matches)
    expect(await walk(input)).toEqual(references)
    const { total, totalIsExact } = await list(input)
    expect([total, totalIsExact]).toEqual([references.length, true])
  })
  it.each(sortColumns.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'leave the order by %s %s as it is, on every page and from booking to booking',
    async (sort, direction) => {
      const all = (await list({ sort, direction, limit: 100 })).items.map((row) => row.booking_reference)
      for (const [filter, matches] of filters.filter((_, place) => place === 4 || place % 2 === 1)) {
        const input = { ...filter, sort, direction }
        const references = new Set(wanted(matches))
        const expected = all.filter((reference) => references.has(reference))
        expect(await walk(input), JSON.stringify(input)).toEqual(expected)
        expect(await neighboursOf(expected, input), JSON.stringify(input)).toEqual(expected)
      }
    },
  )
  it('apply to the export', async () => {
    let text = ''
    for await (const part of exportBookings(core, { staff: 'asha', travel_to: '2026-12-31' })) text += part
    const references = [...text.matchAll(/^(TH\d{10}),/gm)].map(([, reference]) => reference)
    expect(references).toEqual(wanted((each) => each.staff.includes('asha') && travels('0', '2026-12-31')(each)))
  })
  it.each([
    { travel_from: '2026-13-01' },
    { travel_to: '0001-01-01' },
    { booked_from: 'tomorrow' },
    { booked_to: '9999-12-31' },
    { payment: 'paid' },
  ])('refuse %j', (input) => {
    expect(adminListInput.safeParse(input).success).toBe(false)
  })
  it('cost no statement more, but for the time zone', async () => {
    const counter = countStatements(core.pool)
    const costOf = async (input: Input) => (await counter.during(() => list(input))).statements.length
    // The rates, the page and the total.
    const plain = 3
    for (const [filter] of filters.filter(([{ q }]) => q === undefined))
      expect(await costOf(filter), JSON.stringify(filter)).toBeLessThanOrEqual(plain + 1)
  })
})

/** Every second booking's next one, then the ends. */
async function neighboursOf(expected: readonly string[], input: Input): Promise<string[]> {
  const references = expected.slice(0, 1)
  for (const reference of expected.filter((_, place) => place % 2 === 0)) {
    const { previous, next } = await readNeighbours(core, neighboursInput.parse({ reference, ...input }))
    const at = expected.indexOf(reference)
    expect(previous?.booking_reference).toBe(expected[at - 1])
    references.push(...(at > 0 ? [reference] : []), ...(next ? [next.booking_reference] : []))
  }
  return references
}

describe('the staff of bookings', () => {
  it('are listed by name, with the newest name of each', async () => {
    expect(await listBookingStaff(core)).toEqual([
      { id: 'asha', name: 'asha 57' },
      { id: 'ben', name: 'ben 56' },
    ])
  })
})
