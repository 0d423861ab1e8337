import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { useShop } from '../client/context.tsx'
import { accessOf, type BookingAccess, paymentPageQuery } from '../client/queries.ts'

/** Reports once to the server that the page was opened, which renews the hold of an unpaid booking. */
export function useVisit({ isPayable, hold }: PaymentPage, access: BookingAccess): void {
  const { api } = useShop()
  const queryClient = useQueryClient()
  const isToldOf = useRef('')
  const { bookingId } = access
  const isHolding = isPayable && hold !== null
  useEffect(() => {
    if (!isHolding || isToldOf.current === bookingId) return
    isToldOf.current = bookingId
    api.payment.open(accessOf(access)).then(
      (page) => queryClient.setQueryData(paymentPageQuery(api, access).queryKey, page),
      // The page is right without it, and the start of a payment holds the places too.
      () => undefined,
    )
  }, [api, access, bookingId, isHolding, queryClient])
}
