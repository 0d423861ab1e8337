import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { listBookings } from './index.server.ts'
import { adminListInput } from './list-contract.ts'
import { addService } from './testing/fixtures.ts'

let core: TestCore
// AED 367 is USD 100, the amount of several bookings; the yen has no rate.
const amounts = [
  ...Array.from({ length: 9 }, (_, n) => [n % 2 ? 'AED' : 'USD', n % 2 ? 36_700 : 10_000] as const),
  ['USD', 9_999],
  ['USD', 10_001],
  ['AED', 36_699],
  ['AED', 36_701],
  ['INR', 860_000],
  ['INR', 1],
  ['JPY', 900],
  ['JPY', 7],
  ['JPY', 7],
  ['EUR', 0],
  ['USD', 0],
  ['AED', 1_000_000_000_000],
] as const

beforeAll(async () => {
  core = await testCore()
  const { id, kind, title } = await addService(core, 'tour')
  for (const [n, [currency, minor]] of amounts.entries())
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone)
      values (${`018f0000-0000-7000-8000-0000000000${10 + ((n * 8) % amounts.length)}`}, ${`TH00000000${10 + n}`}, ${id},
        ${kind}, ${title}, 'Asha Rao', 'asha@example.com', 1, ${currency}, '[]', ${minor}, ${minor}, ${minor},
        'Asia/Dubai')`.execute(core.db)
})

/** All pages. */
async function walk(direction: 'asc' | 'desc', limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = { sort: 'final_amount', direction, limit, ...(cursor && { cursor }) }
    const { items, nextCursor } = await listBookings(core, adminListInput.parse(input))
    ids.push(...items.map(({ id }) => id))
    cursor = nextCursor
  }
  return ids
}

it.each(['asc', 'desc'] as const)(
  'amounts are sorted %s by value, with any page size [A132, A133]',
  async (direction) => {
    const order = sql.raw(direction)
    const { rows } = await sql<{ id: string }>`
    select id from bookings order by
      coalesce(final_minor / case currency when 'USD' then 100 when 'AED' then 367 when 'INR' then 8600 when 'EUR' then 92 end::numeric,
        final_minor - 1e18) ${order}, id ${order}`.execute(core.db)
    expect(rows).toHaveLength(amounts.length)
    for (const limit of [1, 2, 5, 100])
      expect(await walk(direction, limit), `${limit}`).toEqual(rows.map(({ id }) => id))
  },
)

it('a forged cursor is refused or works like any other', async () => {
  const from = async (key: string) => {
    const cursor = Buffer.from(JSON.stringify([key, 'ffffffff-ffff-ffff-ffff-ffffffffffff'])).toString('base64url')
    const input = { sort: 'final_amount', direction: 'asc', limit: 100, cursor }
    return (await listBookings(core, adminListInput.parse(input))).items.length
  }
  expect(await from('99999999999999999999999999')).toBe(0)
  expect(await from('-99999999999999999999999999')).toBe(amounts.length)
  await expect(from('9'.repeat(99))).rejects.toMatchObject({ code: 'list/bad-cursor' })
})
