/** The figures of docs/scale.md are those that were recorded and what follows from them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/scale.md', 'utf8')
type Cost = {
  name: string
  shopMs: number
  databaseMs: number
  statements: number
  logBytes: number
  storedBytes: number
}
type Recorded = { costs: Cost[]; bytes: { name: string; value: number; unit: string }[] }
const { costs, bytes } = JSON.parse(readFileSync('bench/recorded/cost.json', 'utf8')) as Recorded

const of = (name: string): Cost => {
  const cost = costs.find((each) => each.name === name)
  if (!cost) throw new Error(`${name} is not recorded`)
  return cost
}
const kiloBytes = (name: string): string =>
  ((bytes.find((each) => each.name === name && each.unit === 'bytes')?.value ?? Number.NaN) / 1000).toFixed(0)
const peakOf = (aDay: number): number => (aDay / 10 / 3_600) * 3
const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const [memory, session, anew, booking] = [
  of('page from memory'),
  of('who is signed in'),
  of('page made anew'),
  of('booking with payment'),
]
const searches = 1 / 20
const view = {
  shop: (1 - searches) * memory.shopMs + searches * anew.shopMs + session.shopMs,
  database: (1 - searches) * memory.databaseMs + searches * anew.databaseMs + session.databaseMs,
}
const html = bytes.find(({ name }) => name === '/tours html')?.value ?? 0

const rows = {
  costs: costs.map(
    ({ name, shopMs, databaseMs, statements, logBytes }) =>
      `| ${name} | ${shopMs.toFixed(2)} | ${databaseMs.toFixed(2)} | ${statements} | ${logBytes} |`,
  ),
  views: [4, 6, 8].map((power) => {
    const peak = peakOf(10 ** power)
    const cpu = (peak * view.shop) / 1_000
    return `| 10^${power} | ${rounded(peak)}/s | ${rounded(cpu)} | ${Math.max(1, Math.ceil(cpu / 0.7))} | ${rounded((peak * view.database) / 1_000)} | ${rounded((peak * html * 8) / 1e6)} Mbit/s |`
  }),
  bookings: [3, 4, 5].map((power) => {
    const peak = peakOf(10 ** power)
    const log = (booking.logBytes * 10 ** power) / 1e9
    const year = (booking.storedBytes * 10 ** power * 365) / 1e9
    return `| 10^${power} | ${rounded(peak)}/s | ${rounded((peak * booking.shopMs) / 1_000)} | ${rounded((peak * booking.databaseMs) / 1_000)} | ${rounded(log)} GB | ${rounded(year)} GB |`
  }),
}

test.each(Object.entries(rows))('the table of %s is what was recorded', (_name, lines) => {
  expect(lines.filter((line) => !page.includes(line))).toEqual([])
})

test('the sentences have the recorded figures', () => {
  const words = [
    `grow by ${(booking.storedBytes / 1000).toFixed(1)} kB`,
    `${kiloBytes('/tours html')} kB of HTML, ${kiloBytes('/tours js')} kB of scripts, ${kiloBytes('/tours css')} kB of styles`,
    `${anew.shopMs.toFixed(1)} ms each`,
    `${session.shopMs.toFixed(2)} ms`,
    `${booking.databaseMs.toFixed(0)} ms each`,
    `${rounded(peakOf(1e5))} a second`,
  ]
  expect(words.filter((each) => !page.includes(each))).toEqual([])
})
