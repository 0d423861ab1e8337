import { useQuery } from '@tanstack/react-query'
import type { StaffArea } from '../kernel/staff.ts'
import { api } from './api.ts'

/** The areas that the user may enter. They control the display only; the server checks permissions. */
export function useAreas(): readonly StaffArea[] {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  return session.data?.user?.areas ?? []
}

export const useMayEnter = (area: StaffArea): boolean => useAreas().includes(area)
