import { api } from '../api.ts'

export const gatewaysQuery = { queryKey: ['gateways'], queryFn: () => api.payment.admin.gateways() }
