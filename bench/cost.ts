// npm run bench:cost: what a page view and a booking cost in CPU time, statements, log and bytes: what docs/scale.md
// multiplies. CPU time is that of the shop's process and of PostgreSQL's, so other work on the machine changes it little.
// Writes bench/recorded/cost.json with --record.
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from './figures.ts'
import { type Insider, openInsider } from './insider.ts'
import { workRate } from './load.ts'
import { countBytes } from './page-bytes.ts'
import { buy, findItem, sendTo } from './purchase.ts'
import { type Spent, spent, untilIdle } from './spent.ts'
import { type StartedShop, startShop } from './start-shop.ts'

const root = path.dirname(import.meta.dirname)
const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } })

export type Cost = {
  readonly name: string
  /** CPU milliseconds of one. */
  readonly shopMs: number
  readonly databaseMs: number
  readonly statements: number
  /** Bytes of the database's log of one. */
  readonly logBytes: number
  /** Bytes by which one makes the database grow. */
  readonly storedBytes: number
}

type Measured = {
  readonly name: string
  readonly amount: number
  readonly statements: number
  readonly go: () => Promise<unknown>
}

async function costOf({ pool }: Insider, shop: StartedShop, { name, amount, statements, go }: Measured): Promise<Cost> {
  await workRate(Math.ceil(amount / 10), 4, go)
  await untilIdle(pool)
  const before = await spent(pool, shop)
  await workRate(amount, 4, go)
  await untilIdle(pool)
  const after = await spent(pool, shop)
  const each = (of: keyof Spent): number => (after[of] - before[of]) / amount
  return {
    ...{ name, statements, shopMs: each('shop'), databaseMs: each('database') },
    ...{ logBytes: Math.round(each('log')), storedBytes: Math.round(each('size')) },
  }
}

let guests = 0
const get = (shop: StartedShop, address: string) => async () => {
  const answer = await fetch(`${shop.url}${address}`, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
}

async function measureAll(insider: Insider, shop: StartedShop): Promise<Cost[]> {
  const item = await findItem(shop.url)
  const statementsOf = async (address: string): Promise<number> => {
    await insider.ask(`GET ${address}`)
    return (await insider.ask(`GET ${address}`)).statements.length
  }
  const visit = async (name: string, address: string, amount: number): Promise<Measured> => ({
    ...{ name, amount, statements: await statementsOf(address), go: get(shop, address) },
  })
  let bought = 0
  const counting = async (route: string, options: Parameters<Insider['ask']>[1]) => {
    const { answer, statements } = await insider.ask(route, options)
    bought += statements.length
    return answer
  }
  await buy(counting, item, ++guests)
  bought = 0
  await buy(counting, item, ++guests)
  const costs: Cost[] = []
  for (const each of [
    await visit('page from memory', '/tours', 4_000),
    await visit('item page from memory', `/tours/${item.slug}`, 4_000),
    await visit('who is signed in', '/api/session', 4_000),
    await visit('page made anew', '/tours?q=desert', 300),
    await visit('search suggestions from memory', '/api/search?q=desert', 300),
    await visit(
      'month of a calendar from memory',
      `/api/services/tour/${item.id}/availability?from=${item.departures[0]?.date}&to=${item.departures[20]?.date}`,
      300,
    ),
    { name: 'booking with payment', amount: 300, statements: bought, go: () => buy(sendTo(shop.url), item, ++guests) },
  ])
    costs.push(await costOf(insider, shop, each))
  return costs
}

const machine = () => ({
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  ...{ node: process.version, processors: availableParallelism(), model: cpus()[0]?.model ?? '' },
})

const shop = await startShop({ env: { TRUST_PROXY: '1' } })
const insider = await openInsider(shop)
try {
  const costs = await measureAll(insider, shop)
  const bytes = await countBytes(shop.url, '/tours')
  printTable(
    ['what', 'shop, CPU ms', 'database, CPU ms', 'statements', 'log bytes', 'stored bytes'],
    costs.map((cost) => [
      cost.name,
      ...[cost.shopMs.toFixed(2), cost.databaseMs.toFixed(2), cost.statements, cost.logBytes, cost.storedBytes].map(
        String,
      ),
    ]),
  )
  printTable(
    ['bytes', 'value'],
    bytes.map(({ name, value }) => [name, String(value)]),
  )
  if (values.record) {
    const folder = path.join(import.meta.dirname, 'recorded')
    await mkdir(folder, { recursive: true })
    await writeFile(
      path.join(folder, 'cost.json'),
      `${JSON.stringify({ machine: machine(), costs, bytes }, null, 2)}\n`,
    )
  }
} finally {
  await insider.close()
  await shop.stop()
}
