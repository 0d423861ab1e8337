import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BookingRow } from '../../modules/booking/contract.ts'
import type { ServiceMatch } from '../../modules/catalogue/contract.ts'
import type { CustomerRow } from '../../modules/customer/index.ts'
import { api } from '../api.ts'
import { useAreas } from '../may-enter.ts'

const pauseMs = 200
const maxMatches = 5
/** Minimum length of a search. */
const minLetters = 2

export type PaletteMatches = {
  readonly bookings: readonly BookingRow[]
  readonly customers: readonly CustomerRow[]
  readonly items: readonly ServiceMatch[]
}

/** Bookings and, unless `onlyBookings`, customers and catalogue items that the server finds for the text, as far as the user may. */
export function usePaletteSearch(text: string, onlyBookings: boolean): PaletteMatches & { isLooking: boolean } {
  const areas = useAreas()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const isLong = q.length >= minLetters
  // Nothing was found yet because nothing was asked yet.
  const isWaiting = text.trim() !== q && text.trim().length >= minLetters
  const forBookings = isLong && areas.includes('bookings')
  const forCustomers = forBookings && !onlyBookings
  const forItems = isLong && areas.includes('catalogue') && !onlyBookings
  const bookings = useQuery({
    queryKey: ['palette', 'bookings', q],
    queryFn: () => api.booking.admin.list({ q, limit: maxMatches }),
    enabled: forBookings,
    placeholderData: keepPreviousData,
  })
  const customers = useQuery({
    queryKey: ['palette', 'customers', q],
    queryFn: () => api.customer.admin.list({ q, limit: maxMatches }),
    enabled: forCustomers,
    placeholderData: keepPreviousData,
  })
  const items = useQuery({
    queryKey: ['palette', 'items', q],
    queryFn: () => api.catalogue.admin.find({ q: q.slice(0, 100), limit: maxMatches }),
    enabled: forItems,
    placeholderData: keepPreviousData,
  })
  return {
    bookings: forBookings ? (bookings.data?.items ?? []) : [],
    customers: forCustomers ? (customers.data?.items ?? []) : [],
    items: forItems ? (items.data?.items ?? []) : [],
    isLooking: isWaiting || [bookings, customers, items].some(({ isFetching }) => isFetching),
  }
}
