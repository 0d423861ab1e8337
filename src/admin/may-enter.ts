import { useQuery } from '@tanstack/react-query'
import type { StaffArea } from '../kernel/staff.ts'
import type { Profile } from '../modules/account/contract.ts'
import { api } from './api.ts'

/** Who is signed in; null before that is known. */
export function useProfile(): Profile | null {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  return session.data?.user ?? null
}

/** The areas that the user may enter. They control the display only; the server checks permissions. */
export const useAreas = (): readonly StaffArea[] => useProfile()?.areas ?? []

export const useMayEnter = (area: StaffArea): boolean => useAreas().includes(area)
