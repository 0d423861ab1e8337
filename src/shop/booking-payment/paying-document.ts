// A document may reach the suppliers' pages and scripts only when it was loaded to pay in: its security policy was made
// for the address that it was loaded from (web/security-headers.server.ts), whatever the shop shows in it by now.
import { useEffect } from 'react'
import type { PaymentPage } from '../../modules/payment/contract.ts'

/** `href`: where the document was loaded from. */
export function isPayingDocument(href: string): boolean {
  const { pathname, searchParams } = new URL(href, 'http://shop.invalid')
  return pathname.startsWith('/booking-payment') || searchParams.get('step') === 'payment'
}

/** Came here from page to page within one document, and a method needs more than that one allows: loaded anew, once. */
export function usePayingDocument({ methods }: PaymentPage): void {
  const isNeeded = methods.some(({ needsOrigins }) => needsOrigins)
  useEffect(() => {
    const loadedFrom = performance.getEntriesByType('navigation')[0]?.name
    if (isNeeded && loadedFrom && !isPayingDocument(loadedFrom) && isPayingDocument(location.href)) location.reload()
  }, [isNeeded])
}
