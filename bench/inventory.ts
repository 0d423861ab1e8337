import type pg from 'pg'
import { addDays, dateIn } from '../src/kernel/dates.ts'
import { type Count, type Figure, median, quantile } from './figures.ts'
import type { Insider } from './insider.ts'
import { timesOf } from './load.ts'
import type { Item } from './purchase.ts'

const today = (): string => dateIn('Asia/Dubai', new Date())

type Times = { readonly list: readonly number[]; readonly calendar: readonly number[] }
let asked = 0

/** Milliseconds of a list filtered by a day, and of months of a calendar that are not cached. One user. */
export async function inventoryTimes(shopUrl: string, { kind, id }: Pick<Item, 'kind' | 'id'>): Promise<Times> {
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(`${shopUrl}${path}`)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  }
  const day = addDays(today(), 20)
  // The demo world has no more tours than that.
  const list = () => get(`/api/services/${kind}?limit=12&date=${day}`)
  // Two years of days, each range asked once.
  const month = () => {
    const from = addDays(today(), ++asked % 690)
    return get(`/api/services/${kind}/${id}/availability?from=${from}&to=${addDays(from, 30)}`)
  }
  await timesOf(10, 1, list)
  await timesOf(10, 1, month)
  return { list: await timesOf(100, 1, list), calendar: await timesOf(100, 1, month) }
}

/** The times with thousands of services, compared with those of the demo world. */
export function sizeFigures(small: Times, large: Times, services: number): Figure[] {
  const figure = (name: string, of: keyof Times): Figure => {
    const [value, limit] = [median(large[of]), median(small[of])]
    const limitName = 'the same in the demo world'
    return { name, unit: 'ms', value, limitName, limit, ratio: value / limit, p95: quantile(large[of], 0.95) }
  }
  return [
    figure(`list filtered by a day, of ${services} services`, 'list'),
    figure(`month of a calendar, beside ${services} services`, 'calendar'),
  ]
}

/** Waits until the days on sale of every tour are known; the shop computes them in the background. */
export async function untilDaysAreKnown(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query(`select count(*)::int as services, count(a.service_id)::int as known
      from services left join service_availability a on a.service_id = services.id and a.stale_at > now()
        and a.service_version = services.version
      where services.status = 'active' and kind = 'tour'`)
    const { services, known } = rows[0] as { services: number; known: number }
    if (known === services) return services
    await pool.query('select pg_sleep(1)')
  }
}

const booked = 1_000
/** One month of a service with 1,000 booked departures: its statements and the database's time. */
export async function measureMonth(
  { ask, pool }: Insider,
  { kind, id }: Pick<Item, 'kind' | 'id'>,
): Promise<{ figure: Figure; counts: Count[] }> {
  const from = addDays(today(), 30)
  const to = addDays(from, 30)
  await pool.query(
    `insert into departures (id, service_id, local_date, local_time, taken)
     select gen_random_uuid(), $1, $2::date + n % 31, to_char(time '00:00' + n / 31 * interval '20 minutes', 'HH24:MI'), 1
     from generate_series(0, $3::int - 1) n on conflict do nothing`,
    [id, from, booked],
  )
  await pool.query('analyze departures')
  const month = (first: string, last: string) =>
    ask(`GET /api/services/${kind}/${id}/availability?from=${first}&to=${last}`)
  // The first request reads the settings.
  await month(addDays(from, 1), to)
  const { statements } = await month(from, to)
  const [statement] = statements
  if (!statement) throw new Error('The calendar sent no statement to the database')
  const value = await databaseTime(pool, statement.text, statement.values)
  const bare = 'select * from departures where service_id = $1 and local_date between $2 and $3'
  const limit = await databaseTime(pool, bare, [id, from, to])
  await pool.query(
    'delete from departures where service_id = $1 and taken = 1 and not exists (select from bookings b where b.departure_id = departures.id)',
    [id],
  )
  const name = `month of a service with ${booked} booked departures`
  return {
    figure: { name, unit: 'ms', value, limitName: 'reading these rows', limit, ratio: value / limit },
    counts: [
      { name: `statements: ${name}`, value: statements.length, unit: 'statements' },
      { name: `database time: ${name}`, value, unit: 'ms' },
    ],
  }
}

/** The median execution time in milliseconds. */
async function databaseTime(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 30; n++) {
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [...values])
    times.push((rows[0]['QUERY PLAN'] as { 'Execution Time': number }[])[0]?.['Execution Time'] ?? Number.NaN)
  }
  return median(times)
}
