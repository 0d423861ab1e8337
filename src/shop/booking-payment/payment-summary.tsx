import { ShieldCheck } from 'lucide-react'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { PassCard } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../booking-view/booking-facts.tsx'
import { useText } from '../intl.tsx'
import { useMoney } from '../money/use-money.ts'
import { useChrome } from '../use-chrome.ts'

/** What is paid for, by whom, and exactly how much (C192, C193, C297). */
export function PaymentSummary({ payment }: { payment: PaymentPage }) {
  const t = useText('payment')
  const { exact } = useMoney()
  const { paymentNote } = useChrome()
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
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{t('total')}</span>
            <bdi dir="ltr" className="price text-2xl">
              {exact(payment.amount)}
            </bdi>
          </p>
          {paymentNote ? (
            <p className="mt-3 flex items-start gap-2 text-sm text-ink-2">
              <ShieldCheck aria-hidden="true" className="mt-0.5 size-4.5 flex-none text-success" />
              {paymentNote}
            </p>
          ) : null}
        </>
      }
    >
      <p className="text-sm font-semibold text-ink-2">{payment.summaryLabel}</p>
      {payment.service_title ? <h2 className="mt-1 mb-4 text-xl">{payment.service_title}</h2> : null}
      <FactList
        rows={[
          [t('customer'), <bdi key="name">{payment.customer_name}</bdi>],
          [t('email'), payment.customer_email ? <bdi key="email">{payment.customer_email}</bdi> : null],
          [t('phone'), payment.customer_phone ? <bdi key="phone">{payment.customer_phone}</bdi> : null],
          [t('bookingId'), reference],
        ]}
      />
    </PassCard>
  )
}
