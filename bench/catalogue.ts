import { setTimeout as wait } from 'node:timers/promises'
import type { Insider } from './insider.ts'
import { untilDaysAreKnown } from './inventory.ts'
import { untilIdle } from './spent.ts'
import type { StartedShop } from './start-shop.ts'

/** A spreadsheet of tours; every tenth is not on sale. */
function tableOf({ first, amount }: Range): string {
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
  return [head, ...Array.from({ length: amount }, (_, n) => line(first + n))].join('\n')
}

type Range = { readonly first: number; readonly amount: number }
type Office = { readonly url: string; readonly cookie: string }
type Upload = { readonly id: string; readonly state: string; readonly counts: { readonly stored: number } }

/** From upload to the last stored row, with the same steps as staff. */
export async function importTours({ url, cookie }: Office, range: Range): Promise<void> {
  const body = new FormData()
  body.set('file', new Blob([tableOf(range)]), 'tours.csv')
  let upload = await ask<Upload>(`${url}/api/admin/catalogue-uploads?kind=tour`, {
    method: 'POST',
    body,
    headers: { cookie },
  })
  const address = `${url}/api/admin/catalogue-uploads/${upload.id}`
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
  if (upload.counts.stored !== range.amount)
    throw new Error(`The import stored ${upload.counts.stored} of ${range.amount} rows`)
}

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

type Place = { readonly shop: StartedShop; readonly insider: Insider; readonly cookie: string }
/** Imports tours until the shop has so many items; they share the pictures of the demo's tours. */
export async function fillUpTo({ shop, insider: { pool }, cookie }: Place, amount: number): Promise<void> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from services')
  const first = Number(rows[0]?.n)
  await importTours({ url: shop.url, cookie }, { first, amount: amount - first })
  await pool.query(
    `with pictured as (
       select featured_image, row_number() over (order by id) - 1 as place, count(*) over () as amount
       from services where kind = 'tour' and featured_image is not null
     ), bare as (
       select id, row_number() over (order by id) as place from services where kind = 'tour' and featured_image is null
     )
     update services set featured_image = pictured.featured_image
     from bare join pictured on pictured.place = bare.place % pictured.amount where services.id = bare.id`,
  )
  await untilIdle(pool)
  await untilDaysAreKnown(pool)
  await pool.query('analyze')
  // What follows an import is announced for some seconds more, and drops pages.
  await wait(15_000)
}
