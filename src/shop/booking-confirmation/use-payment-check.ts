import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { usePage } from '../page.tsx'
import { type BookingAccess, bookingQuery } from '../queries.ts'

const pauses = [1500, 3000, 5000, 8000]
/** Manual methods are decided by people: there is nobody to ask. */
const manual = ['bank_transfer', 'cash_on_arrival']

/**
 * Back from a provider whose answer is not final yet: asks again a few times, and says 'still checking' meanwhile, never
 * 'failed'. Announces a payment that has just come (C180), once for each booking.
 */
export function usePaymentCheck(booking: BookingView, access: BookingAccess): boolean {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const [tries, setTries] = useState(0)
  const { payment_method: method, payment_status: state, booking_status: status } = booking
  const isOpen = method !== null && !manual.includes(method) && state === 'pending' && status === 'pending'
  const isChecking = isOpen && tries < pauses.length
  const { bookingId, token } = access
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(async () => {
      await api.payment.check({ bookingId, ...(token && { token }) }).catch(() => undefined)
      await queryClient.invalidateQueries(bookingQuery(api, { bookingId, token }))
      setTries((count) => count + 1)
    }, pauses[tries])
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
