import type { Page } from '@playwright/test'
import { administrator, book, newEmail, proofFile } from './support/bookings.ts'
import { choose, press, tabTo } from './support/keyboard.ts'
import { capturedMail, expect, mailTo, test } from './support/shop.ts'
import { countTaps } from './support/taps.ts'
import { bookByKeyboard, findByKeyboard, moveByKeyboard, phone, type Trip } from './support/trips.ts'

test.describe('with the keyboard alone, on a phone', () => {
  test.use(phone)
  test.slow()

  test('a family books a tour, pays by bank transfer, follows it until it is approved and moves it, in as few taps as before [C182, C186, C188, C216, C221, C237, C242]', async ({
    page,
    context,
    shop,
    playwright,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = newEmail()
    const trip: Trip = {
      menu: 'Tours',
      search: 'desert',
      title: 'Evening Desert Safari with BBQ Dinner',
      days: 3,
      time: '03:00 PM',
      party: ['Add one adult', 'Add one child', 'Add one infant'],
      pickup: true,
      total: '$155.00',
    }
    const taps = await countTaps(page)
    await findByKeyboard(page, trip)
    await bookByKeyboard(page, trip, email)
    // A search, the menu and three guests more than the shortest way.
    expect(taps.take()).toHaveLength(10 + 3 + 3)
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['bookingId', 'token'])

    await choose(page, 'How would you like to pay?', /Bank Transfer/)
    await press(page, 'button', 'Show bank details')
    await expect(page.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeVisible()
    await expect(page.getByText('We verify transfers within 24 hours.')).toBeVisible()
    await taps.aside(() => press(page, 'button', 'Copy: IBAN'))
    await expect(page.getByText('Copied!').first()).toBeVisible()
    const number = page.getByRole('definition').filter({ has: page.getByRole('button', { name: 'Copy: IBAN' }) })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await number.innerText()).split('\n')[0])

    await tabTo(page, 'button', /Choose a file/)
    await page.locator('input[type=file]').setInputFiles(proofFile)
    await press(page, 'button', 'Send proof')
    await expect(page.getByText('Success! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL(/booking-confirmation/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment proof received')
    expect(taps.take()).toHaveLength(4)
    await page.goBack()
    await expect(page.getByText('Pending Verification')).toBeVisible()
    await page.goForward()

    const bookingId = new URL(page.url()).searchParams.get('bookingId')
    const admin = await administrator(playwright, shop)
    const decision = await admin.post(`/api/admin/bookings/${bookingId}/verification`, {
      data: { decision: 'approved' },
    })
    expect(decision.ok(), await decision.text()).toBe(true)

    await press(page, 'link', 'Track this booking')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My booking')
    await page.reload()
    const result = page.getByRole('region', { name: 'Your booking', exact: true })
    for (const [step, text] of [
      ['Booking Created', 'We have received your booking'],
      ['Payment Completed', 'Payment received successfully'],
      ['Booking Confirmed', ''],
    ] as const)
      await expect(result.getByRole('listitem').filter({ hasText: step })).toContainText(text)
    await expect(result).toContainText('Ria Sen')
    expect(taps.take()).toHaveLength(1)
    await moveByKeyboard(page, 5)
    expect(taps.take()).toHaveLength(4)
    await mailTo(shop, email, /payment due/i)
    await mailTo(shop, email, /confirmed|approved|received/i)
  })
})

async function payByCard(page: Page, action: string, options: readonly string[] = []): Promise<void> {
  await page.getByRole('radio', { name: /Sandbox card/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
  for (const option of options) await page.getByLabel(option).check()
  await page.getByRole('button', { name: action, exact: true }).click()
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const badge = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

test.describe('what may happen to a card payment', () => {
  test('cancelled and declined: the page says so, and another method pays the same booking [C196, C207, C213]', async ({
    page,
    request,
  }) => {
    const { query, reference } = await book(request)
    await page.goto(`/booking-payment?${query}`)
    await payByCard(page, 'Cancel')
    await expect(page.getByText('Payment cancelled by user')).toBeVisible()
    await page.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page).toHaveURL(/\/booking-payment\?/)
    await expect(page.getByText('Your card was declined')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.getByText('Your card was declined')).toBeVisible()
    await page.getByRole('radio', { name: /Cash on Arrival/ }).check()
    await page.getByRole('button', { name: 'Pay on arrival' }).click()
    await expect(page).toHaveURL(/booking-confirmation/)
    await expect(page.getByText(reference).first()).toBeVisible()
    await expect(badge(page, 'Payment pending')).toBeVisible()
  })

  test('paid late: the customer comes back unpaid, and the page hears of the money by itself [C208, C229]', async ({
    page,
    request,
  }) => {
    test.slow()
    const { query } = await book(request)
    await page.goto(`/booking-payment?${query}`)
    await payByCard(page, 'Pay late')
    await expect(page).toHaveURL(/booking-confirmation/)
    await expect(page.getByText(/^We are checking your payment. Do not pay again./).first()).toBeVisible()
    await expect(badge(page, 'Checking payment')).toBeVisible()
    await expect(badge(page, 'Paid')).toBeVisible({ timeout: 40_000 })
    await expect(heading(page)).toHaveText('Booking Confirmed')
  })

  test('the webhook comes twice and before the customer does: paid once, confirmed once, told once [C180, C181, C208, C211, C333]', async ({
    page,
    request,
    shop,
  }) => {
    const { query, id, token, email } = await book(request)
    await page.goto(`/booking-payment?${query}`)
    await payByCard(page, 'Pay', ['Webhook before redirect', 'Send the webhook twice'])
    await expect(heading(page)).toHaveText('Booking Confirmed')
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Booking Confirmed')).toBeVisible()
    await mailTo(shop, email, /confirmed/i)
    const booking = await (await request.get(`/api/bookings/${id}?token=${token}`)).json()
    expect(booking).toMatchObject({ payment_status: 'completed', payment_method: 'sandbox_card' })
    expect(booking.paid_amount).toEqual(booking.final_amount)
    const events = booking.timeline.map(({ event }: { event: string }) => event)
    expect(events.filter((event: string) => event === 'payment-completed')).toHaveLength(1)
    expect(
      (await capturedMail(shop)).filter((mail) => mail.includes(email) && /Subject:.*confirmed/i.test(mail)),
    ).toHaveLength(1)
  })
})
