import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Count, Figure } from './figures.ts'

/** The shop's memory by its own word; asked from this machine and by no proxy. */
async function residentBytes(shopUrl: string): Promise<number> {
  const metrics = await (await fetch(`${shopUrl}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]
  if (bytes === undefined) throw new Error('The shop does not tell its memory')
  return Number(bytes)
}

/** Every booking as CSV, beside the database alone reading the same rows; and by how much the shop grew meanwhile. */
export async function measureExport(
  shopUrl: string,
  cookie: string,
  pool: pg.Pool,
): Promise<{ figure: Figure; count: Count }> {
  const before = await residentBytes(shopUrl)
  let most = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await residentBytes(shopUrl))
      await wait(250)
    }
  })()
  const began = performance.now()
  const answer = await fetch(`${shopUrl}/api/admin/bookings.csv`, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`The export: ${answer.status}`)
  for await (const _part of answer.body);
  const value = performance.now() - began
  isOver = true
  await watching
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  const start = performance.now()
  await client.query('select count(row_text) from (select bookings::text as row_text from bookings offset 0) rows')
  const limit = performance.now() - start
  client.release(true)
  const limitName = 'the database writing the rows as text'
  return {
    figure: { name: 'CSV export, million', unit: 'ms', value, limitName, limit, ratio: value / limit },
    count: { name: 'memory: CSV export, million', value: most - before, unit: 'bytes' },
  }
}
