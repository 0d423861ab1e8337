import { QueryClient } from '@tanstack/react-query'
import { readProblem } from './api.ts'

const minutes = 60_000

/**
 * Catalogue data is fresh for 5 minutes and kept for 10, and is not fetched again on focus (C§9). A client of the
 * server lives for one page and sets no timers.
 */
export function createQueryClient(): QueryClient {
  const isBrowser = typeof window !== 'undefined'
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minutes,
        gcTime: isBrowser ? 10 * minutes : Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // One more try where a connection may have failed; an answer that says no stays a no.
        retry: (failures, error) => isBrowser && failures < 1 && readProblem(error).status === 0,
      },
    },
  })
}
