/** Pages of the demo shop that everybody may open, and those that need a session. */
export type ShopPage = { readonly name: string; readonly path: string; readonly isSignedIn?: boolean }

export const safari = 'evening-desert-safari-with-bbq-dinner'

export const openPages: readonly ShopPage[] = [
  { name: 'home', path: '/' },
  { name: 'tours', path: '/tours' },
  { name: 'packages', path: '/packages' },
  { name: 'tickets', path: '/tickets' },
  { name: 'visas', path: '/visas' },
  { name: 'umrah', path: '/umrah' },
  { name: 'transfers', path: '/transfers' },
  { name: 'tours-searched', path: '/tours?q=desert&sort=price' },
  { name: 'tours-nothing-found', path: '/tours?q=submarine' },
  { name: 'search', path: '/search?q=dubay' },
  { name: 'search-nothing-found', path: '/search?q=zzzzqq' },
  { name: 'tour', path: `/tours/${safari}` },
  { name: 'package', path: '/packages/dubai-family-week' },
  { name: 'ticket', path: '/tickets/museum-of-the-future' },
  { name: 'visa', path: '/visas/uae-30-day-tourist-visa' },
  { name: 'umrah-package', path: '/umrah/umrah-from-mumbai-ten-days' },
  { name: 'transfer', path: '/transfers/dubai-airport-to-city' },
  { name: 'ok-to-board', path: '/ok-to-board' },
  { name: 'tour-booking', path: `/tours/${safari}/booking` },
  { name: 'booking-ticket', path: '/booking?type=ticket&id=dubai-frame' },
  { name: 'booking-transfer', path: '/booking?type=transfer&id=dubai-airport-to-city' },
  { name: 'booking-visa', path: '/booking?type=visa&id=uae-30-day-tourist-visa' },
  { name: 'booking-general', path: '/booking?type=general' },
  { name: 'booking-unknown', path: '/booking?type=tour&id=no-such-tour' },
  { name: 'tour-not-found', path: '/tours/no-such-tour' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'tracker', path: '/booking-tracker' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'auth', path: '/auth' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=not-a-token' },
  { name: 'reset-password-without-link', path: '/reset-password' },
  { name: 'verify-email', path: '/verify-email' },
  { name: 'profile-signed-out', path: '/profile', isSignedIn: true },
  { name: 'history-signed-out', path: '/booking-history' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'services', path: '/services' },
  { name: 'hotels', path: '/hotels' },
]

export const signedInPages: readonly ShopPage[] = [
  { name: 'profile', path: '/profile', isSignedIn: true },
  { name: 'history', path: '/booking-history', isSignedIn: true },
]
