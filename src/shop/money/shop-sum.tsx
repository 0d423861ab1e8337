import type { ReactNode } from 'react'
import type { Money } from '../../kernel/money.ts'
import type { PriceLine } from '../../services/kind.ts'
import { PriceSum } from '../../ui/price.tsx'
import { useText } from '../intl/intl.tsx'
import { shownLines } from './shown-lines.ts'
import { useMoney } from './use-money.ts'

const people = ['adult', 'child', 'infant']

type ShopSumProps = {
  lines: readonly PriceLine[]
  /** Tax, and the discount as a negative amount; 0 is left out. With `lines` they add up to the total. */
  more: readonly (readonly [label: string, amount: Money])[]
  total: readonly [label: string, amount: Money]
  /** Every line says what it costs in its own currency, and not the total alone. */
  isReceipt?: boolean
  /** What was paid of the total. */
  children?: ReactNode
}

/**
 * The lines of a price and their total in the chosen currency, with what is charged small beneath. Pages that use it
 * load the area `lines`.
 */
export function ShopSum({ lines, more, total: [label, total], isReceipt, children }: ShopSumProps) {
  const t = useText('lines')
  const { show, charged, inChosen } = useMoney()
  const isConverted = inChosen(total).currency !== total.currency
  /** '2 adults × $49.00'; a converted line is rounded, so it names no price to multiply. */
  const labelOf = ({ label, quantity: count, unit }: PriceLine): string => {
    const key = label as 'adult'
    // Of a kind from another folder, in its own word.
    if (!t.has(key)) return count > 1 ? `${count} × ${label}` : label
    const name = t(key, { count })
    return isConverted || !people.includes(label) ? name : t('each', { line: name, price: charged(unit) })
  }
  const rows = [
    ...lines.map((line) => [labelOf(line), line.total] as const),
    ...more.filter(([, { minor }]) => minor !== 0),
  ]
  const shown = shownLines(
    rows.map(([, amount]) => amount),
    inChosen,
  )
  const amountOf = (amount: Money, inTheSum?: Money) => {
    const { text, own } = show(amount, true, inTheSum)
    return { amount: text, own: inTheSum && !isReceipt ? '' : own }
  }
  return (
    <PriceSum
      lines={rows.map(([label, amount], at) => ({ key: label, label, ...amountOf(amount, shown[at]) }))}
      total={{ label, ...amountOf(total) }}
    >
      {children}
    </PriceSum>
  )
}
