import { api } from '../api.ts'

export const slidersQuery = { queryKey: ['sliders'], queryFn: () => api.content.admin.sliders.list() }
