import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const bookingQuery = (reference: string) =>
  queryOptions({ queryKey: ['booking', reference], queryFn: () => api.booking.admin.find({ reference }) })
