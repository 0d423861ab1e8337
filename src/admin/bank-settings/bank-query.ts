import { api } from '../api.ts'

export const bankQuery = { queryKey: ['bank'], queryFn: () => api.payment.admin.bank() }
