import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, bookingQuery, paymentPageQuery } from '../client/queries.ts'
import { useText } from '../intl/intl.tsx'
import { usePage } from '../routing/page.ts'

const pauses = [1500, 3000, 5000, 8000]
/** While the payment is under check. Within the limit of 60 checks in ten minutes. */
const longPause = 20_000
const openStates = ['created', 'requires_action', 'processing']

/** True when a payment was started with a provider that has not reported its outcome. */
function useOpenAttempt(booking: BookingView, access: BookingAccess): boolean {
  const { api } = useShop()
  const isUndecided = booking.payment_status === 'pending' && booking.booking_status === 'pending'
  const { data } = useQuery({ ...paymentPageQuery(api, access), enabled: isUndecided })
  const attempt = data?.attempt
  if (!isUndecided || !attempt) return false
  const isAsked = data.methods.some(({ name, type }) => name === attempt.provider && type === 'api')
  return isAsked && openStates.includes(attempt.state)
}

/**
 * Asks for the outcome a few times after a return from a provider; meanwhile the page says 'still checking', never
 * 'failed'. Announces a new payment once per booking (C180).
 */
export function usePaymentCheck(booking: BookingView, access: BookingAccess): boolean {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const [tries, setTries] = useState(0)
  const isOpen = useOpenAttempt(booking, access)
  const isUnderCheck = booking.payment_checking
  const isChecking = isUnderCheck || (isOpen && tries < pauses.length)
  const { bookingId, token } = access
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(async () => {
      const payment = await api.payment.check({ bookingId, ...(token && { token }) }).catch(() => undefined)
      if (payment) queryClient.setQueryData(paymentPageQuery(api, { bookingId, token }).queryKey, payment)
      await queryClient.invalidateQueries(bookingQuery(api, { bookingId, token }))
      setTries((count) => count + 1)
    }, pauses[tries] ?? longPause)
    return () => clearTimeout(timer)
  }, [isChecking, tries, api, queryClient, bookingId, token])
  usePaymentToast(booking)
  return isChecking
}

function usePaymentToast(booking: BookingView): void {
  const t = useText('confirmation')
  const { search } = usePage()
  const { id, booking_status: status, payment_status: state } = booking
  const cameFromPayment = search.status === 'success'
  useEffect(() => {
    if (!cameFromPayment || state !== 'completed' || !isFirstTime(`safar-paid:${id}`)) return
    showToast({ tone: 'success', title: status === 'confirmed' ? t('toastConfirmed') : t('toastPaid') })
  }, [cameFromPayment, state, status, id, t])
}

function isFirstTime(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    return true
  }
}
