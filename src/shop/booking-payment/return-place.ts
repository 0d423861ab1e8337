// A provider sends the browser back to the confirmation or the payment page; who paid inside of something larger is led
// on from there to where they were.
import { useEffect } from 'react'
import { useGo } from '../link.tsx'

const key = 'safar-return'

export function rememberReturn(bookingId: string, href: { readonly paid: string; readonly unpaid: string }): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ bookingId, ...href }))
  } catch {
    // Without storage the way ends at the confirmation, which says the same.
  }
}

/** Taken once: a later visit of the same page stays there. */
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

/** Leads on to where the payment was started; `isUnpaid` = the provider's page was left without money. */
export function useReturnPlace(bookingId: string, isUnpaid: boolean): void {
  const go = useGo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const place = takeReturn(bookingId)
    if (place) go(isUnpaid ? place.unpaid : place.paid, { replace: true })
  }, [bookingId])
}
