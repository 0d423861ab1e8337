import texts from 'shop-messages:payment,upload'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { PaymentFlowContext } from '../booking-payment/payment-flow.ts'
import { PaymentForm } from '../booking-payment/payment-form.tsx'
import { endedAttempt } from '../booking-payment/payment-state.ts'
import { rememberReturn } from '../booking-payment/return-place.ts'
import { useTransferScreen } from '../booking-payment/use-transfer-screen.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { paymentPageQuery } from '../client/queries.ts'
import { showProblem } from '../form/problem-toast.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import type { Booked } from './draft.ts'

addMessages(texts)

type PaymentStepProps = {
  booked: Booked
  onDone: () => void
  /** The wizard's addresses, for the return from a provider's page. */
  places: { readonly paid: string; readonly unpaid: string }
}

/** The payment page's form within the wizard (D85); a failed payment can be retried (C101). */
export function PaymentStep({ booked, onDone, places }: PaymentStepProps) {
  const t = useText('visa')
  const loading = useText('loading')
  const { api } = useShop()
  const query = useQuery(paymentPageQuery(api, booked))
  const payment = query.data
  useFailureToast(payment)
  const isSettled = payment !== undefined && !payment.isPayable && payment.payment_status === 'completed'
  useEffect(() => {
    if (isSettled) onDone()
  }, [isSettled, onDone])
  if (query.isError) {
    return (
      <Notice tone="danger" role="alert" title={t('paymentTitle')}>
        <p>{readProblem(query.error).message}</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => void query.refetch()}>
          {t('continue')}
        </Button>
      </Notice>
    )
  }
  if (!payment) return <LoadingIndicator type="payment" message={loading('methods')} />
  return (
    <PaymentFlowContext
      value={{ onDone, onLeave: () => rememberReturn(booked.bookingId, places), errorTitle: t('paymentTitle') }}
    >
      <div className="grid gap-5">
        <PaymentHead payment={payment} />
        <WizardForm payment={payment} booked={booked} />
      </div>
    </PaymentFlowContext>
  )
}

function WizardForm({ payment, booked }: { payment: PaymentPage; booked: Booked }) {
  return <PaymentForm payment={payment} access={booked} screen={useTransferScreen(payment)} />
}

/** Shown once per failed attempt, also after a return from a provider. */
function useFailureToast(payment: PaymentPage | undefined): void {
  const t = useText('visa')
  const words = useText('payment')
  const announced = useRef<string | null>(null)
  const ended = payment ? endedAttempt(payment) : null
  const attemptId = payment?.attempt?.id ?? null
  const state = ended?.state
  const message = ended?.message
  useEffect(() => {
    if (!state || announced.current === attemptId) return
    announced.current = attemptId
    showProblem(t('paymentTitle'), message || words(`ended.${state}Text`))
  }, [state, message, attemptId, t, words])
}

function PaymentHead({ payment }: { payment: PaymentPage }) {
  const t = useText('visa')
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-lg bg-sunken p-4">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere" lang={payment.languages?.service_title}>
          {payment.service_title}
        </span>
        <bdi className="text-sm text-ink-2 tabular-nums">{payment.booking_reference}</bdi>
      </span>
      <span>
        <span className="sr-only">{t('total')} </span>
        <ShopPrice amount={payment.amount} isExact className="text-2xl" />
      </span>
    </p>
  )
}
