import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, newEmail } from './support/bookings.ts'
import { payByCard } from './support/pages.ts'
import { expect, mailTo, type RunningShop, test } from './support/shop.ts'

const password = 'six-or-more'

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Email' }).fill(email)
  await main.getByRole('textbox', { name: 'Password', exact: true }).fill(secret)
  await main.getByRole('button', { name: 'Sign In' }).click()
}
async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Ria Sen')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created successfully! You can sign in now.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
}
/** Finds the link in a mail; it stands on a line of its own. */
async function linkOf(shop: RunningShop, email: string, subject: RegExp, path: string): Promise<string> {
  const { text = '' } = await mailTo(shop, email, subject)
  const link = new RegExp(`^${shop.url}${path}\\S+$`, 'm').exec(text)?.[0]
  expect(link, text).toBeDefined()
  return link!
}
const menu = (page: Page) => page.getByRole('banner').locator('summary').last()

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

test('sign-up, verification by mail, sign-in; the guest booking joins; profile; sign-out [C015, C016, C251, C254, C257, C259, C262, C263, C265, C266, C267]', async ({
  page,
  request,
  shop,
}) => {
  const email = newEmail()
  const guest = await book(request, { customer_email: email })
  await payByCard(request, guest, 'pay')
  const stranger = await book(request)
  await register(page, email)

  await page.goto(await linkOf(shop, email, /confirm your email address/i, '/verify-email'))
  const main = page.getByRole('main')
  await expect(main.getByText(`You signed up here as ${email}`)).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'confirming where one signed up')
  await main.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('Your email address is verified')).toBeVisible()
  await main.getByRole('link', { name: 'See my bookings' }).click()
  await expect(page).toHaveURL(/\/booking-history$/)
  await expect(menu(page)).toHaveText('Ria Sen')
  await page.context().clearCookies()
  await page.goto('/login')
  await signIn(page, email)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const header = page.getByRole('banner')
  for (const name of ['Sign In', 'Sign Up']) await expect(header.getByRole('link', { name })).toHaveCount(0)
  await menu(page).click()
  await expect(header.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
  await expect(header.getByRole('link', { name: 'My Bookings' })).toHaveAttribute('href', '/booking-history')
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()

  await page.goto('/my-bookings')
  await expect(page).toHaveURL(/\/booking-history$/)
  // A job links the bookings after the address is verified.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(guest.reference)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText(stranger.reference)).toHaveCount(0)
  const row = page.getByRole('article').filter({ hasText: guest.reference })
  await expect(row.getByText('Confirmed', { exact: true })).toHaveClass(/tone-success/)
  await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: 'Evening Desert Safari with BBQ Dinner' }).click()
  await expect(page).toHaveURL(new RegExp(`bookingId=${guest.id}$`))
  await expect(page.getByText(guest.reference).first()).toBeVisible()

  await menu(page).click()
  await header.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('Full name').fill('Ria Banerjee')
  await page.getByLabel('Phone').fill('+971 50 123 4567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Ria Banerjee')
  await expect(menu(page)).toHaveText('Ria Banerjee')

  const cookies = await page.context().cookies()
  await page.evaluate(() => localStorage.setItem('safar-visa:some-visa', '{"passportNumber":"M1234567"}'))
  await menu(page).click()
  await header.getByRole('button', { name: 'Sign Out' }).click()
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('safar-visa:some-visa'))).toBeNull()
  await page.goto('/booking-history')
  await expect(page.getByText('Please sign in')).toBeVisible()
  await expect(page.getByText(guest.reference)).toHaveCount(0)
  // Restore the cookies: the server must have ended the session, not only this browser.
  await page.context().addCookies(cookies)
  await page.goto('/profile')
  await expect(page.getByText('Sign in to see and change your profile.')).toBeVisible()
})

test('a user whose address was pre-registered chooses a new password, and the stranger is out [C257]', async ({
  page,
  request,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = newEmail()
  const early = { email, password: 'of-somebody-else', full_name: 'Somebody' }
  expect((await request.post('/api/auth/sign-up/email', { data: early })).ok()).toBe(true)
  expect((await request.post('/api/auth/sign-in/email', { data: early })).ok()).toBe(true)
  await register(page, email)
  await page.goto(await linkOf(shop, email, /confirm your email address/i, '/verify-email'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
  await page.waitForLoadState('networkidle')
  expect((await (await request.get('/api/session')).json()).user).toMatchObject({ email, email_verified: false })
  await page.getByRole('button', { name: "I don't know the password" }).click()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessibleByDayAndNight(page, 'choosing a new password')
  await page.getByLabel('New password').fill('only-i-know-this')
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expect(page.getByText('Your email address is verified')).toBeVisible()
  expect((await (await request.get('/api/session')).json()).user).toBeNull()
  await page.context().clearCookies()
  await page.goto('/login')
  await signIn(page, email, early.password)
  await expect(page.getByText('Error – Invalid email or password')).toBeVisible()
  await signIn(page, email, 'only-i-know-this')
  await expect(page.getByText('Welcome back!')).toBeVisible()
})
