import { Fragment } from 'react'
import { multiply } from '../../kernel/money.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopSum } from '../money/shop-sum.tsx'

/** The payment summary. Every amount is also there in the booking's own currency (C228). */
export function PaymentLines({ booking }: { booking: BookingView }) {
  const t = useText('confirmation')
  const { tax_amount: tax, discount_amount: discount, paid_amount: paid, refunded_amount: refunded } = booking
  const settled = [
    { key: 'paid', label: t('paid'), amount: paid },
    { key: 'refunded', label: t('refunded'), amount: refunded },
  ].filter(({ amount }) => amount.minor > 0)
  return (
    <section aria-labelledby="payment-summary">
      <h2 id="payment-summary" className="mb-3 text-xl">
        {t('payment')}
      </h2>
      <ShopSum
        isReceipt
        lines={booking.price_lines}
        more={[
          [t('tax'), tax],
          [t('discount'), multiply(discount, -1)],
        ]}
        total={[t('total'), booking.final_amount]}
      >
        {settled.map(({ key, label, amount }) => (
          <Fragment key={key}>
            <dt>{label}</dt>
            <dd>
              <ShopPrice amount={amount} isExact />
            </dd>
          </Fragment>
        ))}
      </ShopSum>
    </section>
  )
}
