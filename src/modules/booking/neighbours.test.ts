import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { listBookings } from './index.server.ts'
import { adminListInput } from './list-contract.ts'
import { readNeighbours } from './queries/neighbours.server.ts'
import { sortColumns } from './sort-columns.ts'
import { neighboursInput } from './staff-contract.ts'
import { addService } from './testing/fixtures.ts'

let core: TestCore
const people = ['Asha Rao', 'Ben Khan', 'asha rao', 'Zoë Brown']
const money = [
  ['USD', 10_000],
  ['AED', 36_700],
  ['JPY', 900],
  ['INR', 1],
] as const

beforeAll(async () => {
  core = await testCore()
  const tour = await addService(core, 'tour', {}, { title: 'Desert Safari' })
  const ticket = await addService(core, 'ticket', {}, { title: 'burj ticket' })
  for (let n = 0; n < 24; n++) {
    const { id, kind, title } = n % 3 ? tour : ticket
    const [currency, minor] = money[n % money.length]!
    const at = new Date(Date.UTC(2026, 10, 1, 0, 0, Math.floor(n / 3)))
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone,
        booking_status, travel_date, created_at)
      values (${`018f0000-0000-7000-8000-0000000000${10 + ((n * 7) % 24)}`}, ${`TH00000000${10 + n}`}, ${id}, ${kind},
        ${title}, ${people[n % people.length]}, 'asha@example.com', 1, ${currency}, '[]', ${minor}, ${minor}, ${minor},
        'Asia/Dubai', ${n % 4 ? 'pending' : 'confirmed'}, ${n % 5 ? '2026-12-01' : null}, ${at})`.execute(core.db)
  }
})

type Input = Record<string, unknown>
const referencesOf = async (input: Input) =>
  (await listBookings(core, adminListInput.parse({ ...input, limit: 100 }))).items.map((row) => row.booking_reference)
const neighboursOf = (reference: string, input: Input = {}) =>
  readNeighbours(core, neighboursInput.parse({ reference, ...input }))
/** The whole list, one neighbour after the other. */
async function walk(from: string, way: 'next' | 'previous', input: Input): Promise<string[]> {
  const references = [from]
  for (let at = from; references.length < 100; references.push(at)) {
    const { [way]: row } = await neighboursOf(at, input)
    if (!row) return references
    at = row.booking_reference
  }
  return references
}

describe('the neighbours of a booking', () => {
  it.each(sortColumns.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'follow the list sorted by %s %s, both ways',
    async (sort, direction) => {
      const input = { sort, direction }
      const list = await referencesOf(input)
      expect(list).toHaveLength(24)
      expect(await walk(list[0]!, 'next', input)).toEqual(list)
      expect(await walk(list.at(-1)!, 'previous', input)).toEqual(list.toReversed())
    },
  )
  it.each([{ status: 'confirmed' }, { type: 'ticket' }, { q: 'ben' }, { q: 'safari', status: 'pending' }])(
    'follow the list filtered by %j',
    async (input) => {
      const list = await referencesOf(input)
      expect(list.length).toBeGreaterThan(4)
      expect(list.length).toBeLessThan(24)
      expect(await walk(list[0]!, 'next', input)).toEqual(list)
    },
  )
  it('are those around its place when it no longer matches the filter', async () => {
    const list = await referencesOf({ status: 'confirmed' })
    const all = await referencesOf({})
    const gone = all[all.indexOf(list[1]!) + 1]!
    expect(list).not.toContain(gone)
    const { previous, next } = await neighboursOf(gone, { status: 'confirmed' })
    expect([previous?.booking_reference, next?.booking_reference]).toEqual([list[1], list[2]])
  })
  it('are none for an unknown reference', async () => {
    expect(await neighboursOf('TH9999999999')).toEqual({ previous: null, next: null })
  })
  it('take one statement, and one for the rates when sorted by amount', async () => {
    const counter = countStatements(core.pool)
    for (const sort of sortColumns)
      expect((await counter.during(() => neighboursOf('TH0000000020', { sort }))).statements, sort).toHaveLength(
        sort === 'final_amount' ? 2 : 1,
      )
  })
})
