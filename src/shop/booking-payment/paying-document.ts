// The security policy of a document is made for the address it was loaded from (web/security-headers.server.ts). Only
// documents loaded for paying may reach the providers' pages and scripts.
import { useEffect } from 'react'
import { readAddress } from '../../kernel/language-address.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'

/** `href`: where the document was loaded from. */
export function isPayingDocument(href: string): boolean {
  const { pathname, searchParams } = new URL(href, 'http://shop.invalid')
  return readAddress(pathname).path.startsWith('/booking-payment') || searchParams.get('step') === 'payment'
}

/** Reloads the page once when the visitor navigated here and a method needs more than the present policy allows. */
export function usePayingDocument({ methods }: PaymentPage): void {
  const isNeeded = methods.some(({ needsOrigins }) => needsOrigins)
  useEffect(() => {
    const loadedFrom = performance.getEntriesByType('navigation')[0]?.name
    if (isNeeded && loadedFrom && !isPayingDocument(loadedFrom) && isPayingDocument(location.href)) location.reload()
  }, [isNeeded])
}
