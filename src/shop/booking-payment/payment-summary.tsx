import type { PaymentPage } from '../../modules/payment/contract.ts'
import { PassCard } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../booking-view/booking-facts.tsx'
import { FreeUntil } from '../cancellation/free-until.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'

/** Item, customer and exact amount (C192, C193, C297). */
export function PaymentSummary({ payment }: { payment: PaymentPage }) {
  const { shortDayAndYear, time: timeOf } = useDates()
  const t = useText('payment')
  const reference = (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <bdi className="tabular-nums">{payment.booking_reference}</bdi>
      <CopyButton value={payment.booking_reference} label={t('copyReference')} copiedLabel={t('copied')} iconOnly />
    </span>
  )
  return (
    <PassCard
      as="section"
      aria-label={t('summary')}
      stub={
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold">{t(payment.move ? 'difference' : 'total')}</span>
          <ShopPrice amount={payment.amount} isExact className="text-end text-2xl" />
        </p>
      }
    >
      <p className="text-sm font-semibold text-ink-2">{payment.summaryLabel}</p>
      {payment.service_title ? (
        <h2 className="mt-1 text-lg lg:text-xl" lang={payment.languages?.service_title}>
          {payment.service_title}
        </h2>
      ) : null}
      {payment.travel_date ? (
        <p className="mt-1 text-sm text-ink-2">
          {[
            shortDayAndYear(payment.travel_date),
            payment.travel_time && timeOf(payment.travel_time),
            payment.return_date && t('backOn', { day: shortDayAndYear(payment.return_date) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : null}
      <FreeUntil day={payment.free_cancellation_until} start={payment} />
      {/* On a phone the methods come first. */}
      <details className="folds lg:mt-4">
        <summary>{t('details')}</summary>
        <FactList
          rows={[
            [t('customer'), <bdi key="name">{payment.customer_name}</bdi>],
            [t('email'), payment.customer_email ? <bdi key="email">{payment.customer_email}</bdi> : null],
            [t('phone'), payment.customer_phone ? <bdi key="phone">{payment.customer_phone}</bdi> : null],
            [t('bookingId'), reference],
          ]}
        />
      </details>
    </PassCard>
  )
}
