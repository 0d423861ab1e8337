import type { PriceLine } from '../../services/kind.ts'
import { useText } from '../intl/intl.tsx'
import { useMoney } from './use-money.ts'

const legLines = ['bothWays', 'outboundLeg', 'returnLeg'] as const
const knownLines = ['adult', 'child', 'infant', 'base', 'distance', 'hours', ...legLines, 'fee'] as const
type KnownLine = (typeof knownLines)[number]
const isKnown = (label: string): label is KnownLine => (knownLines as readonly string[]).includes(label)

/** '2 adults × $49.00', with the kind's own word where the shop has none. Pages that use it load the area `lines`. */
export function useLineLabel(): (line: PriceLine) => string {
  const t = useText('lines')
  const { exact } = useMoney()
  return (line) => {
    if (!isKnown(line.label)) return line.quantity > 1 ? `${line.quantity} × ${line.label}` : line.label
    return t(line.label, { count: line.quantity, price: exact(line.unit) })
  }
}
