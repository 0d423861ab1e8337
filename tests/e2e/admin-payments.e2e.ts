// What the back office knows of payments beyond one booking: gateways' connections, what waits, what was refused.
import type { APIRequestContext, Page } from '@playwright/test'
import type { PaymentReport, PaymentReview } from '../../src/modules/payment/contract.ts'
import { expect, openBooking, readPayment, test, toast } from './support/admin.ts'
import { expectAccessible, expectAccessibleByDayAndNight } from './support/axe.ts'
import { type Booked, book } from './support/bookings.ts'

const everywhere = async (page: Page, name: string) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${name}, ${width}, ${colorScheme}`)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}
/** A card payment that is open: the customer is still on the card's page. */
async function started(guest: APIRequestContext): Promise<Booked> {
  const booked = await book(guest)
  const data = { bookingId: booked.id, token: booked.token, paymentMethod: 'sandbox_card' }
  expect((await guest.post('/api/payments', { data })).ok()).toBe(true)
  return booked
}

test('the sidebar has the sections of the specification, in their order, and others in a list of their own [A026, A028, A029]', async ({
  page,
}) => {
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Sections', exact: true }).getByRole('link')
  await expect(links).toHaveText([
    ...['Dashboard', 'Tours', 'Packages', 'Visas', 'Tickets', 'Transfers', 'Umrah Packages', 'Ok to Board', 'Bookings'],
    ...['Trending Products', 'Payment Settings', 'Bank Transfer Settings', 'Email Settings', 'Homepage Sliders'],
    ...['Content', 'Bulk Upload', 'Settings'],
  ])
  const keys = [
    ...['dashboard', 'tours', 'packages', 'visas', 'tickets', 'transfers', 'umrah', 'ok-to-board', 'bookings'],
    ...['trending', 'payments', 'bank-settings', 'email-settings', 'sliders', 'content', 'bulk-upload', 'settings'],
  ]
  const entries = await links.all()
  const heading = page.getByRole('heading', { level: 1 })
  const headings: string[] = []
  for (const [place, key] of keys.entries()) {
    await entries[place]?.click()
    await expect(page).toHaveURL((url) => url.pathname === `/admin/${key}`)
    await expect(entries[place]!).toHaveAttribute('aria-current', 'page')
    await expect(heading).not.toHaveText(headings.at(-1) ?? '')
    headings.push(await heading.innerText())
  }
  await page.reload()
  await expect(heading).toHaveText(headings.at(-1) ?? '')
  for (const place of [15, 14]) {
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === `/admin/${keys[place]}`)
    await expect(heading).toHaveText(headings[place] ?? '')
  }
  await page.goForward()
  await expect(heading).toHaveText(headings[15] ?? '')
})

test('each gateway has a card with a switch, and they stand by their names [A199]', async ({ page }) => {
  await page.goto('/admin/payments')
  // Of the sandbox is one more than of a shop in which money moves.
  const online = ['CCAvenue', 'PayPal', 'Razorpay (Pay by Card / UPI)', 'Sandbox card', 'Stripe']
  const names = ['Bank Transfer', 'Cash on Arrival', ...online]
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(names)
  await expect(page.getByRole('switch', { name: /^Offer / })).toHaveCount(names.length)
  for (const name of names)
    await expect(
      page.getByRole('region', { name, exact: true }).getByRole('switch', { name: `Offer ${name}` }),
    ).toBeVisible()
})

test('a gateway is tested with what is saved, and shows where its supplier reports to', async ({ page, shop }) => {
  await page.goto('/admin/payments')
  const card = page.getByRole('region', { name: 'Sandbox card' })
  await expect(card.getByText('Test mode: no money moves', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Test connection' }).click()
  await expect(card.getByText('The connection works')).toBeVisible()
  await expect(card.getByText('The sandbox card answers.')).toBeVisible()
  await card.getByRole('switch').click()
  await expect(card.getByText(/The saved values are tested, not your unsaved changes/)).toBeVisible()

  await page.route('**/rpc/payment/admin/gateways', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: { name: string }[] }
    const made = { ...body.json.find(({ name }) => name === 'sandbox_card'), name: 'made_up', label: 'Made-up Pay' }
    const more = { webhookUrl: `${shop.url}/api/webhooks/made_up`, restrictions: ['Not for bookings in INR: no rate'] }
    await route.fulfill({ response: answer, json: { ...body, json: [...body.json, { ...made, ...more }] } })
  })
  await page.reload()
  const other = page.getByRole('region', { name: 'Made-up Pay' })
  await expect(other.getByText(`${shop.url}/api/webhooks/made_up`)).toBeVisible()
  await expect(other.getByRole('listitem')).toHaveText('Not for bookings in INR: no rate.')
  await other.getByRole('button', { name: 'Copy the webhook address of Made-up Pay' }).click()
  await expect(other.getByText('Copied!').first()).toBeVisible()
  await other.getByRole('button', { name: 'Test connection' }).click()
  await expect(other.getByText('There is no such payment provider.')).toBeVisible()
  await everywhere(page, 'payment settings')
})

test('a booking’s card payment is asked about now, and staff see what came of it', async ({ page, request, guest }) => {
  const booked = await started(guest)
  await openBooking(page, booked.id)
  const payment = page.getByRole('region', { name: 'Payment', exact: true })
  await payment.getByRole('button', { name: 'Check payment' }).click()
  await expect(payment.getByText('Sandbox card: nothing has changed, still Requires action.')).toBeVisible()
  await page.route('**/rpc/payment/admin/checkPayment', (route) => route.abort())
  await payment.getByRole('button', { name: 'Check payment' }).click()
  await expect(payment.getByText('The shop could not be reached. Please try again.')).toBeVisible()
  const trail = await (await request.get('/api/admin/audit', { params: { action: 'payment.checked' } })).json()
  expect(trail.items[0]).toMatchObject({ subject_id: booked.id })
})

test('payments that wait for a person and reports that were refused have a screen of their own', async ({
  page,
  request,
  guest,
}) => {
  const { id: bookingId, reference } = await started(guest)
  const [attempt] = (await readPayment(request, bookingId)).attempts
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
  const forged = await guest.post('/api/webhooks/sandbox_card', { data: { event: 'paid', booking: reference } })
  expect(forged.status()).toBe(400)
  let items = [item]
  await page.route('**/rpc/payment/admin/reviews', (route) =>
    route.fulfill({ json: { json: { items, total: items.length, nextCursor: null } } }),
  )
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Payments to Review' }).click()
  await expect(page).toHaveURL(/\/admin\/payments-review$/)
  await expect(page.getByRole('status').getByText('1 payment is waiting, the oldest first')).toBeVisible()
  const card = page.getByRole('article', { name: reference })
  await expect(card).toContainText('Less was paid than asked for')
  await expect(card).toContainText('$50.00')
  await expect(card).toContainText('succeeded, captured 50.00 USD')
  await page.getByText(/^Sandbox card: \d+ report/).click()
  await expect(page.getByText(`{"event":"paid","booking":"${reference}"}`)).toBeVisible()
  await everywhere(page, 'payments to review')

  await card.getByRole('button', { name: 'Check again' }).click()
  await expect(card.getByText('Sandbox card: nothing has changed, still Requires action.')).toBeVisible()
  await card.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount in USD' }).fill('50.01')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Enter an amount above 0 and up to 50.00')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'refund')
  await dialog.getByRole('textbox', { name: 'Amount in USD' }).fill('20')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed by phone')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  // Nothing has come in truth, so nothing can go back: the server knows better than the screen.
  await expect(dialog.getByText('That is more than can be refunded.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await card.getByRole('button', { name: 'Accept' }).click()
  await expectAccessibleByDayAndNight(page, 'accept')
  await dialog.getByRole('textbox', { name: 'What was done about it' }).fill('The rest came in cash')
  items = []
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(toast(page, 'Review closed successfully')).toBeVisible()
  await expect(page.getByText('No payment needs a review')).toBeVisible()
})

test('the payment report says day by day what providers and books say, and the books are checked at a press', async ({
  page,
  request,
  guest,
}) => {
  const { id: bookingId, reference } = await started(guest)
  const [attempt] = (await readPayment(request, bookingId)).attempts
  const dollars = (minor: number) => ({ minor, currency: 'USD' })
  const provider = {
    name: 'sandbox_card',
    label: 'Sandbox card',
    asked: 3,
    changed: 1,
    unanswered: 0,
    refundsElsewhere: 0,
  }
  const said = { attemptId: attempt.id, bookingId, booking_reference: reference, what: 'charged' as const, why: 'paid' }
  const sums = { charged: dollars(15_500), refunded: dollars(0), fees: dollars(450), net: dollars(15_050) }
  const report: PaymentReport = {
    ...{ day: '2026-11-20', madeAt: '2026-11-20T20:10:00.000Z', ledgerDifferences: [] },
    providers: [
      {
        ...{ ...provider, agreed: 2, sums: [sums] },
        differing: [{ ...said, provider: dollars(15_500), own: dollars(0) }],
      },
    ],
  }
  const calm: PaymentReport = {
    ...{ ...report, day: '2026-11-19' },
    providers: [{ ...provider, agreed: 3, differing: [], sums: [] }],
  }
  await page.route('**/rpc/payment/admin/reports', (route) =>
    route.fulfill({ json: { json: { items: [report, calm], next: null } } }),
  )
  await page.goto('/admin/payment-report')
  const day = page.getByRole('region', { name: '2026-11-20' })
  await expect(day).toContainText('1 difference')
  await expect(day).toContainText(reference)
  await expect(day.getByRole('table', { name: 'What moved on 2026-11-20' })).toContainText('$155.00')
  await expect(page.getByRole('region', { name: '2026-11-19' })).toContainText('All agree')
  await page.getByRole('button', { name: 'Check the books' }).click()
  await expect(page.getByText('The books agree with every payment and booking.')).toBeVisible()
  await everywhere(page, 'payment report')
})
