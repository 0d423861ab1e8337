import { multiply } from '../../kernel/money.ts'
import { formatPercent } from '../../services/shared/breakdown.ts'
import { useText } from '../intl/intl.tsx'
import { ShopSum } from '../money/shop-sum.tsx'
import type { BookingForm } from './use-booking-form.ts'

/** Every line of the price and the total. */
export function FormSum({ form }: { form: BookingForm }) {
  const t = useText('booking')
  const { lines, tax, taxRate, discount, final } = form.price
  return (
    <div aria-live="polite">
      <ShopSum
        lines={lines}
        more={[
          [t('tax', { rate: taxRate ? formatPercent(taxRate) : '' }), tax],
          [t('discount'), multiply(discount, -1)],
        ]}
        total={[t('total'), final]}
      />
    </div>
  )
}
