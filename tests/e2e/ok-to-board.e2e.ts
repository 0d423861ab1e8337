// From the first page to a clearance that is paid and followed: with the mouse at a desk, with the keyboard on a phone.
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dayAhead, newEmail, proofFile } from './support/bookings.ts'
import { choose, expectVisibleFocus, fillIn, press, tabTo } from './support/keyboard.ts'
import { expect, mailTo, type RunningShop, test } from './support/shop.ts'

const required = ['Passport first page', 'Visa', 'Flight booking page 1'] as const
const pdf = {
  name: 'ticket.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n'),
}
const input = (page: Page, label: string) => page.getByLabel(new RegExp(`^Choose(?: another)?: ${label}$`))
const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' }).first()
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function inBothSchemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`)
  }
}

/** Counts the bookings that the page asks for. */
function countBookings(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/rpc\/booking\/create/.test(request.url())) count++
  })
  return () => count
}

/** Paid, with every document there, for staff and for who follows it. */
async function expectPaidWithPapers(page: Page, shop: RunningShop, email: string): Promise<void> {
  await expect(page).toHaveURL(/booking-confirmation\?bookingId=/)
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  const address = new URL(page.url())
  const [bookingId, token] = [address.searchParams.get('bookingId'), address.searchParams.get('token') ?? '']
  const paperwork = await page.request.get(`/api/bookings/${bookingId}/paperwork?token=${encodeURIComponent(token)}`)
  const { documents, missing, case_stage } = await paperwork.json()
  expect(documents.map(({ name }: { name: string }) => name)).toEqual([
    'flight_booking_page1',
    'passport_first_page',
    'visa',
  ])
  expect([missing, case_stage]).toEqual([[], 'documents_received'])
  await mailTo(shop, email, /payment due/i)
}

test('with the mouse: a passenger in a hurry applies, pays and follows it, then books for the next [C136, C145, C147, C150, C151, C152, C157, C158, C232]', async ({
  page,
  shop,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  const email = newEmail()
  const asked = countBookings(page)
  await page.goto('/')
  // A slow line: the page says what it waits for.
  await page.route(/\/rpc\/catalogue\/list/, async (route) => {
    await expect(page.getByText('Loading Ok to Board details...')).toBeVisible()
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'OK to Board' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ok to Board Clearance')
  await inBothSchemes(page, 'the page')

  await page.getByRole('textbox', { name: 'Passenger name' }).fill('Imran Shaikh')
  await page.getByRole('textbox', { name: 'Passport number' }).fill('Z1234567')
  const nationality = page.getByRole('combobox', { name: 'Nationality' })
  await nationality.click()
  const list = page.getByRole('listbox', { name: 'Countries' })
  await expect(list.getByRole('option')).toHaveCount(249)
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
  await nationality.fill('emirates')
  await inBothSchemes(page, 'the open list')
  await list.getByRole('option', { name: 'United Arab Emirates' }).click()
  await expect(nationality).toHaveValue('United Arab Emirates')
  await page.getByRole('textbox', { name: 'Flight number' }).fill('EK 501')
  await page.getByRole('textbox', { name: 'Airline' }).fill('Emirates')
  await page.getByRole('textbox', { name: 'PNR (optional)' }).fill('QX7ZT2')
  await expect(page.getByText('Your departure is close')).toBeHidden()
  await page.getByLabel('Departure date').fill(dayAhead(1))
  await expect(page.getByText(/sooner than the processing time of 48 hours/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('98123 45678')

  // Pressed while something is missing it says so, and books nothing.
  await expect(bookNow(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Airline' }).press('Enter')
  await expect(messages(page).getByText('Missing Information')).toBeVisible()
  await expect(
    messages(page).getByText('Please fill in all required fields and upload required documents.'),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /I understand/ })).toBeFocused()
  await inBothSchemes(page, 'what is missing')
  await page.getByRole('checkbox', { name: /I understand/ }).check()

  await input(page, 'Visa').setInputFiles({ name: 'visa.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('Invalid File Type: Please upload a JPG, PNG, or PDF file')).toBeVisible()
  for (const label of required) {
    await expect(bookNow(page)).toBeDisabled()
    await input(page, label).setInputFiles(label === 'Visa' ? proofFile : pdf)
    await expect(page.getByText(/^Received: /)).toHaveCount(required.indexOf(label) + 1)
  }
  await expect(bookNow(page)).toBeEnabled()
  expect(asked()).toBe(0)
  await page.reload()
  await expect(page.getByText(/^Received: /)).toHaveCount(3)
  await expect(nationality).toHaveValue('United Arab Emirates')
  await expect(bookNow(page)).toBeEnabled()

  await page.route('**/rpc/booking/create', (route) => route.abort(), { times: 1 })
  await bookNow(page).click()
  await expect(messages(page).getByText('Booking Failed')).toBeVisible()
  await expect(messages(page).getByText('Please try again later.')).toBeVisible()

  let goOn = () => {}
  const isWaiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/rpc/booking/create', async (route) => {
    await isWaiting
    await route.continue()
  })
  await bookNow(page).click()
  await expect(page.getByRole('button', { name: 'Processing your booking...' }).first()).toBeDisabled()
  goOn()
  await expect(messages(page).getByText('Booking Created!')).toBeVisible()
  await expect(messages(page).getByText('Documents uploaded successfully. Redirecting to payment...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await expect(page.getByText('Ok to Board Service').first()).toBeVisible()
  await page.getByRole('radio', { name: /Sandbox card/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectPaidWithPapers(page, shop, email)

  await page.getByRole('link', { name: 'Track this booking' }).click()
  await expect(page.getByRole('region', { name: 'Your booking' })).toContainText('Payment Completed')
  await page.goBack()
  await page.getByRole('link', { name: 'Book for another passenger' }).click()
  await expect(page).toHaveURL(/\/ok-to-board$/)
  await expect(page.getByRole('textbox', { name: 'Flight number' })).toHaveValue('EK 501')
  await expect(page.getByRole('textbox', { name: 'Airline' })).toHaveValue('Emirates')
  await expect(page.getByLabel('Departure date')).toHaveValue(dayAhead(1))
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(email)
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('+919812345678')
  for (const empty of ['Passenger name', 'Passport number', 'PNR (optional)'])
    await expect(page.getByRole('textbox', { name: empty })).toHaveValue('')
  await expect(nationality).toHaveValue('')
  await expect(page.getByText(/^Received: /)).toHaveCount(0)
})

test.describe('with the keyboard alone, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

  test('a passenger applies, pays by card and follows the clearance [C142, C145, C157, C186]', async ({
    page,
    shop,
  }) => {
    test.slow()
    const email = newEmail()
    await page.goto('/')
    await press(page, 'button', 'Open menu')
    await press(page, 'link', /^OK to Board/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ok to Board Clearance')
    await inBothSchemes(page, 'the page on a phone')

    await fillIn(page, 'Passenger name', 'Sana Shaikh')
    await fillIn(page, 'Passport number', 'Z7654321')
    await tabTo(page, 'combobox', 'Nationality')
    await page.keyboard.type('ind')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('India')
    await fillIn(page, 'Flight number', 'AI 995')
    await fillIn(page, 'Airline', 'Air India')
    await tabTo(page, 'textbox', 'PNR (optional)')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Departure date')).toBeFocused()
    // Which part of a date is typed first is the system's choice.
    await page.getByLabel('Departure date').fill(dayAhead(9))
    await fillIn(page, 'Email address', email)
    await fillIn(page, 'Phone number', '98123 45678')
    for (const label of required) {
      await tabTo(page, 'button', `Choose: ${label}`)
      await input(page, label).setInputFiles(pdf)
      await expect(page.getByText(/^Received: /)).toHaveCount(required.indexOf(label) + 1)
      await expectVisibleFocus(page)
    }
    await inBothSchemes(page, 'the filled form on a phone')
    await press(page, 'button', 'Book Now')
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    // On a phone its two lines lie over the way back for the four seconds that they stand.
    await expect(messages(page).getByText('Booking Created!')).toBeHidden()
    await choose(page, 'How would you like to pay?', /Sandbox card/)
    await press(page, 'button', /^Pay /)
    await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
    await press(page, 'button', 'Pay')
    await expectPaidWithPapers(page, shop, email)

    await expect(messages(page).locator('.toast')).toHaveCount(0)
    await press(page, 'link', 'Track this booking')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track your booking')
    const result = page.getByRole('region', { name: 'Your booking' })
    await expect(result.getByRole('listitem').filter({ hasText: 'Payment Completed' })).toContainText(
      'Payment received successfully',
    )
    await expect(result).toContainText('Sana Shaikh')
  })
})
