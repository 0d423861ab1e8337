// Providers send the browser back to the confirmation or payment page. A customer who paid inside something larger is
// sent on to that place.
import { useEffect } from 'react'
import { useGo } from '../routing/link.tsx'

const key = 'safar-return'

export function rememberReturn(bookingId: string, href: { readonly paid: string; readonly unpaid: string }): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ bookingId, ...href }))
  } catch {
    // Without storage the confirmation page is the end, which shows the same.
  }
}

/** Read once: a later visit to the same page stays there. */
function takeReturn(bookingId: string): { readonly paid: string; readonly unpaid: string } | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    if (kept?.bookingId !== bookingId) return null
    sessionStorage.removeItem(key)
    const { paid, unpaid } = kept
    const isOurs = (href: unknown): href is string => typeof href === 'string' && /^\/[^/\\]/.test(href)
    return isOurs(paid) && isOurs(unpaid) ? { paid, unpaid } : null
  } catch {
    return null
  }
}

/** Sends the customer back to where the payment started; `isUnpaid`: they left the provider's page without paying. */
export function useReturnPlace(bookingId: string, isUnpaid: boolean): void {
  const go = useGo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const place = takeReturn(bookingId)
    if (place) go(isUnpaid ? place.unpaid : place.paid, { replace: true })
  }, [bookingId])
}
