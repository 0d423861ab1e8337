import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { useGo } from '../link.tsx'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { accessOf, type BookingAccess, bookingQuery, paymentPageQuery } from '../queries.ts'
import { type NextStep, nextStep, type PaymentAnswer } from './next-step.ts'
import { usePaymentFlow } from './payment-flow.ts'
import { type PopupWay, preparePopup } from './popup.ts'
import { submitForm } from './submit-form.ts'

type Method = PaymentPage['methods'][number]
export interface Paying {
  readonly isBusy: boolean
  readonly error: string
  /** A way on where the last one has failed: the supplier's own page in place of its popup. */
  readonly otherWay: { readonly name: string; readonly go: () => void } | null
  /** The method is chosen: what it needs of others is fetched now. */
  readonly prepare: (method: Method) => void
  readonly start: (method: Method) => Promise<void>
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
  const [otherWay, setOtherWay] = useState<Paying['otherWay']>(null)
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
      // That the popup was closed says nothing about the money: the supplier is asked.
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
      // A page that is about to be left keeps its busy button.
      isRunning.current = isLeaving
      setBusy(isLeaving)
    }
  }
  return { isBusy, error, otherWay, prepare, start }
}
