import { formatPercent } from '../../services/shared/breakdown.ts'
import { PriceSum } from '../../ui/price.tsx'
import { useText } from '../intl/intl.tsx'
import { useLineLabel } from '../money/use-line-label.ts'
import { useMoney } from '../money/use-money.ts'
import type { BookingForm } from './use-booking-form.ts'

/** Every line of the price and the total in the currency that is charged, and converted for the visitor. */
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
          <bdi dir="ltr">{shown.text}</bdi>
        </p>
      ) : null}
    </div>
  )
}
