import type { PriceBreakdown } from '../../services/kind.ts'
import { formatPercent } from '../../services/shared/breakdown.ts'
import { PriceSum } from '../../ui/price.tsx'
import { useText } from '../intl.tsx'
import { useMoney } from '../money/use-money.ts'
import type { BookingForm } from './use-booking-form.ts'

const knownLines = ['adult', 'child', 'infant', 'base', 'distance', 'hours', 'fee', 'person'] as const
type KnownLine = (typeof knownLines)[number]
const isKnown = (label: string): label is KnownLine => (knownLines as readonly string[]).includes(label)

/** '2 adults × $49.00', with a kind's own word where the shop has none. */
export function useLineLabel(): (line: PriceBreakdown['lines'][number]) => string {
  const t = useText('lines')
  const { exact } = useMoney()
  return (line) => {
    if (!isKnown(line.label)) return line.quantity > 1 ? `${line.quantity} × ${line.label}` : line.label
    return t(line.label, { count: line.quantity, price: exact(line.unit) })
  }
}

/** Every line of the price and its total, in the currency that is charged; in the visitor's too where that is another. */
export function FormSum({ form }: { form: BookingForm }) {
  const t = useText('booking')
  const labelOf = useLineLabel()
  const { exact, show } = useMoney()
  const { lines, tax, taxRate, discount, final } = form.price
  const shown = show(final)
  return (
    <div aria-live="polite">
      <PriceSum
        lines={[
          ...lines.map((line) => ({ key: line.label, label: labelOf(line), amount: exact(line.total) })),
          ...(tax.minor > 0
            ? [{ key: 'tax', label: t('tax', { rate: taxRate ? formatPercent(taxRate) : '' }), amount: exact(tax) }]
            : []),
          ...(discount.minor > 0 ? [{ key: 'discount', label: t('discount'), amount: `-${exact(discount)}` }] : []),
        ]}
        total={{ label: t('total'), amount: exact(final) }}
      />
      {shown.isConverted ? (
        <p className="mt-1 text-end text-sm text-ink-2">
          <bdi>{shown.text}</bdi>
        </p>
      ) : null}
    </div>
  )
}
