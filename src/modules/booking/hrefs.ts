const withAccess = (path: string, bookingId: string, token: string | undefined): string =>
  `${path}?${new URLSearchParams({ bookingId, ...(token && { token }) }).toString()}`
/** Links carry id and token, and no customer data (C188). */
export const paymentHref = (bookingId: string, token?: string): string =>
  withAccess('/booking-payment', bookingId, token)
export const confirmationHref = (bookingId: string, token?: string): string =>
  withAccess('/booking-confirmation', bookingId, token)
/** Where travellers and documents are handed in. `traveller` (from 1) selects one traveller (C099). */
export const documentsHref = (bookingId: string, token?: string, traveller?: number): string =>
  withAccess('/booking-documents', bookingId, token) + (traveller === undefined ? '' : `&traveller=${traveller}`)
/** With a token the tracker shows the whole booking (C237). */
export const trackingHref = (bookingId: string, token?: string): string =>
  withAccess('/track-booking', bookingId, token)
export const reviewHref = (bookingId: string, token?: string): string => withAccess('/booking-review', bookingId, token)
