// A full working day in the back office by keyboard only: the test fails on any pointer event or on any value that
// changes without a key press.
import type { APIRequestContext, Page } from '@playwright/test'
import { bookByTransfer, expect, nobody, readBooking, readPayment, test, toast } from './support/admin.ts'
import { book, newEmail } from './support/bookings.ts'
import { expectKeptFocus, fillIn, press, tabOnto, tabTo, watchHands } from './support/keyboard.ts'
import { adminEmail, adminPassword } from './support/shop.ts'

test.use({ storageState: nobody })
test.slow()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
}
async function retype(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}
async function goTo(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await expect(page.getByRole('option').filter({ hasText: typed }).first()).toBeVisible()
  await keys(page, 'Enter')
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth\?/)
  await fillIn(page, 'Email', adminEmail)
  await fillIn(page, 'Password', adminPassword)
  await keys(page, 'Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
}

async function approve(page: Page, { id, reference }: { id: string; reference: string }): Promise<void> {
  await keys(page, 'g', 'b')
  await expect(heading(page, 'Bookings')).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search bookings' })
  await expect(search).toBeVisible()
  await keys(page, '/')
  await page.keyboard.type(reference)
  await expect(page.getByRole('status').filter({ hasText: '1 booking' })).toBeVisible()
  await press(page, 'link', `Open booking ${reference}`)
  await press(page, 'button', 'Review payment')
  const proof = page.getByRole('img', { name: 'Payment proof, version 1' })
  await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await fillIn(page, /^Admin notes/, 'Seen on the statement')
  await press(page, 'button', 'Approve')
  await expect(toast(page, 'Payment approved successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View proofs' })).toBeFocused()
  await expectKeptFocus(page)
  expect(await readBooking(page.request, id)).toMatchObject({ verification: 'approved', booking_status: 'confirmed' })
  await keys(page, 'u')
  await expect(page.getByRole('link', { name: `Open booking ${reference}` })).toBeFocused()
}

async function refund(page: Page, { id, reference }: { id: string; reference: string }): Promise<void> {
  await goTo(page, reference)
  const booking = heading(page, `Booking ${reference}`)
  await expect(booking).toBeFocused()
  for (const notes of ['Called back on Monday', 'Called back, all is clear']) {
    await press(page, 'button', 'Edit notes')
    await retype(page, 'Admin notes', notes)
    await press(page, 'button', 'Save notes')
    await expect(page.getByRole('region', { name: 'Admin notes' }).locator('p').first()).toHaveText(notes)
    await expect(page.getByRole('button', { name: 'Edit notes' })).toBeFocused()
  }
  await press(page, 'button', 'Mark as paid')
  await fillIn(page, /^How was it paid/, 'In cash, at the desk')
  await press(page, 'button', 'Mark as paid')
  await expect(toast(page, 'Payment recorded successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await expectKeptFocus(page)

  await press(page, 'button', 'Cancel')
  await fillIn(page, /^Reason/, 'The guest fell ill')
  await press(page, 'button', 'Cancel booking')
  await expect(toast(page, 'Booking status updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  await expectKeptFocus(page)
  // A job creates the refund after the cancellation.
  await expect.poll(async () => (await readPayment(page.request, id)).refunds.length).toBe(1)
  await keys(page, 'Escape')
  await expect(booking).toHaveCount(0)
  await expectKeptFocus(page)
  await goTo(page, reference)
  await expect(booking).toBeFocused()
  // The refund is drawn once it is read.
  await expect(page.getByRole('button', { name: 'Mark as refunded' })).toBeVisible()
  await press(page, 'button', 'Mark as refunded')
  await expect(toast(page, 'Refund recorded successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as refunded' })).toHaveCount(0)
  await expectKeptFocus(page)
  expect((await readPayment(page.request, id)).refunds).toMatchObject([{ state: 'succeeded' }])
  await keys(page, 'Escape')
  await expect(booking).toHaveCount(0)
  await expectKeptFocus(page)
}

async function edit(page: Page, request: APIRequestContext): Promise<void> {
  const title = 'Daybreak dhow'
  const details = { price_adult: 5_500, location: 'Dubai' }
  const made = await request.post('/api/admin/services', { data: { kind: 'tour', title, details } })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = await made.json()
  await keys(page, 'g', 't')
  await expect(heading(page, 'Tours')).toBeFocused()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await keys(page, '/')
  await page.keyboard.type(title)
  await expect(page.getByRole('status').filter({ hasText: '1 item' })).toBeVisible()
  await press(page, 'button', /^Edit Adult price of Daybreak dhow/)
  await retype(page, `Adult price of ${title}`, '61.25')
  await keys(page, 'Enter')
  await expect(page.getByRole('button', { name: /^Edit Adult price of Daybreak dhow: \D*61.25/ })).toBeFocused()
  await press(page, 'button', `Edit ${title}`)
  await expect(heading(page, `Edit ${title}`)).toBeFocused()
  await tabTo(page, 'tab', 'Basic')
  await keys(page, 'ArrowRight')
  await retype(page, /^Adult price/, '64')
  await press(page, 'button', 'Save')
  await expect(toast(page, 'Tour updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${title}`, exact: true })).toBeFocused()
  await expectKeptFocus(page)
  expect((await (await request.get(`/api/admin/services/${id}`)).json()).details.price_adult).toBe(6_400)
}

async function bring(page: Page): Promise<void> {
  await goTo(page, 'Bulk Upload')
  await expect(heading(page, 'Bulk Upload')).toBeFocused()
  await tabTo(page, 'combobox', /^Upload type/)
  await page.keyboard.type('Tours')
  // Listen first: the file chooser may open before the key press returns.
  const chosen = page.waitForEvent('filechooser')
  await tabOnto(page, page.getByRole('button', { name: 'File', exact: true }))
  await keys(page, 'Enter')
  const chooser = await chosen
  const table = 'title,price_adult\nDaybreak kayak,75\n'
  await chooser.setFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await press(page, 'button', 'Upload and check')
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await expectKeptFocus(page)
  await press(page, 'button', 'Import 1 row')
  await expect(toast(page, 'Upload Complete!')).toBeVisible()
  await expectKeptFocus(page)
  expect((await (await page.request.get('/api/services/tour?q=Daybreak')).json()).total).toBe(2)
}

async function erase(page: Page, email: string): Promise<void> {
  await goTo(page, 'Personal Data')
  await expect(heading(page, 'Personal Data')).toBeFocused()
  await fillIn(page, 'Email address', email)
  await keys(page, 'Enter')
  await expect(page.getByRole('region', { name: 'Stored data' })).toContainText('AccountYes')
  await press(page, 'button', 'Erase personal data')
  await fillIn(page, `Type ${email} to confirm`, email)
  await press(page, 'button', 'Erase permanently')
  await expect(toast(page, 'Personal data erased')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectKeptFocus(page)
}

async function signOut(page: Page): Promise<void> {
  await keys(page, 'g', 'd')
  await expect(heading(page, 'Dashboard')).toBeFocused()
  // Back over the banner about the missing mail server.
  await keys(page, 'Shift+Tab')
  await expect(page.getByRole('link', { name: 'Set up the mail server' })).toBeFocused()
  await keys(page, 'Shift+Tab')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeFocused()
  await expectKeptFocus(page)
  await keys(page, 'Enter')
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/api/admin/bookings')).status()).toBe(401)
}

test('a whole day is worked with the keyboard alone, and the focus is always seen [A145, A159]', async ({
  page,
  guest,
}) => {
  const [transferred, ill] = [await bookByTransfer(guest), await book(guest)]
  const leaving = newEmail()
  const account = { name: 'Ria Sen', email: leaving, password: 'journey-to-dubai' }
  expect((await guest.post('/api/auth/sign-up/email', { data: account })).ok()).toBe(true)
  const others = await watchHands(page)
  await test.step('signs in', () => signIn(page))
  await test.step('approves a transfer beside its proof', () => approve(page, transferred))
  await test.step('cancels a paid booking and gives its money back', () => refund(page, ill))
  await test.step('edits an item in its row and in its editor', () => edit(page, page.request))
  await test.step('brings a table of items', () => bring(page))
  await test.step('erases a person', () => erase(page, leaving))
  await test.step('signs out', () => signOut(page))
  expect(others).toEqual([])
})
