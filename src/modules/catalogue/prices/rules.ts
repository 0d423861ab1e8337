/** What a price change makes of the prices of an item. Pure. */
import { exponentOf, type Money, money, multiplyByRatio } from '../../../kernel/money.ts'
import type { Details } from '../../../services/kind.ts'

export const roundings = ['none', '1', '5', '10', '0.99'] as const
export type Rounding = (typeof roundings)[number]

export interface PriceChange {
  readonly direction: 'raise' | 'lower'
  /** A percentage as a decimal with at most two digits after the point: '12.5'. */
  readonly by:
    | { readonly unit: 'percent'; readonly percent: string }
    | { readonly unit: 'amount'; readonly amount: Money }
  readonly rounding: Rounding
  /** Price fields of the kind; their values in seasons and rules by nationality change with them. */
  readonly fields: readonly string[]
}

/** One price of an item. `season` and `rule` are positions from 0; both null: the item's own price. */
export interface PriceStep {
  readonly field: string
  readonly season: number | null
  readonly rule: number | null
  readonly before: number
  readonly after: number
}

/** The price after the change; may be zero or less, which the caller refuses. 0 is "free" and stays free. */
export function changedPrice(minor: number, change: PriceChange, currency: string): number {
  if (minor === 0) return 0
  const { by, direction } = change
  const step =
    by.unit === 'amount' ? by.amount.minor : multiplyByRatio(money(minor, currency), ratioOf(by.percent)).minor
  const rounded = roundTo(direction === 'raise' ? minor + step : minor - step, change.rounding, currency)
  // Rounding never turns a rise into a cut.
  return direction === 'raise' ? Math.max(minor, rounded) : Math.min(minor, rounded)
}

/** '12.5' is '0.1250'. */
function ratioOf(percent: string): string {
  const [whole = '', decimals = ''] = percent.split('.')
  const digits = `${whole}${decimals.padEnd(2, '0')}`.padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** To the nearest step, halves up. '0.99' is the nearest amount that ends in .99. */
export function roundTo(minor: number, rounding: Rounding, currency: string): number {
  if (rounding === 'none') return minor
  const unit = 10 ** exponentOf(currency)
  const step = rounding === '0.99' ? unit : Number(rounding) * unit
  const end = rounding === '0.99' ? Math.floor((unit * 99) / 100) : 0
  return Math.floor((minor - end + step / 2) / step) * step + end
}

type Prices = Readonly<Record<string, unknown>>
/** Where an item stores prices beside its own: in each entry of these lists. */
const listed = [
  { name: 'schedules', place: 'season', pricesOf: (entry: Prices) => (entry.prices ?? {}) as Prices },
  { name: 'nationality_rules', place: 'rule', pricesOf: (entry: Prices) => entry },
] as const
type Listed = (typeof listed)[number]

/** The prices that change, and the fields of the details that hold them, as they would be stored. */
export function changeDetails(
  details: Details,
  change: PriceChange,
  currency: string,
): { readonly steps: readonly PriceStep[]; readonly details: Details } {
  const steps: PriceStep[] = []
  const apply = (prices: Prices, place: Pick<PriceStep, 'season' | 'rule'>): Prices => {
    const changed: Record<string, number> = {}
    for (const field of change.fields) {
      const before = prices[field]
      if (typeof before !== 'number') continue
      const after = changedPrice(before, change, currency)
      if (after === before) continue
      changed[field] = after
      steps.push({ field, ...place, before, after })
    }
    return changed
  }
  const own = apply(details, { season: null, rule: null })
  const lists = listed.flatMap((list) => changeList(details[list.name], list, apply))
  return { steps, details: { ...own, ...Object.fromEntries(lists) } }
}

type Apply = (prices: Prices, place: Pick<PriceStep, 'season' | 'rule'>) => Prices
function changeList(value: unknown, { name, place, pricesOf }: Listed, apply: Apply): [string, unknown][] {
  if (!Array.isArray(value)) return []
  let isChanged = false
  const entries = (value as Prices[]).map((entry, at) => {
    const changed = apply(pricesOf(entry), { season: null, rule: null, [place]: at })
    if (Object.keys(changed).length === 0) return entry
    isChanged = true
    return place === 'season' ? { ...entry, prices: { ...pricesOf(entry), ...changed } } : { ...entry, ...changed }
  })
  return isChanged ? [[name, entries]] : []
}
