import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
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
  // A part of the page that React takes over later than another may find the answer already there; it is drawn as the
  // server sent it first.
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  return isHydrating ? { user: null, isLoading: true } : { user: data?.user ?? null, isLoading: isPending }
}
const subscribeToNothing = () => () => undefined

/** Another window may have been in front of this one, which the browser does not count as hidden. Once for each page. */
export function useSessionRecheck(): void {
  const queryClient = useQueryClient()
  const { api } = useShop()
  useEffect(() => {
    const again = () => void queryClient.refetchQueries(sessionQuery(api), { cancelRefetch: false })
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [queryClient, api])
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
