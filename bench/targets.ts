// What a purchase, a list and a page cost in a shop of 500 items, beside what was asked for and the least that is
// possible; and again with 10,000 items, which may cost a fifth more.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { publishInvalidation } from '../src/platform/cache-invalidation.server.ts'
import { onClient } from '../src/platform/db/database.server.ts'
import { fillUpTo } from './catalogue.ts'
import { printTable } from './figures.ts'
import type { Insider } from './insider.ts'
import { rateOf, workRate } from './load.ts'
import { buy, findItem, type Item, sendTo } from './purchase.ts'
import { cpuOf, type Spent, spent, untilIdle } from './spent.ts'
import type { StartedShop } from './start-shop.ts'

export type Target = {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** At most, or for a rate at least. */
  readonly target: number
  readonly limit?: number
  readonly limitName?: string
}
export type Place = {
  readonly shop: StartedShop
  readonly insider: Insider
  readonly cookie: string
  readonly constant: { readonly url: string; readonly pid: number }
}

const sizes = { small: 500, large: 10_000 } as const
const br = { 'accept-encoding': 'br' }
const list = '/api/services/tour?limit=24'
const listAnew = `${list}&q=desert`

async function get(url: string): Promise<void> {
  const answer = await fetch(url, { headers: br })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}

type Cost = { readonly shop: number; readonly database: number; readonly seconds: number }
/** CPU milliseconds of one of `amount`, jobs included, after a tenth of them to warm up. */
async function costOf({ shop, insider }: Place, amount: number, work: (amount: number) => Promise<unknown>) {
  await work(Math.ceil(amount / 10))
  await untilIdle(insider.pool)
  const before = await spent(insider.pool, shop)
  const began = performance.now()
  await work(amount)
  await untilIdle(insider.pool)
  const seconds = (performance.now() - began) / 1_000
  const after = await spent(insider.pool, shop)
  const each = (of: keyof Spent): number => (after[of] - before[of]) / amount
  return { shop: each('shop'), database: each('database'), log: each('log'), seconds }
}

type Costs = Readonly<Record<'fromMemory' | 'anew' | 'home' | 'search' | 'item', Cost>>

/** Pages and lists, cached and uncached. */
async function costsOfReading(place: Place, addresses: readonly string[]): Promise<Costs> {
  const { shop, insider } = place
  let next = 0
  const repeated = (address: string, amount: number) =>
    costOf(place, amount, (n) => workRate(n, 4, () => get(`${shop.url}${address}`)))
  const fromMemory = await costOf(place, 6_000, (n) => rateOf({ url: `${shop.url}${list}`, headers: br }, n, 10))
  return {
    fromMemory,
    anew: await repeated(listAnew, 600),
    home: await costOf(place, 60, (n) => workRate(n, 1, () => homeAnew(shop.url, insider.pool))),
    search: await repeated('/tours?q=desert', 300),
    // Each item's page for the first time.
    item: await costOf(place, Math.floor(addresses.length / 1.2), (n) =>
      workRate(n, 4, () => get(`${shop.url}${addresses[next++]}`)),
    ),
  }
}

/** Long enough to hear of a change. */
const heardMs = 20
async function homeAnew(url: string, pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  await publishInvalidation(onClient(client), ['content']).finally(() => client.release())
  await wait(heardMs)
  await get(`${url}/`)
}

/** CPU milliseconds of a page from memory, and of the same bytes from a constant. */
async function cachedPage({ shop, insider, constant }: Place): Promise<{ value: number; limit: number }> {
  const bytes = (await insider.ask('GET /tours', { headers: br })).answer.body.length
  const cpu = async (pid: number, url: string): Promise<number> => {
    await rateOf({ url, headers: br }, 2_000, 10)
    const before = cpuOf(pid)
    await rateOf({ url, headers: br }, 10_000, 10)
    return (cpuOf(pid) - before) / 10_000
  }
  return { value: await cpu(shop.pid, `${shop.url}/tours`), limit: await cpu(constant.pid, `${constant.url}/${bytes}`) }
}

/** CPU milliseconds of the database for the statement of a list alone. */
async function statementAlone({ insider: { ask, pool }, shop }: Place): Promise<number> {
  await ask(`GET ${listAnew}`)
  const [statement] = (await ask(`GET ${listAnew}`)).statements
  if (!statement) throw new Error(`${listAnew} sent no statement to the database`)
  const before = await spent(pool, shop)
  await workRate(600, 4, () => pool.query(statement.text, [...statement.values]))
  return ((await spent(pool, shop)).database - before.database) / 600
}

let guests = 1_000_000
const purchases = 300
export type Purchase = Awaited<ReturnType<typeof costOf>> & { readonly statements: number; readonly rows: number }

/** Guests who pay on arrival, eight at a time, until their jobs are done. */
export async function costOfPurchase(place: Place, item: Item): Promise<Purchase> {
  const { shop, insider } = place
  const routes: number[] = []
  const counting: Parameters<typeof buy>[0] = async (route, options) => {
    const { answer, statements } = await insider.ask(route, options)
    routes.push(statements.length)
    return answer
  }
  await buy(counting, item, ++guests)
  routes.length = 0
  await buy(counting, item, ++guests)
  // Quote, booking and payment.
  const statements = routes.slice(0, 3).reduce((sum, n) => sum + n, 0)
  const before = await rowsChanged(insider.pool)
  const cost = await costOf(place, purchases, (n) => workRate(n, 8, () => buy(sendTo(shop.url), item, ++guests)))
  const rows = ((await rowsChanged(insider.pool)) - before) / (purchases * 1.1)
  return { ...cost, statements, rows }
}

/** Sessions report what they changed within a second. */
async function rowsChanged(pool: pg.Pool): Promise<number> {
  await wait(2_000)
  const { rows } = await pool.query<{ n: number }>(
    `select (tup_inserted + tup_updated + tup_deleted)::int8 as n from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.n)
}

async function addressesOf(shopUrl: string, amount: number): Promise<string[]> {
  const addresses: string[] = []
  let cursor = ''
  while (addresses.length < amount) {
    const answer = await fetch(`${shopUrl}/api/services/tour?limit=50${cursor}`)
    const page = (await answer.json()) as { items: { href: string }[]; nextCursor: string | null }
    addresses.push(...page.items.map(({ href }) => href))
    if (page.nextCursor === null) break
    cursor = `&cursor=${page.nextCursor}`
  }
  return addresses
}

function ofPurchase(cost: Purchase): Target[] {
  const name = 'guest purchase'
  return [
    { name: `${name}: statements before the answers`, unit: '', value: cost.statements, target: 25 },
    { name: `${name}: row changes`, unit: '', value: cost.rows, target: 40 },
    { name: `${name}: log`, unit: 'kB', value: cost.log / 1_024, target: 25 },
    { name: `${name}: CPU of the shop`, unit: 'ms', value: cost.shop, target: 15 },
    { name: `${name}: CPU of the database`, unit: 'ms', value: cost.database, target: 15 },
    { name: `${name}: 8 at a time, until jobs are done`, unit: '/s', value: purchases / cost.seconds, target: 60 },
  ]
}

function ofReading(costs: Costs, statement: number, page: { value: number; limit: number }): Target[] {
  const { anew, fromMemory, home, search, item } = costs
  const constant = { limit: page.limit, limitName: 'constant of the same size' }
  return [
    { name: 'list of 24 over the API: CPU of the shop', unit: 'ms', value: anew.shop, target: 0.25, ...constant },
    {
      ...{ name: 'list of 24 over the API: CPU of the database', unit: 'ms', value: anew.database, target: 0.3 },
      ...{ limit: statement, limitName: 'its statement alone' },
    },
    { name: 'list of 24 from memory: CPU of the shop', unit: 'ms', value: fromMemory.shop, target: 0.06, ...constant },
    { name: 'home made anew: CPU of the shop', unit: 'ms', value: home.shop, target: 1.2, ...constant },
    { name: 'list made anew: CPU of the shop', unit: 'ms', value: search.shop, target: 2.5, ...constant },
    { name: 'item made anew: CPU of the shop', unit: 'ms', value: item.shop, target: 2, ...constant },
    { name: 'page from memory: CPU of the shop', unit: 'ms', value: page.value, target: 0.04, ...constant },
  ]
}

const sum = ({ shop, database }: Cost): number => shop + database
export function growthOf(name: string, small: Cost, large: Cost): Target {
  const limit = { limit: sum(small), limitName: 'CPU ms of the small one' }
  return { name: `growth: ${name}`, unit: 'x', value: sum(large) / sum(small), target: 1.2, ...limit }
}

/** Returns also what a purchase cost, to compare with. */
export async function measureTargets(place: Place): Promise<{ targets: Target[]; purchase: Purchase }> {
  await fillUpTo(place, sizes.small)
  const item = await findItem(place.shop.url)
  const addresses = await addressesOf(place.shop.url, 440)
  const [first, second] = [addresses.slice(0, 220), addresses.slice(220)]
  const small = await costsOfReading(place, first)
  const statement = await statementAlone(place)
  const page = await cachedPage(place)
  const purchase = await costOfPurchase(place, item)
  await fillUpTo(place, sizes.large)
  const large = await costsOfReading(place, second)
  const beside = `with ${sizes.large} items`
  const targets = [
    ...ofPurchase(purchase),
    ...ofReading(small, statement, page),
    growthOf(`list over the API made anew, ${beside}`, small.anew, large.anew),
    growthOf(`list over the API from memory, ${beside}`, small.fromMemory, large.fromMemory),
    growthOf(`home made anew, ${beside}`, small.home, large.home),
    growthOf(`list made anew, ${beside}`, small.search, large.search),
    growthOf(`item made anew, ${beside}`, small.item, large.item),
    growthOf(`guest purchase, ${beside}`, purchase, await costOfPurchase(place, item)),
  ]
  return { targets, purchase }
}

const written = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
export function printTargets(targets: readonly Target[]): void {
  const rows = targets.map(({ name, unit, value, target, limit, limitName }) => [
    name,
    `${written(value)} ${unit}`.trim(),
    written(target),
    limit === undefined ? '' : `${written(limit)}  ${limitName}`,
  ])
  printTable(['target', 'measured', 'target', 'limit'], rows)
}
