import { useChrome } from '../client/use-chrome.tsx'

/** The agency's claims that are switched on, by key. Other claims appear nowhere on the page (C139). */
export function useClaims() {
  const { claims } = useChrome()
  return {
    of: (key: string) => claims.find((claim) => claim.key === key),
    except: (keys: readonly string[]) => claims.filter((claim) => !keys.includes(claim.key)),
  }
}

/** Shown below the heading. */
export const badgeClaims = ['approval_rate', 'support'] as const
/** The title of the second card. */
export const cardClaim = 'guaranteed_approval'
