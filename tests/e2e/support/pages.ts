// Every page of the shop, and every state that the pages of a booking can be in.
import type { APIRequestContext } from '@playwright/test'
import { type Booked, book, proofFile, safari } from './bookings.ts'

export type ShopPage = { readonly name: string; readonly path: string; readonly isSignedIn?: boolean }

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
  { name: 'profile-signed-out', path: '/profile' },
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

/** Starts a payment of a booking; answers with what the shop said. */
export async function pay(
  request: APIRequestContext,
  { id, token }: Booked,
  paymentMethod: string,
): Promise<{ checkoutUrl?: string }> {
  const answer = await request.post('/api/payments', { data: { bookingId: id, token, paymentMethod } })
  if (!answer.ok()) throw new Error(`${paymentMethod}: ${await answer.text()}`)
  return answer.json()
}
export async function payByCard(request: APIRequestContext, booked: Booked, action: 'pay' | 'decline'): Promise<void> {
  const { checkoutUrl = '' } = await pay(request, booked, 'sandbox_card')
  await request.post(new URL(checkoutUrl).pathname, { form: { action, report_first: 'on' } })
}
export async function sendProof(request: APIRequestContext, { id, token }: Booked): Promise<void> {
  const path = `/api/bookings/${id}/payment-proofs?token=${encodeURIComponent(token)}`
  const answer = await request.post(path, { multipart: { file: proofFile } })
  if (!answer.ok()) throw new Error(await answer.text())
}

export const bookingPageNames = [
  'payment-unpaid',
  'payment-declined',
  'payment-transfer',
  'payment-proven',
  'payment-paid',
  'payment-unknown',
  'confirmation-unpaid',
  'confirmation-proven',
  'confirmation-paid',
  'confirmation-arrival',
  'tracker-link',
  'review-too-early',
] as const
/** The pages of a booking: unpaid, declined, by transfer without and with its proof, paid, to be paid on arrival. */
export async function bookingPages(request: APIRequestContext): Promise<ShopPage[]> {
  const unpaid = await book(request)
  const declined = await book(request)
  await payByCard(request, declined, 'decline')
  const transfer = await book(request)
  await pay(request, transfer, 'bank_transfer')
  const proven = await book(request)
  await pay(request, proven, 'bank_transfer')
  await sendProof(request, proven)
  const paid = await book(request, { pickup_location: 'Hotel by the Creek, Deira', special_requests: 'A child seat' })
  await payByCard(request, paid, 'pay')
  const arrival = await book(request, { service_id: 'musandam-dhow-and-snorkelling-day', travel_time: '07:00' })
  await pay(request, arrival, 'cash_on_arrival')
  const payment = (name: string, { query }: Booked) => ({ name: `payment-${name}`, path: `/booking-payment?${query}` })
  const confirmation = (name: string, { query }: Booked) => ({
    name: `confirmation-${name}`,
    path: `/booking-confirmation?${query}`,
  })
  return [
    payment('unpaid', unpaid),
    payment('declined', declined),
    payment('transfer', transfer),
    payment('proven', proven),
    payment('paid', paid),
    { name: 'payment-unknown', path: `/booking-payment?bookingId=${unpaid.id}` },
    confirmation('unpaid', unpaid),
    confirmation('proven', proven),
    confirmation('paid', paid),
    confirmation('arrival', arrival),
    { name: 'tracker-link', path: `/track-booking?${paid.query}` },
    { name: 'review-too-early', path: `/booking-review?${paid.query}` },
  ]
}
