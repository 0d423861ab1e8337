import type pg from 'pg'
import type { Count, Figure } from './figures.ts'
import { strainOf } from './strain.ts'

/**
 * The CSV export of all bookings, compared with the database reading the same rows; and how much memory the shop used.
 */
export async function measureExport(
  shopUrl: string,
  cookie: string,
  pool: pg.Pool,
): Promise<{ figure: Figure; count: Count }> {
  const { result: value, strain } = await strainOf(shopUrl, async () => {
    const began = performance.now()
    const answer = await fetch(`${shopUrl}/api/admin/bookings.csv`, { headers: { cookie } })
    if (!answer.ok || !answer.body) throw new Error(`The export: ${answer.status}`)
    for await (const _part of answer.body);
    return performance.now() - began
  })
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  const start = performance.now()
  await client.query('select count(row_text) from (select bookings::text as row_text from bookings offset 0) rows')
  const limit = performance.now() - start
  client.release(true)
  const limitName = 'the database writing the rows as text'
  return {
    figure: { name: 'CSV export, million', unit: 'ms', value, limitName, limit, ratio: value / limit },
    count: { name: 'memory: CSV export, million', value: strain.growth, unit: 'bytes' },
  }
}
