import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { importTours } from './catalogue.ts'
import { type Count, type Figure, figureOf } from './figures.ts'
import { besideCalm, bothOf, paced, type Visit } from './pace.ts'
import { strainOf } from './strain.ts'

const rows = 10_000
/** The rate at which the database alone stores as many rows durably under the same indexes. */
async function bareRate(pool: pg.Pool): Promise<number> {
  await pool.query('create table bench_services (like services including all)')
  const began = performance.now()
  await pool.query("insert into bench_services select * from services where title like 'Imported tour%'")
  const took = performance.now() - began
  await pool.query('drop table bench_services')
  return rows / (took / 1000)
}

/**
 * Measures the import itself and its effect on other visitors. The comparison without the import is measured half
 * before and half after it, because the larger catalogue is slower to list by itself.
 */
export async function measureImport(
  shopUrl: string,
  cookie: string,
  pool: pg.Pool,
  visits: readonly Visit[],
): Promise<{ figures: Figure[]; counts: Count[] }> {
  await paced(visits, wait(3_000))
  const alone = () => strainOf(shopUrl, () => paced(visits, wait(10_000)))
  const before = await alone()
  let took = 0
  const timed = async (): Promise<void> => {
    const began = performance.now()
    await importTours({ url: shopUrl, cookie }, { first: 0, amount: rows })
    took = performance.now() - began
  }
  const { result: busy, strain } = await strainOf(shopUrl, () => paced(visits, timed()))
  const after = await alone()
  const calm = bothOf(before.result, after.result)
  const pair = { value: rows / (took / 1000), limit: await bareRate(pool) }
  const stops = { value: strain.longestStall, limit: Math.max(before.strain.longestStall, after.strain.longestStall) }
  const name = 'import of 10,000 rows'
  const limitName = 'one insert of the same rows, fsync'
  return {
    figures: [
      figureOf({ name, unit: 'rows/s', limitName }, [pair]),
      figureOf({ name: `${name}: longest stop`, unit: 'ms', limitName: 'the same without' }, [stops]),
      ...besideCalm('10,000 rows are imported', 'the same without, before and after', [{ calm, busy }]),
    ],
    counts: [{ name: `memory: ${name}`, value: strain.growth, unit: 'bytes' }],
  }
}
