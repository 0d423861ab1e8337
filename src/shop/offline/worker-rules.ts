type Asked = { readonly method: string; readonly mode: string; readonly url: string }

/** Answered by the network or not at all: calls, the back office, and pages of one visitor's own (as in routes.tsx). */
const left =
  /^\/(api|rpc|admin|booking-payment|booking-confirmation|booking-documents|booking-review|booking-tracker|track-booking|booking-history|my-bookings|profile|login|register|auth|verify-email|forgot-password|reset-password|sandbox-card|healthz|readyz|metrics)(\/|$)/

/** True for a page of the shop that is opened: the only requests that the worker has anything to do with. */
export function isShopPage({ method, mode, url }: Asked, origin: string): boolean {
  const { origin: asked, pathname } = new URL(url)
  return method === 'GET' && mode === 'navigate' && asked === origin && !left.test(pathname) && !/\.\w+$/.test(pathname)
}
