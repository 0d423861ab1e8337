type Asked = { readonly method: string; readonly mode: string; readonly url: string }

/** Network only: API calls, the back office, and private pages (as in routes.tsx). */
const left =
  /^(?:\/[a-z]{2,3}(?:-[a-z]{2})?)?\/(api|rpc|admin|booking-payment|booking-confirmation|booking-documents|booking-review|booking-tracker|track-booking|booking-history|my-bookings|waiting-list|wishlist|profile|login|register|auth|verify-email|forgot-password|reset-password|sandbox-card|healthz|readyz|metrics)(\/|$)/

/** True for a navigation to a page of the shop: the worker ignores all other requests. */
export function isShopPage({ method, mode, url }: Asked, origin: string): boolean {
  const { origin: asked, pathname } = new URL(url)
  return method === 'GET' && mode === 'navigate' && asked === origin && !left.test(pathname) && !/\.\w+$/.test(pathname)
}
