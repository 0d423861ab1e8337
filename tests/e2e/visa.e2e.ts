// A visa from the first page to the tracked booking: details first, then changed; and payment first.
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts'
import { dayAhead, newEmail, proofFile } from './support/bookings.ts'
import { choose, fillIn, press, tabOnto } from './support/keyboard.ts'
import { expect, mailTo, test } from './support/shop.ts'
import { countTaps } from './support/taps.ts'

const title = 'United Arab Emirates 30-Day Tourist Visa'
const scan = (name: string) => ({ ...proofFile, name })

async function expectStep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeFocused()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessibleInBothSchemes(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function sendDocuments(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByLabel(`Choose: ${name}`, { exact: true }).setInputFiles(scan(`${name}.png`))
    await expect(page.getByText(`Received: ${name}.png`)).toBeVisible()
  }
}

/** In whole dollars. */
const totalOf = async (page: Page): Promise<number> =>
  Number(/Total[^$]*\$([\d,]+)/.exec(await page.getByRole('dialog').innerText())?.[1]?.replace(',', ''))

/** Aborts the next booking request. */
const failOnce = (page: Page): Promise<unknown> =>
  page.route('**/rpc/booking/create**', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })

async function expectProblem(page: Page, title: string, text: string): Promise<void> {
  const problem = page.getByRole('alert').filter({ hasText: title })
  await expect(problem.first()).toContainText(text)
}

async function payByCard(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'How would you like to pay?' }).getByText('Sandbox card').click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
}

test.describe('with the keyboard alone, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  test.slow()

  test('a traveller fills in everything, pays, follows the application and changes it, in as few taps as before [C077, C080, C082, C083, C084, C085, C087, C100, C160]', async ({
    page,
    shop,
  }) => {
    const email = newEmail()
    const taps = await countTaps(page)
    await page.goto('/')
    await press(page, 'button', 'Open menu')
    await press(page, 'link', /^Visa/)
    await press(page, 'link', title, 'Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect
      .poll(() =>
        page
          .locator('main .flag')
          .first()
          .evaluate((flag: HTMLImageElement) => flag.naturalWidth),
      )
      .toBeGreaterThan(0)
    await press(page, 'button', 'Apply Now')
    const wizard = page.getByRole('dialog')
    await expect(wizard.getByText('Step 1 of 4')).toBeVisible()
    await expect(wizard.getByText('12-99 years')).toBeVisible()
    await expectAccessible(page, 'Who travels')
    await press(page, 'button', 'Continue')

    await expectStep(page, 'When to add details')
    await taps.aside(() => press(page, 'button', 'Continue'))
    await expect(wizard.getByText('Please choose when to add traveller details')).toBeVisible()
    await choose(page, 'When do you want to add traveller details?', /^Add traveller/)
    await press(page, 'button', 'Continue')

    await expectStep(page, 'Travellers')
    const traveller = wizard.getByRole('button', { name: /^Adult 1/ })
    await expect(traveller).not.toContainText(/Adult 1.*Adult 1/)
    await taps.aside(() => press(page, 'button', 'Continue to payment'))
    await expect(wizard.getByText('Please fill in what is still missing.')).toBeAttached()
    await expect(wizard.getByRole('textbox', { name: 'Full name' })).toBeFocused()
    await expect(page.getByText('Incomplete Information')).toHaveCount(0)
    await taps.aside(() => press(page, 'button', 'Continue to payment'))
    await expect(page.getByText('Incomplete Information')).toBeVisible()
    await expect(wizard.getByRole('textbox', { name: 'Full name' })).toBeFocused()
    await page.keyboard.type('Ria Sen')
    await expect(wizard.getByRole('button', { name: /^Ria Sen/ })).toContainText('Adult 1')
    await fillIn(page, 'Passport number', 'Z1234567')
    await fillIn(page, 'Day', '17')
    await fillIn(page, 'Month', '5')
    await fillIn(page, 'Year', '1990')
    await page.getByLabel('Tentative arrival date').fill(dayAhead(20))
    await page.getByLabel('Tentative departure date').fill(dayAhead(30))
    await page.getByLabel('Passport expiry date').fill(dayAhead(90))
    await expect(wizard.getByText('This passport expires soon')).toBeVisible()
    await sendDocuments(page, ['Passport front', 'Clear photo', 'Return ticket'])
    await taps.aside(async () => {
      await sendDocuments(page, ['Passport back'])
      await press(page, 'button', 'Remove: Passport back')
    })
    await expect(page.getByLabel('Choose: Passport back')).toBeFocused()
    await page.reload()
    await expect(wizard.getByText('Received: Return ticket.png')).toBeVisible()
    await fillIn(page, 'Email address', email)
    await taps.aside(async () => {
      await press(page, 'button', 'Continue to payment')
      await expect(wizard.getByText('Please confirm that you have seen this').first()).toBeVisible()
      await press(page, 'checkbox', 'I understand and want to apply with this passport', 'Space')
      await failOnce(page)
      await press(page, 'button', 'Continue to payment')
      await expectProblem(page, 'Submission Failed', 'Failed to submit application')
    })
    await press(page, 'button', 'Continue to payment')

    await expectStep(page, 'Payment')
    expect(taps.take()).toHaveLength(19 + 1)
    await choose(page, 'How would you like to pay?', /Sandbox card/)
    await press(page, 'button', /^Pay /)
    await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
    await press(page, 'button', 'Pay')
    await expect(wizard.getByRole('heading', { name: 'Payment received' })).toBeFocused()
    await expectAccessible(page, 'Done')
    expect(taps.take()).toHaveLength(3)
    await press(page, 'link', 'Track this booking')
    await expect(page.getByRole('region', { name: 'Your booking', exact: true })).toContainText('Payment Completed')
    expect(taps.take()).toHaveLength(1)
    await changeDetails(page)
    expect(taps.take()).toHaveLength(11)
    await mailTo(shop, email, /received/i)
  })
})

/** In the tracker: details that the embassy would refuse, and a better scan. */
async function changeDetails(page: Page): Promise<void> {
  const documents = page.locator('#your-documents')
  const person = documents.locator('summary').first()
  await tabOnto(page, person)
  await page.keyboard.press('Enter')
  await press(page, 'button', 'Change details')
  await fillIn(page, 'Full name', 'Ria Anjali Sen')
  await fillIn(page, 'Passport number', 'Z7654321')
  await fillIn(page, 'Day', '17')
  await fillIn(page, 'Month', '5')
  await fillIn(page, 'Year', '1990')
  await page.getByLabel('Tentative arrival date').fill(dayAhead(20))
  await page.getByLabel('Tentative departure date').fill(dayAhead(30))
  await press(page, 'button', 'Save details')
  await expect(person).toContainText('Ria Anjali Sen')
  await tabOnto(page, page.getByLabel('Choose another: Clear photo', { exact: true }))
  await page.getByLabel('Choose another: Clear photo', { exact: true }).setInputFiles(scan('better.png'))
  await expect(documents.getByText('Received: version 2')).toBeVisible()
}

test.describe('with the mouse', () => {
  test.use({ viewport: { width: 1280, height: 900 } })
  test.slow()

  test('a mother pays first, tries again after a cancelled payment, and sends the papers of two by their links [C083, C084, C094, C095, C096, C097, C099, C100, C101]', async ({
    page,
    shop,
  }) => {
    const email = newEmail()
    const created: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && /booking\/create/.test(request.url())) created.push(request.url())
    })
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Visa', exact: true }).click()
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('button', { name: 'Apply Now' }).click()
    await page.getByRole('button', { name: 'Add one child' }).click()
    const wizard = page.getByRole('dialog')
    await wizard.getByRole('button', { name: 'Have a promo code?' }).click()
    await wizard.getByLabel('Promo code').fill('no such code')
    await wizard.getByLabel('Promo code').press('Enter')
    await expect(wizard.getByText('This promo code is not valid')).toBeVisible()
    const before = await totalOf(page)
    await wizard.getByLabel('Promo code').fill('familyvisa')
    await wizard.getByRole('button', { name: 'Apply' }).click()
    await expect(wizard.getByText('Promo code FAMILYVISA')).toBeVisible()
    await expect.poll(() => totalOf(page)).toBe(before - 20)
    await wizard.getByRole('button', { name: 'Continue' }).click()
    await wizard.getByText('Pay now, send documents later').click()
    await wizard.getByRole('button', { name: 'Continue' }).click()
    await expectStep(page, 'Contact')
    const submit = wizard.getByRole('button', { name: 'Continue to payment' })
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await submit.click({ force: true })
    await expect(wizard.getByLabel("Lead traveller's name")).toBeFocused()
    await expect(page.getByText('Contact Information Required')).toHaveCount(0)
    await submit.click({ force: true })
    await expect(page.getByText('Contact Information Required')).toBeVisible()
    await wizard.getByLabel("Lead traveller's name").fill('Asha Rao')
    await wizard.getByLabel('Email address').fill(email)
    await wizard.getByRole('textbox', { name: 'WhatsApp number' }).fill('98123 45678')
    await failOnce(page)
    await submit.click()
    await expectProblem(page, 'Booking Failed', 'Failed to create booking')
    await submit.click()
    await expectStep(page, 'Payment')
    await wizard.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(wizard.getByText(/^Your application TH\d+ is saved$/)).toBeVisible()
    await submit.click()
    await expect(wizard.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
    // The aborted request and the successful one.
    expect(created).toHaveLength(2)

    await expect(page.getByRole('button', { name: /^Pay / })).toContainText(String(before - 20))
    await payByCard(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Payment Failed')).toBeVisible()
    await payByCard(page)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(wizard.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expectAccessible(page, 'Done, papers to follow')

    await wizard.getByRole('link', { name: 'Details and documents for Child 1' }).click()
    await expect(page).toHaveURL(/booking-documents\?.*traveller=2/)
    await page.getByLabel('Full name').fill('Kabir')
    await expect(page.getByText('One name only')).toBeVisible()
    await page.getByLabel('Passport number').fill('Z7654321')
    for (const [part, text] of [
      ['Day', '2'],
      ['Month', '1'],
      ['Year', '2019'],
    ] as const)
      await page.getByLabel(part, { exact: true }).fill(text)
    await page.getByLabel('Tentative arrival date').fill(dayAhead(20))
    await page.getByLabel('Tentative departure date').fill(dayAhead(30))
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('3 documents missing')).toBeVisible()
    for (const name of ['Passport front', 'Clear photo', 'Return ticket']) {
      await page.getByLabel(`Choose: ${name}`, { exact: true }).setInputFiles(scan('scan.png'))
      await expect(page.getByLabel(`Choose another: ${name}`, { exact: true })).toBeAttached()
    }
    await expect(page.getByText('Received', { exact: true })).toBeVisible()
    await expectAccessible(page, 'Travellers and documents')
    await mailTo(shop, email, /Documents for booking/)
    await page.goBack()
    await wizard.getByRole('link', { name: 'Track this booking' }).click()
    await expect(page.getByRole('region', { name: 'Your booking', exact: true })).toContainText('Payment Completed')
  })
})
