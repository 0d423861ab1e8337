import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../modules/account/contract.ts'
import { signOut } from './account/auth-client.ts'
import { useShop } from './context.tsx'
import { useGo } from './link.tsx'
import { sessionQuery } from './queries.ts'

export interface Session {
  readonly user: Profile | null
  readonly isLoading: boolean
}

/** Nobody, not admin and loading at first (C246); asked again on focus, and at most every 30 s while open (D165). */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery(useShop().api))
  return { user: data?.user ?? null, isLoading: isPending }
}

/** Ends the session and forgets what was the user's own. A failure shows no toast (C344). */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { api } = useShop()
  const go = useGo()
  return async () => {
    await signOut()
    queryClient.removeQueries({
      predicate: (query) => ['bookings', 'booking', 'payment-page'].includes(String(query.queryKey[0])),
    })
    await queryClient.invalidateQueries(sessionQuery(api))
    go('/')
  }
}
