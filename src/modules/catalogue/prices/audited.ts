/** How the audit trail names the items of a price change, with their prices before and after. Pure. */
import { formatAmount, money } from '../../../kernel/money.ts'
import type { Details } from '../../../services/kind.ts'
import type { ChangedItem } from './tables.server.ts'

type Amounts = Readonly<Record<string, string>>
export interface AuditedPrices {
  readonly before: Readonly<Record<string, Amounts>>
  readonly after: Readonly<Record<string, Amounts>>
}

/** By title; items of the same title are told apart by their id. */
export function auditedPrices(items: readonly ChangedItem[]): AuditedPrices {
  const isShared = (title: string) => items.filter((item) => item.title === title).length > 1
  const sideOf = (side: 'before' | 'after') =>
    Object.fromEntries(
      items.map((item) => [isShared(item.title) ? `${item.title} (${item.id})` : item.title, amountsOf(item, side)]),
    )
  return { before: sideOf('before'), after: sideOf('after') }
}

function amountsOf(item: ChangedItem, side: 'before' | 'after'): Amounts {
  const all = pricesIn(item[side])
  const others = new Map(pricesIn(item[side === 'before' ? 'after' : 'before']))
  const changed = all.filter(([name, minor]) => others.get(name) !== minor)
  return Object.fromEntries(
    changed.map(([name, minor]) => [name, `${formatAmount(money(minor, item.currency))} ${item.currency}`]),
  )
}

/** 'price_adult', and 'schedules.2.price_adult' for the second season. */
function pricesIn(details: Details): [string, number][] {
  return Object.entries(details).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]]
    if (!Array.isArray(value)) return []
    return (value as Details[]).flatMap((entry, at) => {
      const prices = (entry.prices ?? entry) as Details
      return Object.entries(prices).flatMap(([field, minor]): [string, number][] =>
        typeof minor === 'number' ? [[`${name}.${at + 1}.${field}`, minor]] : [],
      )
    })
  })
}
