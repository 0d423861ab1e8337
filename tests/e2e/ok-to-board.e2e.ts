// Ok to Board from the first page to a paid and tracked booking: by mouse on a desktop, and by keyboard on a phone.
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/axe.ts'
import { dayAhead, newEmail, proofFile } from './support/bookings.ts'
import { choose, fillIn, press, tabOnto, tabTo } from './support/keyboard.ts'
import { expect, mailTo, type RunningShop, test } from './support/shop.ts'
import { countTaps } from './support/taps.ts'
import { cancelByKeyboard, phone, untilToastsLeave } from './support/trips.ts'

const required = ['Passport first page', 'Visa', 'Flight booking page 1'] as const
const pdf = {
  name: 'ticket.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n'),
}
const input = (page: Page, label: string) => page.getByLabel(new RegExp(`^Choose(?: another)?: ${label}$`))
const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' }).first()
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

function countBookings(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/rpc\/booking\/create/.test(request.url())) count++
  })
  return () => count
}

async function expectPaidWithDocuments(page: Page, shop: RunningShop, email: string): Promise<void> {
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
  // Delay the response to see the loading state.
  await page.route(/\/rpc\/catalogue\/list/, async (route) => {
    await expect(page.getByText('Loading Ok to Board details...')).toBeVisible()
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'OK to Board' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ok to Board Clearance')
  await expectAccessibleInBothSchemes(page, 'the page')

  await page.getByRole('textbox', { name: 'Passenger name' }).fill('Imran Shaikh')
  await page.getByRole('textbox', { name: 'Passport number' }).fill('Z1234567')
  const nationality = page.getByRole('combobox', { name: 'Nationality' })
  await nationality.click()
  const list = page.getByRole('listbox', { name: 'Countries' })
  await expect(list.getByRole('option')).toHaveCount(249)
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
  await nationality.fill('emirates')
  await expectAccessibleInBothSchemes(page, 'the open list')
  await list.getByRole('option', { name: 'United Arab Emirates' }).click()
  await expect(nationality).toHaveValue('United Arab Emirates')
  await page.getByRole('textbox', { name: 'Flight number' }).fill('EK 501')
  await page.getByRole('textbox', { name: 'Airline' }).fill('Emirates')
  await page.getByRole('textbox', { name: 'PNR (optional)' }).fill('QX7ZT2')
  await expect(page.getByText('Your departure is close')).toBeHidden()
  await page.getByLabel('Departure date').fill(dayAhead(1))
  // Another test of this shop may have changed the hours.
  await expect(page.getByText(/sooner than the processing time of \d+ hours/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('98123 45678')

  await expect(bookNow(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Airline' }).press('Enter')
  await expect(page.getByRole('checkbox', { name: /I understand/ })).toBeFocused()
  await expect(messages(page).getByText('Missing Information')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Airline' }).press('Enter')
  await expect(messages(page).getByText('Missing Information')).toBeVisible()
  await expect(
    messages(page).getByText('Please fill in all required fields and upload required documents.'),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /I understand/ })).toBeFocused()
  await expectAccessibleInBothSchemes(page, 'what is missing')
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
  await expectPaidWithDocuments(page, shop, email)

  await page.getByRole('link', { name: 'Track this booking' }).click()
  await expect(page.getByRole('region', { name: 'Your booking', exact: true })).toContainText('Payment Completed')
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
  test.use(phone)
  test.slow()

  test('a passenger applies with documents, pays, follows it and cancels, in as few taps as before', async ({
    page,
    shop,
  }) => {
    const email = newEmail()
    const taps = await countTaps(page)
    await page.goto('/')
    await tabOnto(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /^Ok to Board/ })
        .first(),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ok to Board Clearance')
    await fillIn(page, 'Passenger name', 'Imran Shaikh')
    await fillIn(page, 'Passport number', 'Z1234567')
    await tabTo(page, 'combobox', 'Nationality')
    await page.keyboard.type('united arab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('United Arab Emirates')
    await fillIn(page, 'Flight number', 'EK 501')
    await fillIn(page, 'Airline', 'Emirates')
    await tabOnto(page, page.getByLabel('Departure date'))
    await typeDate(page, dayAhead(12))
    for (const label of required) {
      await tabOnto(page, input(page, label))
      await input(page, label).setInputFiles(label === 'Visa' ? proofFile : pdf)
      await expect(page.getByText(/^Received: /)).toHaveCount(required.indexOf(label) + 1)
    }
    await fillIn(page, 'Email address', email)
    await fillIn(page, 'Phone number', '98123 45678')
    await press(page, 'button', 'Book Now')
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    await untilToastsLeave(page)
    expect(taps.take()).toHaveLength(13)
    await choose(page, 'How would you like to pay?', /Sandbox card/)
    await press(page, 'button', /^Pay /)
    await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
    await press(page, 'button', 'Pay')
    await expectPaidWithDocuments(page, shop, email)
    expect(taps.take()).toHaveLength(3)
    await untilToastsLeave(page)
    await press(page, 'link', 'Track this booking')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My booking')
    await cancelByKeyboard(page, /nothing is refunded|You get back/)
    expect(taps.take()).toHaveLength(1 + 2)
  })
})

/** A date input has no role; its parts are typed in order, as Chromium shows them. */
async function typeDate(page: Page, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-')
  await page.keyboard.type(`${month}${day}${year}`)
  await expect(page.getByLabel('Departure date')).toHaveValue(date)
}
