import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useShop } from '../client/context.tsx'
import { sessionQuery } from '../client/queries.ts'
import { readWishList } from './store.ts'
import { leaveWishes, mergeWishes } from './sync.ts'

/**
 * Merges the list into the account after a sign-in and after a change that the account missed, and forgets it after a
 * sign-out. A failure is tried with the next page, and once the network is back.
 */
export function useWishSync(): void {
  const { api } = useShop()
  const { data } = useQuery(sessionQuery(api))
  const userId = data && (data.user?.id ?? null)
  useEffect(() => {
    if (userId === null) leaveWishes()
    if (!userId) return
    const catchUp = () => {
      const { owner, unsent } = readWishList()
      if (owner !== userId || unsent !== null) mergeWishes(api, userId).catch(() => undefined)
    }
    catchUp()
    addEventListener('online', catchUp)
    return () => removeEventListener('online', catchUp)
  }, [api, userId])
}
