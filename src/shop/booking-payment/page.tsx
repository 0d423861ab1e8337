import texts from 'shop-messages:payment,upload,states,bookingMissing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paymentHref } from '../../modules/booking/index.ts'
import type { PaymentPage as Payment } from '../../modules/payment/contract.ts'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { BookingMissing } from '../booking-view/booking-missing.tsx'
import { useShop } from '../context.tsx'
import { addMessages, useText } from '../intl.tsx'
import { PageHead, usePage } from '../page.tsx'
import { type BookingAccess, paymentPageQuery } from '../queries.ts'
import { BackButton } from './back-button.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PaymentSummary } from './payment-summary.tsx'

addMessages(texts)

export function BookingPaymentPage() {
  const access = useBookingAccess()
  const { isMissing } = usePage()
  return access && !isMissing ? <FoundPayment access={access} /> : <BookingMissing />
}

function FoundPayment({ access }: { access: BookingAccess }) {
  const { api } = useShop()
  const { data } = useSuspenseQuery(paymentPageQuery(api, access))
  useCleanAddress(access)
  return <PaymentView payment={data} access={access} />
}

/** Older links named the customer and an amount in the address: nothing of that is read, and it does not stay there (C189). */
function useCleanAddress(access: BookingAccess): void {
  const { history } = useRouter()
  const { search } = usePage()
  const clean = paymentHref(access.bookingId, access.token)
  const isClean = Object.keys(search).every((key) => key === 'bookingId' || key === 'token')
  useEffect(() => {
    if (!isClean) history.replace(clean)
  }, [isClean, clean, history])
}

/** The summary, and to its right the payment (C191). */
function PaymentView({ payment, access }: { payment: Payment; access: BookingAccess }) {
  const t = useText('payment')
  return (
    <div className="wide max-w-5xl py-6">
      <PageHead title={t('title')} isPrivate />
      <BackButton />
      <h1 className="mt-2 mb-6">{t('title')}</h1>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <PaymentSummary payment={payment} />
        <PaymentForm payment={payment} access={access} />
      </div>
    </div>
  )
}
