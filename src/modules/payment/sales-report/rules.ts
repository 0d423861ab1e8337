import { addDays, daysBetween, type LocalDate } from '../../../kernel/dates.ts'
import { add, convert, type Money, money, type RatesPerUsd, zero } from '../../../kernel/money.ts'

export const reportGroups = ['kind', 'item', 'staff', 'source', 'promo', 'month'] as const
export type ReportGroup = (typeof reportGroups)[number]
/** About three years. */
export const maxReportDays = 1_100
export const maxReportRows = 500

/** Days from the first to the last, both included. */
export const spanOf = (from: LocalDate, to: LocalDate): number => daysBetween(from, to) + 1

/** The period of the same length that ends the day before. */
export const periodBefore = (from: LocalDate, to: LocalDate): { from: LocalDate; to: LocalDate } => ({
  from: addDays(from, -spanOf(from, to)),
  to: addDays(from, -1),
})

export const counts = ['bookings', 'cancelled', 'travellers'] as const
export const amounts = ['sold', 'tax', 'received', 'refunded', 'outstanding'] as const
type Counts = Record<(typeof counts)[number], number>
/** Sums of one currency, in minor units. */
export type SumRow = Counts & Record<(typeof amounts)[number], number> & { readonly currency: string }
export type GroupRow = SumRow & { readonly key: string; readonly name: string }
export type Sums = Counts & Record<(typeof amounts)[number], Money>

export const emptySums = (currency: string): Sums => ({
  ...{ bookings: 0, cancelled: 0, travellers: 0 },
  ...{ sold: zero(currency), tax: zero(currency), received: zero(currency) },
  ...{ refunded: zero(currency), outstanding: zero(currency) },
})

export function viewSums(row: SumRow): Sums & { currency: string } {
  const { currency, bookings, cancelled, travellers } = row
  const of = (name: (typeof amounts)[number]) => money(row[name], currency)
  return {
    ...{ currency, bookings, cancelled, travellers, sold: of('sold'), tax: of('tax') },
    ...{ received: of('received'), refunded: of('refunded'), outstanding: of('outstanding') },
  }
}

/** Adds rows up in one currency. Amounts without a rate are left out. */
export function addUp(rows: readonly SumRow[], currency: string, rates: RatesPerUsd): Sums {
  const total = emptySums(currency)
  for (const row of rows) {
    for (const name of counts) total[name] += row[name]
    for (const name of amounts)
      total[name] = add(total[name], convert(money(row[name], row.currency), currency, rates) ?? zero(currency))
  }
  return total
}

/** Rows of the same currency, added up. */
export function byCurrency(rows: readonly SumRow[]): SumRow[] {
  const sums = new Map<string, SumRow>()
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? {
      ...{ currency: row.currency, bookings: 0, cancelled: 0, travellers: 0 },
      ...{ sold: 0, tax: 0, received: 0, refunded: 0, outstanding: 0 },
    }
    for (const name of [...counts, ...amounts]) sum[name] += row[name]
    sums.set(row.currency, sum)
  }
  return [...sums.values()].sort((a, b) => b.sold - a.sold || (a.currency < b.currency ? -1 : 1))
}

export type Group = { readonly key: string; readonly name: string; readonly rows: readonly GroupRow[] }

/** Rows of the same key together: months in their order, all others the best sold first. */
export function grouped(
  rows: readonly GroupRow[],
  by: ReportGroup,
  worth: (rows: readonly SumRow[]) => number,
): Group[] {
  const groups = [...Map.groupBy(rows, ({ key }) => key)].map(([key, of]) => ({
    key,
    name: of.find(({ name }) => name !== '')?.name ?? '',
    rows: of.toSorted((a, b) => b.sold - a.sold || (a.currency < b.currency ? -1 : 1)),
  }))
  if (by === 'month') return groups.sort((a, b) => (a.key < b.key ? -1 : 1))
  const worths = new Map(groups.map((group) => [group.key, worth(group.rows)]))
  return groups.sort((a, b) => (worths.get(b.key) ?? 0) - (worths.get(a.key) ?? 0) || (a.key < b.key ? -1 : 1))
}
