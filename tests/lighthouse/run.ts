// npm run lighthouse: the built shop with 500 items on a slow phone, median of LIGHTHOUSE_RUNS (5) per page, and what a
// page loads until it is idle. Exits with 1 when a category is below its minimum score. LIGHTHOUSE_PAGES=/tours,/visas
// selects other pages.
import { parseArgs } from 'node:util'
import * as chromeLauncher from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { signInAsAdmin } from '../../bench/back-office.ts'
import { fillUpTo } from '../../bench/catalogue.ts'
import { openInsider } from '../../bench/insider.ts'
import { type StartedShop, startShop } from '../../bench/start-shop.ts'

const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]
const timings = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI',
} as const
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const scoreOf = (result: Result, category: Category): number => (result.categories[category]?.score ?? 0) * 100

async function runOnce(url: string): Promise<Result> {
  // A new browser per run, so that nothing is cached.
  const chrome = await chromeLauncher.launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: flags,
    logLevel: 'silent',
  })
  try {
    const answer = await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: [...categories] })
    if (!answer || answer.lhr.runtimeError) throw new Error(answer?.lhr.runtimeError?.message ?? `No result for ${url}`)
    return answer.lhr
  } finally {
    chrome.kill()
  }
}

/** What costs a page points, and where on the page. */
function faultsOf(result: Result, category: Category): string[] {
  const refs = result.categories[category]?.auditRefs ?? []
  return refs.flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    if (!audit || audit.score === null || audit.score >= 0.9 || (weight === 0 && category !== 'performance')) return []
    const items = (audit.details as { items?: unknown } | undefined)?.items
    const places = (Array.isArray(items) ? items : []).slice(0, 6).map((item) => `      ${placeOf(item)}`)
    return [`    ${id}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`, ...places]
  })
}

function placeOf(item: unknown): string {
  const { node, ...rest } = item as { node?: { selector?: string; snippet?: string; explanation?: string } }
  if (node?.selector)
    return `${node.selector}  ${node.snippet ?? ''}  ${(node.explanation ?? '').replaceAll('\n', ' ')}`
  return JSON.stringify(rest).slice(0, 300)
}

/** Repeats a run whose browser lost its trace ('NO_NAVSTART', rare), at most `again` times. */
async function runUntilMeasured(url: string, again = 2): Promise<Result> {
  try {
    return await runOnce(url)
  } catch (error) {
    if (again === 0) throw error
    say(`  again: ${error instanceof Error ? error.message : String(error)}`)
    return runUntilMeasured(url, again - 1)
  }
}

type Request = { readonly resourceType?: string; readonly transferSize?: number; readonly url: string }
const requestsOf = (result: Result): readonly Request[] => {
  const { items = [] } = (result.audits['network-requests']?.details ?? {}) as { items?: readonly Request[] }
  return items.filter(({ url }) => url.startsWith('http'))
}
const kilobytes = (requests: readonly Request[]): string =>
  (requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000).toFixed(1)

/** Until the page is idle, on the wire, headers included. */
function loadOf(result: Result): string {
  const requests = requestsOf(result)
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return `${requests.length} requests, ${kilobytes(requests)} kB; scripts ${kilobytes(scripts)} kB in ${scripts.length} files`
}

async function judge(url: string, runs: number): Promise<boolean> {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await runUntilMeasured(url))
  const numbers = Object.entries(timings).map(([id, name]) => {
    const value = median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN))
    return `${name} ${name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`
  })
  // Of this machine, by Lighthouse: a modern laptop has some 2,500.
  const speed = median(results.map(({ environment }) => environment.benchmarkIndex))
  say(`\n${new URL(url).pathname}  ${numbers.join(', ')}; benchmark index ${Math.round(speed)}`)
  for (const load of new Set(results.map(loadOf))) say(`  ${load}`)
  let isGood = true
  for (const category of categories) {
    const scores = results.map((result) => scoreOf(result, category))
    const score = median(scores)
    const isEnough = score >= minScores[category]
    isGood &&= isEnough
    say(
      `  ${isEnough ? 'ok ' : 'LOW'} ${category.padEnd(15)} ${score.toFixed(0)}  (${scores.map(Math.round).join(' ')})`,
    )
    const worst = results[scores.indexOf(Math.min(...scores))]
    if (worst && Math.min(...scores) < 100) for (const line of faultsOf(worst, category)) say(line)
  }
  return isGood
}

async function pagesOf(shopUrl: string): Promise<readonly string[]> {
  if (process.env.LIGHTHOUSE_PAGES) return process.env.LIGHTHOUSE_PAGES.split(',')
  const list = (await (await fetch(`${shopUrl}/api/services/tour?limit=1`)).json()) as { items: { href: string }[] }
  return ['/', '/tours', list.items[0]?.href ?? '/tours']
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: process.env.LIGHTHOUSE_RUNS ?? '5' } } })
const account = { email: 'lighthouse-admin@safar.example', password: 'a-long-lighthouse-password' }
async function fill(shop: StartedShop): Promise<void> {
  const insider = await openInsider(shop)
  const cookie = await signInAsAdmin(shop.url, account)
  await fillUpTo({ shop, insider, cookie }, 500).finally(() => insider.close())
}

const shop = await startShop({ env: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password } })
try {
  await fill(shop)
  let isGood = true
  for (const page of await pagesOf(shop.url))
    isGood = (await judge(`${shop.url}${page}`, Number(values.runs))) && isGood
  process.exitCode = isGood ? 0 : 1
} finally {
  await shop.stop()
}
