import { useQuery } from '@tanstack/react-query'
import type { StaffArea } from '../kernel/staff.ts'
import { api } from './api.ts'

/** Whether the user may enter an area. This controls the display only; the server checks permissions. */
export function useMayEnter(area: StaffArea): boolean {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  return session.data?.user?.areas.includes(area) ?? false
}
