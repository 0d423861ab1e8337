import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Staff who sold or handled bookings. */
export const staffQuery = queryOptions({ queryKey: ['booking-staff'], queryFn: () => api.booking.admin.staff() })
