// npm run bench [-- --check] [-- --world million] [-- --only targets]: the built shop on a throwaway data folder.
// Compares each figure with a limit measured in the same run, and writes them to .cache/bench.json. Also measures delays
// for other visitors while a supplier hangs and during an import of 10,000 rows, and what a purchase, a list and a page
// cost beside their targets (--only targets: nothing else). --check exits with 1 when a budget of bench/budgets.ts is
// exceeded. --world million adds the back office and purchases with 1,000,000 bookings (minutes).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureBackOffice, signInAsAdmin } from './back-office.ts'
import { faultsOf } from './budgets.ts'
import { measureExport } from './export.ts'
import { type Count, type Figure, figureOf, type Pair, printFigures, printTable } from './figures.ts'
import { measureImport } from './import.ts'
import { type Insider, openInsider } from './insider.ts'
import { inventoryTimes, measureMonth, sizeFigures, untilDaysAreKnown } from './inventory.ts'
import { compareRates, workRate } from './load.ts'
import type { Visit } from './pace.ts'
import { countBytes } from './page-bytes.ts'
import { book, buy, findItem, type Item, sendTo } from './purchase.ts'
import { searchFigures } from './search.ts'
import { measureSlowSupplier, openSupplier, switchOn } from './slow-supplier.ts'
import { type StartedShop, startShop } from './start-shop.ts'
import type { CountedStatement } from './statement-counter.ts'
import {
  costOfPurchase,
  growthOf,
  measureTargets,
  type Place,
  type Purchase,
  printTargets,
  type Target,
} from './targets.ts'

const root = path.dirname(import.meta.dirname)
const account = { email: 'bench-admin@safar.example', password: 'a-long-bench-password' }
const environment = { TRUST_PROXY: '1', ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
const br = { 'accept-encoding': 'br' }

async function startConstant(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'constant-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      const ready = /ready (\S+)/.exec(part.toString())?.[1]
      if (ready) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`The constant server ended with ${code}`)))
  })
  return { url, child }
}

/** Pages and lists over HTTP, compared with constant responses of the same size. */
async function measureAnswers(shop: StartedShop, constantUrl: string, insider: Insider): Promise<Figure[]> {
  const beside = async (name: string, address: string, amount: number, connections = 10): Promise<Figure> => {
    const { answer } = await insider.ask(`GET ${address}`, { headers: br })
    const limit = { url: `${constantUrl}/${answer.body.length}` }
    const load = { amount, limitAmount: 6_000, connections }
    const pairs = await compareRates({ url: `${shop.url}${address}`, headers: br }, limit, load)
    return figureOf({ name, unit: 'requests/s', limitName: `constant of ${answer.body.length} bytes` }, pairs)
  }
  const list = '/api/services/tour?limit=24'
  const anew = `${list}&q=desert`
  return [
    await beside('cached page (/tours)', '/tours', 6_000),
    // Free-text searches are not cached.
    await beside('page made anew (/tours?q=desert)', '/tours?q=desert', 200),
    await beside('list over the API, from memory', list, 6_000),
    await beside('list over the API made anew, beside a constant', anew, 600),
    figureOf(
      {
        name: 'list over the API made anew, beside its statement',
        unit: 'requests/s',
        limitName: 'bare statement, same pool',
      },
      await compareWithStatement(shop, anew, insider),
    ),
  ]
}

async function compareWithStatement(shop: StartedShop, address: string, { pool, ask }: Insider): Promise<Pair[]> {
  await ask(`GET ${address}`)
  const { statements } = await ask(`GET ${address}`)
  const [statement] = statements
  if (!statement) throw new Error(`${address} sent no statement to the database`)
  const bare = () => pool.query(statement.text, [...statement.values])
  const overHttp = async () => (await fetch(`${shop.url}${address}`)).arrayBuffer()
  return rounds(3, async () => ({ limit: await workRate(600, 10, bare), value: await workRate(300, 10, overHttp) }))
}

async function rounds(times: number, measure: () => Promise<Pair>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < times; round++) pairs.push(await measure())
  return pairs
}

let guests = 0
/** A purchase (five requests), compared with one durable transaction that writes as many rows. */
async function measurePurchase(shop: StartedShop, { pool }: Insider, item: Item, rows: number): Promise<Figure> {
  const users = 4
  const purchase = () => buy(sendTo(shop.url), item, ++guests)
  const bare = () =>
    pool.query('insert into bench_rows select gen_random_uuid(), $1 from generate_series(1, $2::int)', [
      JSON.stringify({ text: 'x'.repeat(400) }),
      rows,
    ])
  await pool.query('create table bench_rows (id uuid primary key, data jsonb)')
  await workRate(20, users, purchase)
  const pairs = await rounds(3, async () => ({
    limit: await workRate(200, users, bare),
    value: await workRate(60, users, purchase),
  }))
  await pool.query('drop table bench_rows')
  const limitName = `one insert of ${rows} rows, fsync`
  return figureOf({ name: 'guest purchase (5 requests)', unit: 'purchases/s', limitName }, pairs)
}

/** Bookings of one departure, whose count all of them change, compared with bookings of different departures. */
async function measureHotDeparture(shop: StartedShop, { pool }: Insider, item: Item): Promise<Figure> {
  // The guests of one departure need more places than a tour has.
  await pool.query(`update services set details = details || '{"slot_capacity": null}' where id = $1`, [item.id])
  const rateOf = (each: Item) => workRate(120, 8, () => book(sendTo(shop.url), each, ++guests))
  const spread = { ...item, departures: item.departures.slice(0, 100) }
  const hot = { ...item, departures: item.departures.slice(0, 1) }
  const pairs = await rounds(3, async () => ({ limit: await rateOf(spread), value: await rateOf(hot) }))
  const limitName = 'spread over 100 departures'
  return figureOf({ name: 'bookings on one departure', unit: 'purchases/s', limitName }, pairs)
}

const isWrite = ({ text }: CountedStatement): boolean => /^\s*(insert|update|delete)\b|add_job/i.test(text)

/** Counts the statements of a purchase, pages and lists. Returns also how many rows a purchase writes. */
async function countAll({ ask }: Insider, item: Item, cookie: string): Promise<{ counts: Count[]; rows: number }> {
  const counts: Count[] = []
  let rows = 0
  const add = (name: string, statements: readonly CountedStatement[]): void => {
    counts.push({ name: `statements: ${name}`, value: statements.length, unit: 'statements' })
  }
  for (const page of ['/', '/tours?q=desert', `/tours/${item.id}`])
    add(`GET ${page}`, (await ask(`GET ${page}`)).statements)
  await ask('GET /tours')
  add('GET /tours (cached)', (await ask('GET /tours')).statements)
  add('GET /api/services/tour', (await ask('GET /api/services/tour?limit=24')).statements)
  const steps = ['quote', 'create booking', 'create-payment', 'payment page', 'tracking']
  const record = async (route: string, options: Parameters<Insider['ask']>[1]) => {
    const { answer, statements } = await ask(route, options)
    add(steps.shift() ?? route, statements)
    rows += statements.filter(isWrite).length
    return answer
  }
  await buy(record, item, ++guests)
  const headers = { cookie }
  add('back office: list', (await ask('GET /api/admin/bookings?limit=20', { headers })).statements)
  add('back office: dashboard', (await ask('GET /api/admin/dashboard', { headers })).statements)
  return { counts, rows }
}

function visitsOf(shopUrl: string, cookie: string, item: Item): readonly Visit[] {
  const get = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    const answer = await fetch(`${shopUrl}${path}`, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  }
  return [
    { name: 'list over the API', go: () => get('/api/services/tour?limit=24&q=desert') },
    { name: 'page made anew', go: () => get('/tours?q=desert') },
    { name: 'back office list', go: () => get('/api/admin/bookings?limit=20', { cookie }) },
    { name: 'price and booking', go: () => book(sendTo(shopUrl), item, ++guests) },
  ]
}

/** Figures of two runs are comparable only on the same machine. */
function machine(): Record<string, string | number> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return { commit, node: process.version, processors: availableParallelism(), model: cpus()[0]?.model ?? '' }
}

async function benchDemo(figures: Figure[], counts: Count[]): Promise<void> {
  const standIn = await openSupplier()
  const shop = await startShop({ env: { ...environment, ...standIn.env } })
  const constant = await startConstant()
  const insider = await openInsider(shop)
  try {
    const cookie = await signInAsAdmin(shop.url, account)
    const item = await findItem(shop.url)
    const { counts: statements, rows } = await countAll(insider, item, cookie)
    counts.push(...statements)
    for (const page of ['/', '/tours', `/tours/${item.slug}`]) counts.push(...(await countBytes(shop.url, page)))
    figures.push(...(await measureAnswers(shop, constant.url, insider)))
    figures.push(await measurePurchase(shop, insider, item, rows))
    figures.push(await measureHotDeparture(shop, insider, item))
    const beside = { pool: insider.pool, constantUrl: constant.url }
    figures.push(...(await measureBackOffice(shop.url, cookie, beside, 'demo')))
    await switchOn(shop.url, cookie, standIn)
    const visits = visitsOf(shop.url, cookie, item)
    const place = { shopUrl: shop.url, item, standIn, guest: () => ++guests }
    const month = await measureMonth(insider, item)
    figures.push(month.figure)
    counts.push(...month.counts)
    const small = await inventoryTimes(shop.url, item)
    // The import comes last, because it changes the catalogue.
    for (const measured of [
      await measureSlowSupplier(place, visits),
      await measureImport(shop.url, cookie, insider.pool, visits),
    ]) {
      figures.push(...measured.figures)
      counts.push(...measured.counts)
    }
    const services = await untilDaysAreKnown(insider.pool)
    const large = await inventoryTimes(shop.url, item)
    figures.push(...sizeFigures(small, large, services), ...(await searchFigures(shop.url, insider.pool)))
  } finally {
    constant.child.kill()
    await insider.close()
    await shop.stop()
    await standIn.close()
  }
}

/** A shop with a server of constants beside it, until `work` is done. */
async function within<T>(options: Parameters<typeof startShop>[0], work: (place: Place) => Promise<T>): Promise<T> {
  const shop = await startShop(options)
  const { url, child } = await startConstant()
  const insider = await openInsider(shop)
  try {
    const cookie = await signInAsAdmin(shop.url, account)
    return await work({ shop, insider, cookie, constant: { url, pid: child.pid ?? 0 } })
  } finally {
    child.kill()
    await insider.close()
    await shop.stop()
  }
}

type Results = { readonly figures: Figure[]; readonly counts: Count[]; readonly targets: Target[] }
async function benchMillion(results: Results, purchase: Purchase): Promise<void> {
  console.log('Filling a database with 1,000,000 bookings...')
  const options = { env: { ...environment, SEED: 'million' }, readyWithinMinutes: 20 }
  await within(options, async (place) => {
    const { shop, cookie, constant, insider } = place
    const beside = { pool: insider.pool, constantUrl: constant.url }
    results.figures.push(...(await measureBackOffice(shop.url, cookie, beside, 'million')))
    const exported = await measureExport(shop.url, cookie, insider.pool)
    results.figures.push(exported.figure)
    results.counts.push(exported.count)
    const large = await costOfPurchase(place, await findItem(shop.url))
    results.targets.push(growthOf('guest purchase, with 1,000,000 bookings', purchase, large))
  })
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    world: { type: 'string', default: 'demo' },
    only: { type: 'string', default: '' },
  },
})
if (values.world !== 'demo' && values.world !== 'million') throw new Error('--world demo or --world million')
if (values.only !== '' && values.only !== 'targets') throw new Error('--only targets')
const began = performance.now()
execFileSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'inherit' })
const figures: Figure[] = []
const counts: Count[] = []
if (values.only === '') await benchDemo(figures, counts)
const { targets, purchase } = await within({ env: environment }, measureTargets)
if (values.world === 'million') await benchMillion({ figures, counts, targets }, purchase)
printTargets(targets)
printFigures(figures)
printTable(
  ['count', 'value'],
  counts.map(({ name, value, unit }) => [name, `${value} ${unit}`]),
)
const report = path.join(root, '.cache/bench.json')
await mkdir(path.dirname(report), { recursive: true })
await writeFile(report, `${JSON.stringify({ machine: machine(), targets, figures, counts }, null, 2)}\n`)
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s. All of it: ${path.relative(root, report)}`)
const faults = faultsOf(figures, counts)
for (const fault of faults) console.log(`OVER BUDGET  ${fault}`)
if (values.check && faults.length > 0) process.exitCode = 1
