import type { BookingView } from '../../modules/booking/index.ts'
import { PriceSum } from '../../ui/price.tsx'
import { useText } from '../intl/intl.tsx'
import { useLineLabel } from '../money/use-line-label.ts'
import { useMoney } from '../money/use-money.ts'

/** The payment summary in the booking's own currency (C228). */
export function PaymentLines({ booking }: { booking: BookingView }) {
  const t = useText('confirmation')
  const labelOf = useLineLabel()
  const { exact } = useMoney()
  const { tax_amount: tax, discount_amount: discount, paid_amount: paid, refunded_amount: refunded } = booking
  const more = [
    { key: 'tax', label: t('tax'), amount: tax, sign: '' },
    { key: 'discount', label: t('discount'), amount: discount, sign: '-' },
  ].filter(({ amount }) => amount.minor > 0)
  const settled = [
    { key: 'paid', label: t('paid'), amount: paid },
    { key: 'refunded', label: t('refunded'), amount: refunded },
  ].filter(({ amount }) => amount.minor > 0)
  return (
    <section aria-labelledby="payment-summary">
      <h2 id="payment-summary" className="mb-3 text-xl">
        {t('payment')}
      </h2>
      <PriceSum
        lines={[
          ...booking.price_lines.map((line) => ({ key: line.label, label: labelOf(line), amount: exact(line.total) })),
          ...more.map(({ key, label, amount, sign }) => ({ key, label, amount: `${sign}${exact(amount)}` })),
        ]}
        total={{ label: t('total'), amount: exact(booking.final_amount) }}
      />
      {settled.length > 0 ? (
        <dl className="sum mt-2">
          {settled.map(({ key, label, amount }) => (
            <div key={key} className="contents">
              <dt>{label}</dt>
              <dd>
                <bdi dir="ltr">{exact(amount)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}
