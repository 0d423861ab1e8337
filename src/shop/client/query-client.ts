import { QueryClient } from '@tanstack/react-query'
import { readProblem } from './api.ts'

const minutes = 60_000
const inBrowser = () => typeof window !== 'undefined'
/** Browsers drop unused data. A server's client lives for one page and sets no timers. */
const keptFor = (time: number) => (inBrowser() ? time : Number.POSITIVE_INFINITY)

/** Agency content changes less often than the catalogue: fresh for 10 minutes, kept for 30. */
export const pageData = () => ({ staleTime: 10 * minutes, gcTime: keptFor(30 * minutes) })

/** Retry once after a lost connection or a server error, never after a refusal. */
const isPassing = (status: number): boolean => status === 0 || status >= 500

/** Catalogue data is fresh for 5 minutes and kept for 10, and is not refetched on focus (C§9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minutes,
        gcTime: keptFor(10 * minutes),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => inBrowser() && failures < 1 && isPassing(readProblem(error).status),
      },
    },
  })
}
