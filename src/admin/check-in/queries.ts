import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** How often marks from other devices are fetched. */
const refetchMs = 20_000
/** Lists stay cached while the page is open: the device may be offline later. */
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
