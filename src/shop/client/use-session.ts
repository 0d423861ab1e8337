import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { signOut } from '../account/auth-client.ts'
import { useGo } from '../routing/link.tsx'
import { useShop } from './context.tsx'
import { sessionQuery } from './queries.ts'

export interface Session {
  readonly user: Profile | null
  readonly isLoading: boolean
}

/** Starts as loading, without a user (C246); refetched on focus, and at most every 30 s while open (D165). */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery(useShop().api))
  // A part that hydrates late may find the answer already there, but must first render what the server sent.
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  return isHydrating ? { user: null, isLoading: true } : { user: data?.user ?? null, isLoading: isPending }
}
const subscribeToNothing = () => () => undefined

/** Browsers do not count a window behind another one as hidden. Use once per page. */
export function useSessionRecheck(): void {
  const queryClient = useQueryClient()
  const { api } = useShop()
  useEffect(() => {
    const again = () => void queryClient.refetchQueries(sessionQuery(api), { cancelRefetch: false })
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [queryClient, api])
}

/** Ends the session and drops the user's data. A failure shows no toast (C344). */
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
