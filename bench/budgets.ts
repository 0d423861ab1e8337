// What must hold on any machine: ratios to a limit that was measured in the same run, and figures without time.
// Generous, because machines are busy: they catch what became several times slower, not what became a little slower.
import type { Count, Figure } from './figures.ts'

type Budget = { readonly of: RegExp; readonly least?: number; readonly most?: number; readonly p95?: number }

const figureBudgets: readonly Budget[] = [
  { of: /^kept page/, least: 0.2 },
  { of: /^page made anew/, least: 0.006 },
  { of: /^list over the API, beside a constant/, least: 0.02 },
  { of: /^list over the API, beside its statement/, least: 0.08 },
  { of: /^guest purchase/, least: 0.006 },
  { of: /^back office, demo: /, most: 60 },
  // Twenty users, a million bookings: the design's own number, for a machine that has nothing else to do.
  { of: /^back office, million: /, most: 200, p95: 150 },
  { of: /^CSV export, million$/, most: 20 },
  { of: /^import of 10,000 rows$/, least: 0.002 },
  { of: /while 10,000 rows are imported$/, most: 5 },
  // One in twenty may wait a fifth longer, on a machine that has nothing else to do.
  { of: /p95 while \d+ wait for a supplier that hangs$/, most: 1.2 },
]

const kilobyte = 1024
const countBudgets: readonly Budget[] = [
  { of: /^statements: GET \/tours \(kept\)$/, most: 0 },
  { of: /^statements: /, most: 40 },
  { of: /^memory: CSV export/, most: 200 * kilobyte * kilobyte },
  // The thread that reads tables may take 288 MB.
  { of: /^memory: import/, most: 300 * kilobyte * kilobyte },
  { of: /^longest answer to who pays/, most: 10_000 },
  { of: / html$/, most: 30 * kilobyte },
  { of: /^\/(tours)? js$/, most: 150 * kilobyte },
  { of: /^\/tours\/[^/]+ js$/, most: 170 * kilobyte },
  { of: / css$/, most: 25 * kilobyte },
  { of: / fonts$/, most: 32 * kilobyte },
  { of: / largest picture$/, most: 100 * kilobyte },
]

/** In words, what is over its budget; the first budget that names a figure counts. */
export function faultsOf(figures: readonly Figure[], counts: readonly Count[]): string[] {
  const faults: string[] = []
  const judge = (name: string, value: number, { least, most }: Budget): void => {
    if (least !== undefined && !(value >= least)) faults.push(`${name}: ${value.toPrecision(3)}, at least ${least}`)
    if (most !== undefined && !(value <= most)) faults.push(`${name}: ${value.toPrecision(3)}, at most ${most}`)
  }
  for (const { name, ratio, p95 } of figures) {
    const budget = figureBudgets.find(({ of }) => of.test(name))
    if (budget) judge(name, ratio, budget)
    if (budget?.p95 !== undefined && p95 !== undefined) judge(`${name}, p95 in ms`, p95, { of: /./, most: budget.p95 })
  }
  for (const { name, value, unit } of counts) {
    const budget = countBudgets.find(({ of }) => of.test(name) && unit !== 'files')
    if (budget) judge(name, value, budget)
  }
  return faults
}
