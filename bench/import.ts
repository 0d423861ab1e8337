import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Count, type Figure, figureOf } from './figures.ts'
import { besideCalm, bothOf, paced, type Visit } from './pace.ts'
import { strainOf } from './strain.ts'

const rows = 10_000
function tableOf(amount: number): string {
  const head = 'title,price_adult,price_child,summary,description,highlights,inclusions,status'
  const line = (n: number): string =>
    [
      `Imported tour ${n} of the desert and the coast`,
      `${100 + (n % 400)}.50`,
      `${50 + (n % 200)}`,
      'A day out of town with a driver who knows the way',
      `"Pick-up at the hotel, a drive of an hour, and dinner under the stars. ${'Camp music, tea and dates. '.repeat(4)}"`,
      'Dinner; Music; Dune drive',
      'Transfer; Water; Guide',
      n % 10 === 0 ? 'inactive' : 'active',
    ].join(',')
  return [head, ...Array.from({ length: amount }, (_, n) => line(n))].join('\n')
}

type Upload = { readonly id: string; readonly state: string; readonly counts: { readonly stored: number } }

/** From upload to the last stored row, with the same steps as staff. */
async function importTable(shopUrl: string, cookie: string): Promise<void> {
  const body = new FormData()
  body.set('file', new Blob([tableOf(rows)]), 'tours.csv')
  let upload = await ask<Upload>(`${shopUrl}/api/admin/catalogue-uploads?kind=tour`, {
    method: 'POST',
    body,
    headers: { cookie },
  })
  const address = `${shopUrl}/api/admin/catalogue-uploads/${upload.id}`
  const become = async (state: string): Promise<void> => {
    while (upload.state !== state) {
      await wait(250)
      upload = await ask<Upload>(address, { headers: { cookie } })
    }
  }
  await become('checked')
  upload = await ask<Upload>(`${address}/commit`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  await become('done')
  if (upload.counts.stored !== rows) throw new Error(`The import stored ${upload.counts.stored} of ${rows} rows`)
}

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

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
    await importTable(shopUrl, cookie)
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
