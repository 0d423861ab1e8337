import { useQuery } from '@tanstack/react-query'
import type { StaffArea } from '../kernel/staff.ts'
import { api } from './api.ts'

/** Whether who works here may enter an area: decides what is drawn, never what is allowed. */
export function useMayEnter(area: StaffArea): boolean {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  return session.data?.user?.areas.includes(area) ?? false
}
