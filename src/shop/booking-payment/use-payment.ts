import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess, bookingQuery, paymentPageQuery } from '../client/queries.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { useGo } from '../routing/link.tsx'
import { type NextStep, nextStep, type PaymentAnswer } from './next-step.ts'
import { usePaymentFlow } from './payment-flow.ts'
import { type PopupWay, preparePopup } from './popup.ts'
import { submitForm } from './submit-form.ts'

type Method = PaymentPage['methods'][number]
export interface Paying {
  readonly isBusy: boolean
  readonly error: string
  /** An alternative after a failure: the provider's own page instead of its popup. */
  readonly otherWay: { readonly name: string; readonly go: () => void } | null
  /** Preloads what the chosen method needs. */
  readonly prepare: (method: Method) => void
  readonly start: (method: Method) => Promise<void>
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Starts a payment once, however often the button is pressed, and follows the response (C205, C206). */
export function usePayment(access: BookingAccess, onInstructions: () => void): Paying {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const go = useGo()
  const flow = usePaymentFlow()
  const t = useText('payment')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [otherWay, setOtherWay] = useState<Paying['otherWay']>(null)
  /** Kept until there is a response: a retry after a lost connection is the same request. */
  const key = useRef<string | null>(null)
  const isRunning = useRef(false)
  const refresh = () => queryClient.invalidateQueries(paymentPageQuery(api, access))
  useEffect(() => {
    // After the browser's Back button the page is as it was left, with its button busy.
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
  const leave = (by: () => void): true => {
    flow?.onLeave()
    by()
    return true
  }
  const finish = async (isArrival: boolean) => {
    await queryClient.invalidateQueries({ queryKey: bookingQuery(api, access).queryKey })
    if (isArrival) showToast({ tone: 'success', title: t('onArrival') })
    if (flow) flow.onDone()
    else go(`${confirmationHref(access.bookingId, access.token)}${isArrival ? '' : '&status=success'}`)
  }
  /** True when the page is about to be left. */
  const openPopup = async (step: NextStep & { kind: 'popup' }, method: Method, way: PopupWay): Promise<boolean> => {
    const { page } = step
    if (way.kind === 'page' && page) return leave(() => submitForm(page))
    const end = await (way.kind === 'popup' ? way.popup?.open(step.options) : null)
    const name = method.popup?.name ?? method.label
    if (!end) {
      if (page) setOtherWay({ name, go: () => leave(() => submitForm(page)) })
      fail(t('popupMissing', { name }))
    } else if (end.kind === 'returned') {
      return leave(() => submitForm({ url: `/api/payments/${step.attemptId}/return`, form: end.form }))
    } else {
      // A closed popup says nothing about the money, so ask the provider.
      const now = await api.payment.check(accessOf(access)).catch(() => null)
      if (now?.payment_status === 'completed') await finish(false)
      else fail(end.failure ?? t('ended.cancelledText'))
    }
    return false
  }
  /** True when the page is about to be left. */
  const follow = async (answer: PaymentAnswer, method: Method, way: PopupWay): Promise<boolean> => {
    const step = nextStep(answer)
    if (step.kind === 'leave') return leave(() => location.assign(step.url))
    if (step.kind === 'leave-by-form') return leave(() => submitForm(step.post))
    if (step.kind === 'popup') return openPopup(step, method, way)
    if (step.kind === 'failed') fail(step.message || t(step.otherwise))
    else if (step.kind === 'bank-details') {
      await refresh()
      onInstructions()
    } else await finish(step.kind === 'pay-on-arrival')
    return false
  }
  const prepare = ({ popup }: Method) => {
    if (popup) void preparePopup(popup)
  }
  const start = async (method: Method) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError('')
    setOtherWay(null)
    clearProblem()
    key.current ??= newKey()
    let isLeaving = false
    try {
      const way: PopupWay = method.popup ? await preparePopup(method.popup) : { kind: 'page' }
      if (way.kind === 'loading') return fail(t('popupLoading', { name: method.popup?.name ?? method.label }))
      const input = { ...accessOf(access), paymentMethod: method.name }
      const answer = await api.payment.create(input, { context: { idempotencyKey: key.current } })
      key.current = null
      isLeaving = await follow(answer, method, way)
    } catch (thrown) {
      const problem = readProblem(thrown)
      if (problem.status !== 0) key.current = null
      fail(problem.message || t('cannotProcess'))
    } finally {
      // A page about to be left keeps its busy button.
      isRunning.current = isLeaving
      setBusy(isLeaving)
    }
  }
  return { isBusy, error, otherWay, prepare, start }
}
