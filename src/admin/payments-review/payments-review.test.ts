// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import type { PaymentReport, PaymentReview } from '../../modules/payment/contract.ts'
import { fillIn, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
type Attempt = { id: string; amount: PaymentReview['amount']; reference: string }

/** A booking whose card payment waits for the customer. */
async function started(): Promise<{ bookingId: string; reference: string; attempt: Attempt }> {
  const { id: bookingId, booking_reference: reference } = await book(core, tour)
  const data = { bookingId, paymentMethod: 'sandbox_card' }
  expect((await shop.call('POST /api/payments', data, owner.headers)).status).toBe(200)
  const payment = await shop.call(`GET /api/admin/bookings/${bookingId}/payment`, undefined, owner.headers)
  const [attempt] = payment.json().attempts as Attempt[]
  return { bookingId, reference, attempt: attempt! }
}

test('payments to review and refused reports are shown, checked again, refunded within bounds and closed', async () => {
  const { bookingId, reference, attempt } = await started()
  const item: PaymentReview = {
    ...{ attemptId: attempt.id, bookingId, booking_reference: reference, customer_name: 'Ria Sen' },
    ...{ provider: 'sandbox_card', label: 'Sandbox card', state: 'requires_action', reason: 'amount-short' },
    ...{ since: new Date().toISOString(), amount: attempt.amount, refunded: { ...attempt.amount, minor: 0 } },
    ...{ captured: { ...attempt.amount, minor: 5_000 }, refundable: { ...attempt.amount, minor: 5_000 } },
    ...{ reference: attempt.reference, canCheck: true },
    events: [
      { id: attempt.id, outcome: 'mismatch', note: 'succeeded, captured 50.00 USD', at: new Date().toISOString() },
    ],
  }
  const forged = await shop.call('POST /api/webhooks/sandbox_card', { event: 'paid', booking: reference })
  expect(forged.status).toBe(400)
  let items = [item]
  const closed: unknown[] = []
  const page = await open('/admin/payments-review', {
    'payment/admin/reviews': () => ({ items, total: items.length, nextCursor: null }),
    'payment/admin/closeReview': (input) => {
      closed.push(input)
      items = []
      return null
    },
  })
  await page.findByText('1 payment to review')
  const article = page.getByRole('article')
  const card = within(article)
  await shows(
    () => article,
    reference,
    'The customer paid less than the amount due',
    '$50.00',
    'succeeded, captured 50.00 USD',
  )
  fireEvent.click(await page.findByText(/^Sandbox card: \d+ message/))
  await page.findByText(`{"event":"paid","booking":"${reference}"}`)

  await press(card, /^Check again/)
  await card.findByText('Sandbox card: no change, still Requires action.')
  await press(card, /^Refund/)
  const refund = within(await page.findByRole('dialog'))
  await fillIn(refund, /^Amount in USD/, '50.01')
  await press(refund, 'Refund')
  await refund.findByText('Enter an amount above 0, up to 50.00')
  await fillIn(refund, /^Amount in USD/, '20')
  await fillIn(refund, /^Reason/, 'Agreed by phone')
  await press(refund, 'Refund')
  // No money was received, so the server must refuse what the screen offers.
  await refund.findByText('That is more than can be refunded.')
  await press(refund, 'Back')

  await press(card, /^Accept/)
  const accept = within(await page.findByRole('dialog', { name: new RegExp(reference) }))
  await fillIn(accept, /^Action taken/, 'The rest came in cash')
  await press(accept, 'Accept')
  await toast(page, 'Review closed successfully')
  await page.findAllByText('No payments to review')
  expect(closed).toEqual([{ attemptId: attempt.id, note: 'The rest came in cash' }])
})

test('the payment report shows each day of providers and ledger, and the ledger is checked on request', async () => {
  const { bookingId, reference, attempt } = await started()
  const dollars = (minor: number) => ({ minor, currency: 'USD' as const })
  const asked = { asked: 3, changed: 1, unanswered: 0, refundsElsewhere: 0 }
  const provider = { name: 'sandbox_card', label: 'Sandbox card', ...asked }
  const difference = { attemptId: attempt.id, bookingId, booking_reference: reference, what: 'charged' as const }
  const report: PaymentReport = {
    ...{ day: '2026-11-20', madeAt: '2026-11-20T20:10:00.000Z', ledgerDifferences: [] },
    providers: [
      {
        ...{ ...provider, agreed: 2 },
        sums: [{ charged: dollars(15_500), refunded: dollars(0), fees: dollars(450), net: dollars(15_050) }],
        differing: [{ ...difference, why: 'paid', provider: dollars(15_500), own: dollars(0) }],
      },
    ],
  }
  const calm: PaymentReport = {
    ...{ ...report, day: '2026-11-19' },
    providers: [{ ...provider, agreed: 3, differing: [], sums: [] }],
  }
  const page = await open('/admin/payment-report', {
    'payment/admin/reports': () => ({ items: [report, calm], next: null }),
  })
  const day = await page.findByRole('region', { name: '2026-11-20' })
  await shows(() => day, '1 difference', reference)
  const table = within(day).getByRole('table', { name: 'Money movements on 2026-11-20' })
  expect(table.textContent).toContain('$155.00')
  expect(page.getByRole('region', { name: '2026-11-19' }).textContent).toContain('All matched')
  await press(page, 'Check ledger')
  await page.findByText('The ledger matches every payment and booking.')
})
