import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { useGo } from '../link.tsx'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { type BookingAccess, bookingQuery, paymentPageQuery } from '../queries.ts'
import { nextStep, type PaymentAnswer } from './next-step.ts'
import { usePaymentFlow } from './payment-flow.ts'

export interface Paying {
  readonly isBusy: boolean
  readonly error: string
  readonly start: (method: string) => Promise<void>
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Starts a payment once, however often the button is pressed, and goes where the answer says (C205, C206). */
export function usePayment(access: BookingAccess, onInstructions: () => void): Paying {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const go = useGo()
  const flow = usePaymentFlow()
  const t = useText('payment')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  /** Kept until there is an answer, so that a request that was lost is the same request when it is sent again. */
  const key = useRef<string | null>(null)
  const isRunning = useRef(false)
  const refresh = () => queryClient.invalidateQueries(paymentPageQuery(api, access))
  useEffect(() => {
    // Back from a provider's page by the browser's own back button: the page is as it was left, with its button busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isRunning.current = false
      setBusy(false)
      void queryClient.invalidateQueries(paymentPageQuery(api, access))
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [api, access, queryClient])

  const fail = (message: string) => {
    setError(message)
    showProblem(flow?.errorTitle ?? t('errorTitle'), message)
    void refresh()
  }
  /** True when the page is about to be left. */
  const follow = async (answer: PaymentAnswer): Promise<boolean> => {
    const step = nextStep(answer)
    if (step.kind === 'failed') fail(step.message || t(step.otherwise))
    else if (step.kind === 'leave') {
      flow?.onLeave()
      location.assign(step.url)
    } else if (step.kind === 'bank-details') {
      await refresh()
      onInstructions()
    } else {
      await queryClient.invalidateQueries({ queryKey: bookingQuery(api, access).queryKey })
      const isArrival = step.kind === 'pay-on-arrival'
      if (isArrival) showToast({ tone: 'success', title: t('onArrival') })
      if (flow) flow.onDone()
      else go(`${confirmationHref(access.bookingId, access.token)}${isArrival ? '' : '&status=success'}`)
    }
    return step.kind === 'leave'
  }
  const start = async (paymentMethod: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError('')
    clearProblem()
    key.current ??= newKey()
    let isLeaving = false
    try {
      const { bookingId, token } = access
      const input = { bookingId, paymentMethod, ...(token && { token }) }
      const answer = await api.payment.create(input, { context: { idempotencyKey: key.current } })
      key.current = null
      isLeaving = await follow(answer)
    } catch (thrown) {
      const problem = readProblem(thrown)
      if (problem.status !== 0) key.current = null
      fail(problem.message || t('cannotProcess'))
    } finally {
      // A page that is about to be left keeps its busy button.
      isRunning.current = isLeaving
      setBusy(isLeaving)
    }
  }
  return { isBusy, error, start }
}
