import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** How often other devices' marks are fetched. */
const refetchMs = 20_000
/** Loaded lists stay for as long as the page is open, because the next one may have no connection. */
const live = { refetchInterval: refetchMs, gcTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const

export const useDeparturesToday = () =>
  useQuery({
    queryKey: ['check-in', 'departures'],
    queryFn: () => api.booking.admin.checkIn.departures(),
    ...live,
  })
export const useDeparture = (departure_id: string) =>
  useQuery({
    queryKey: ['check-in', 'departure', departure_id],
    queryFn: () => api.booking.admin.checkIn.departure({ departure_id }),
    ...live,
  })
export const useVoucher = (code: string) =>
  useQuery({
    queryKey: ['check-in', 'voucher', code],
    queryFn: () => api.booking.admin.checkIn.voucher({ code }),
    ...live,
  })
