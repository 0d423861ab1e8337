// Every state of the booking pages.
import type { APIRequestContext } from '@playwright/test'
import type { ShopPage } from '../../support/open-pages.ts'
import { type Booked, book, proofFile } from './bookings.ts'

/** Starts a payment and returns the shop's response. */
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
/** The pages of a booking in each state: unpaid, declined, transfer without and with proof, paid, pay on arrival. */
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
