import texts from 'shop-messages:payment,hold,upload,bookingMissing,checkout'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { paymentHref } from '../../modules/booking/index.ts'
import type { PaymentPage as Payment } from '../../modules/payment/contract.ts'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { BookingMissing } from '../booking-view/booking-missing.tsx'
import { CheckoutSteps } from '../booking-view/checkout-steps.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paymentPageQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { localHref } from '../routing/local-href.ts'
import { usePage } from '../routing/page.ts'
import { BackButton } from './back-button.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { useReturnPlace } from './return-place.ts'
import { useTransferScreen } from './use-transfer-screen.ts'
import { useVisit } from './use-visit.ts'

addMessages(texts)

export function BookingPaymentPage() {
  const access = useBookingAccess()
  const { isMissing } = usePage()
  return access && !isMissing ? <LoadedPayment access={access} /> : <BookingMissing />
}

function LoadedPayment({ access }: { access: BookingAccess }) {
  const { api } = useShop()
  const { data } = useSuspenseQuery(paymentPageQuery(api, access))
  useCleanAddress(access)
  useReturnPlace(access.bookingId, true)
  return <PaymentView payment={data} access={access} />
}

/** Older links carried the customer's name and an amount: both are ignored and removed from the address (C189). */
function useCleanAddress(access: BookingAccess): void {
  const { history } = useRouter()
  const { prefix } = useShop()
  const { search } = usePage()
  const clean = localHref(prefix, paymentHref(access.bookingId, access.token))
  const isClean = Object.keys(search).every((key) => key === 'bookingId' || key === 'token')
  useEffect(() => {
    if (!isClean) history.replace(clean)
  }, [isClean, clean, history])
}

function PaymentView({ payment, access }: { payment: Payment; access: BookingAccess }) {
  const t = useText('payment')
  const { paymentNote, lang } = useChrome()
  const screen = useTransferScreen(payment)
  useVisit(payment, access)
  return (
    <div className="wide max-w-5xl pt-1 pb-6 lg:pt-6">
      <PageHead title={t('title')} isPrivate />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <BackButton onBack={screen.isShown ? screen.leave : undefined} />
        {payment.isPayable && !payment.move ? <CheckoutSteps current="payment" /> : null}
      </div>
      <h1 className="mt-3 mb-4 lg:mt-2 lg:mb-6">{t('title')}</h1>
      <div className="grid items-start gap-5 lg:gap-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <PaymentSummary payment={payment} />
        <div className="grid min-w-0 gap-5">
          <PaymentForm payment={payment} access={access} screen={screen} />
          {paymentNote ? (
            <p className="flex items-start gap-2 text-sm text-ink-2">
              <ShieldCheck aria-hidden="true" className="mt-0.5 size-4.5 flex-none text-success" />
              <span lang={lang?.paymentNote}>{paymentNote}</span>
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}
