import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { useShop } from '../client/context.tsx'
import { bookingQuery } from '../client/queries.ts'
import { useGo } from '../routing/link.tsx'
import { useKind } from '../routing/page.ts'
import { nextPassenger } from './clearance-rules.ts'

const nobody = { bookingId: '', token: undefined }

/**
 * 'Book for another passenger' names the earlier booking in the address. Flight and contact are copied from it once,
 * and the address is cleaned (C232). True when they have been filled in.
 */
export function useNextPassenger(form: BookingForm): boolean {
  const { api } = useShop()
  const { listHref } = useKind()
  const go = useGo()
  const access = useBookingAccess()
  const [isCopied, setCopied] = useState(false)
  const isDone = useRef(false)
  const isAlive = form.now !== null
  const { data, isError } = useQuery({
    ...bookingQuery(api, access ?? nobody),
    enabled: access !== null && isAlive,
    retry: false,
  })
  const isKnown = data !== undefined || isError
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the booking is known
  useEffect(() => {
    if (!access || !isKnown || isDone.current) return
    isDone.current = true
    if (data && data.service_type === form.service.kind) {
      form.change(nextPassenger(data))
      setCopied(true)
    }
    go(listHref, { replace: true })
  }, [isKnown])
  return isCopied
}
