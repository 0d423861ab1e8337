import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const viewsQuery = queryOptions({ queryKey: ['booking-views'], queryFn: () => api.booking.admin.views.list() })
