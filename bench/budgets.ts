// Budgets that hold on any machine: ratios to a limit measured in the same run, and counts. They are generous: they
// catch what became several times slower, not small changes.
import type { Count, Figure } from './figures.ts'

type Budget = { readonly of: RegExp; readonly min?: number; readonly max?: number; readonly p95?: number }

const figureBudgets: readonly Budget[] = [
  { of: /^cached page/, min: 0.2 },
  { of: /^page made anew/, min: 0.006 },
  { of: /^list over the API, from memory/, min: 0.2 },
  { of: /^list over the API made anew, beside a constant/, min: 0.02 },
  { of: /^list over the API made anew, beside its statement/, min: 0.08 },
  { of: /^guest purchase/, min: 0.006 },
  { of: /^bookings on one departure$/, min: 0.5 },
  // The calendar does more than reading the rows; flat in the number of services.
  { of: /^month of a service with 1000 booked departures$/, max: 10 },
  { of: /^list filtered by a day, of \d+ services$/, max: 2 },
  { of: /^month of a calendar, beside \d+ services$/, max: 2 },
  // Counts, ranks and reads one page of results; independent of the number of items. p95: on an idle machine.
  { of: /^search (for|with) .*, of \d+$/, max: 20, p95: 30 },
  { of: /^search that others have just made, of \d+$/, max: 3, p95: 5 },
  { of: /^back office, demo: /, max: 60 },
  // Thousands of ids at once; no list.
  { of: /^back office, million: every booking of three far days chosen$/, max: 300 },
  // Twenty users, a million bookings: the target of the design, for an idle machine.
  { of: /^back office, million: /, max: 200, p95: 150 },
  { of: /^CSV export, million$/, max: 20 },
  { of: /^import of 10,000 rows$/, min: 0.002 },
  { of: /while 10,000 rows are imported$/, max: 5 },
  // At p95, other visitors may wait a fifth longer, on an idle machine.
  { of: /p95 while \d+ wait for a supplier that hangs$/, max: 1.2 },
]

const kilobyte = 1024
const countBudgets: readonly Budget[] = [
  { of: /^statements: GET \/tours \(cached\)$/, max: 0 },
  { of: /^statements: month of a service with/, max: 1 },
  { of: /^database time: month of a service with/, max: 2 },
  { of: /^statements: /, max: 40 },
  { of: /^memory: CSV export/, max: 200 * kilobyte * kilobyte },
  // The thread that reads spreadsheets may use 288 MB.
  { of: /^memory: import/, max: 300 * kilobyte * kilobyte },
  { of: /^longest answer to who pays/, max: 10_000 },
  { of: / html$/, max: 30 * kilobyte },
  { of: /^\/(tours)? js$/, max: 145 * kilobyte },
  { of: /^\/tours\/[^/]+ js$/, max: 160 * kilobyte },
  { of: / css$/, max: 25 * kilobyte },
  { of: / fonts$/, max: 32 * kilobyte },
  { of: / largest picture$/, max: 100 * kilobyte },
]

/** Describes what exceeds its budget. The first budget whose pattern matches applies. */
export function faultsOf(figures: readonly Figure[], counts: readonly Count[]): string[] {
  const faults: string[] = []
  const judge = (name: string, value: number, { min, max }: Budget): void => {
    if (min !== undefined && !(value >= min)) faults.push(`${name}: ${value.toPrecision(3)}, at least ${min}`)
    if (max !== undefined && !(value <= max)) faults.push(`${name}: ${value.toPrecision(3)}, at most ${max}`)
  }
  for (const { name, ratio, p95 } of figures) {
    const budget = figureBudgets.find(({ of }) => of.test(name))
    if (budget) judge(name, ratio, budget)
    if (budget?.p95 !== undefined && p95 !== undefined) judge(`${name}, p95 in ms`, p95, { of: /./, max: budget.p95 })
  }
  for (const { name, value, unit } of counts) {
    const budget = countBudgets.find(({ of }) => of.test(name) && unit !== 'files')
    if (budget) judge(name, value, budget)
  }
  return faults
}
