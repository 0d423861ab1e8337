// Accounts from the first visit to the last sign-out.
import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, newEmail } from './support/bookings.ts'
import { payByCard } from './support/pages.ts'
import { adminEmail, adminPassword, expect, hold, mailTo, type RunningShop, test } from './support/shop.ts'

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
  await expect(
    page.getByText('Account created successfully! Please check your email to verify your account.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
}
/** The link of a mail, as its reader sees it: alone on its line. */
async function linkOf(shop: RunningShop, email: string, subject: RegExp, path: string): Promise<string> {
  const { text = '' } = await mailTo(shop, email, subject)
  const link = new RegExp(`^${shop.url}${path}\\S+$`, 'm').exec(text)?.[0]
  expect(link, text).toBeDefined()
  return link!
}
const menu = (page: Page) => page.getByRole('banner').locator('summary')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

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

  await page.goto(await linkOf(shop, email, /confirm your e-mail address/i, '/verify-email'))
  await expect(page.getByText('Your email address is verified')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
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
  // The fact that an address is verified reaches the bookings by a job.
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
  await page.route('**/rpc/account/saveProfile', (route) => route.abort())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText('Failed to update profile')).toBeVisible()

  const cookies = await page.context().cookies()
  await menu(page).click()
  await header.getByRole('button', { name: 'Sign Out' }).click()
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/booking-history')
  await expect(page.getByText('Please sign in')).toBeVisible()
  await expect(page.getByText(guest.reference)).toHaveCount(0)
  // The session is over, not only forgotten by this browser.
  await page.context().addCookies(cookies)
  await page.goto('/profile')
  await expect(page.getByText('Sign in to see and change your profile.')).toBeVisible()
})

test('an unverified address adopts no booking, and its mail can be sent again [C257, C267]', async ({
  page,
  request,
  shop,
}) => {
  const email = newEmail()
  const guest = await book(request, { customer_email: email })
  await register(page, email)
  await mailTo(shop, email, /confirm your e-mail address/i)
  await signIn(page, email)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await page.goto('/booking-history')
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await expect(page.getByText(guest.reference)).toHaveCount(0)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.getByText(/a mail is on its way/)).toBeVisible()
})

test('a wrong password, and a form that is not filled in or not answered [C248, C249, C255]', async ({
  page,
  request,
}) => {
  const email = newEmail()
  await register(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Email address is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await signIn(page, email, 'not-the-password')
  await expect(page.getByText('Error – Invalid email or password')).toBeVisible()
  const { user } = await (await page.request.get('/api/session')).json()
  expect(user).toBeNull()
  await signIn(page, 'nobody-at-all@example.com')
  await expect(page.getByText('Error – Invalid email or password')).toBeVisible()
  await page.goto('/register')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await page.route('**/api/auth/sign-up/email', (route) => route.abort())
  await page.getByLabel('Full name').fill('Ria Sen')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('main').getByText('Failed to create account. Please try again.')).toBeVisible()
  await expect(messages(page).getByText('Failed to create account. Please try again.')).toBeVisible()
  expect((await request.get('/api/my/bookings')).status()).toBe(401)
})

test('a forgotten password is set anew by a link that works once [C258]', async ({ page, shop }) => {
  const email = newEmail()
  await register(page, email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/a mail with a link is on its way/)).toBeVisible()
  const link = await linkOf(shop, email, /password/i, '/reset-password')
  await page.goto(link)
  await page.getByLabel('New password').fill('five5')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('New password').fill('another-secret')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, email)
  await expect(page.getByText('Error – Invalid email or password')).toBeVisible()
  await signIn(page, email, 'another-secret')
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password').fill('a-third-secret')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('This link is no longer valid')).toBeVisible()
})

test('whose address somebody else had signed up with is told so, and chooses a password of their own [C257]', async ({
  page,
  request,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = newEmail()
  const early = { email, password: 'of-somebody-else', full_name: 'Somebody' }
  expect((await request.post('/api/auth/sign-up/email', { data: early })).ok()).toBe(true)
  await register(page, email)
  await page.goto(await linkOf(shop, email, /confirm your e-mail address/i, '/verify-email'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await expect(page.getByText('Somebody had signed up with it under another password')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'choosing a password of one’s own')
  await page.getByLabel('New password').fill('only-i-know-this')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, email, early.password)
  await expect(page.getByText('Error – Invalid email or password')).toBeVisible()
  await signIn(page, email, 'only-i-know-this')
  await expect(page.getByText('Welcome back!')).toBeVisible()
})

test('who was asked to sign in returns to the page that asked; no address leads out of the shop [C251]', async ({
  page,
}) => {
  const email = newEmail()
  await register(page, email)
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Full name')).toHaveValue('Ria Sen')
  for (const outside of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await page.goto(`/login?returnTo=${encodeURIComponent(outside)}`)
    await signIn(page, email)
    await expect(page.getByText('Welcome back!'), outside).toBeVisible()
    await expect.poll(() => new URL(page.url()).pathname, outside).toBe('/')
    expect(new URL(page.url()).hostname, outside).toBe('localhost')
  }
})

test('the back office is shown to administrators and to nobody else, whoever signed in before [C016, C247, C250, C251, C252, C254]', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/auth')
  await expect(page.getByText('Admin accounts are managed by the system administrator.')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ria Sen')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  const secret = page.getByRole('textbox', { name: 'Password' })
  await secret.fill(password)
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    messages(page).getByText('Account created! Please check your email to verify your account.'),
  ).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await signIn(page, adminEmail, 'not-the-password')
  await expect(page.getByText(/^Authentication Error/).first()).toBeVisible()
  await signIn(page, adminEmail, adminPassword)
  await expect(page).toHaveURL(/\/admin/)

  await page.goto('/')
  const header = page.getByRole('banner')
  const panel = header.getByRole('link', { name: /Admin Panel/ })
  await menu(page).click()
  await expect(panel).toHaveAttribute('href', '/admin')
  await expect(panel.getByText('Admin', { exact: true })).toBeVisible()
  await header.getByRole('button', { name: 'Sign Out' }).click()
  await header.getByRole('link', { name: 'Sign In' }).click()
  await expect(panel).toHaveCount(0)
  await signIn(page, email)
  await expect(menu(page)).toHaveText('Ria Sen')
  await menu(page).click()
  await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test('until the session is read nobody is shown, and a check that fails lets nobody in [A021, C246, C270, C344]', async ({
  page,
}) => {
  await page.goto('/auth')
  await signIn(page, adminEmail, adminPassword)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.route('**/rpc/booking/admin/dashboard', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0)

  const session = await hold(page, '**/rpc/account/session')
  await page.goto('/profile')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  await expect(page.getByText('Admin Panel')).toHaveCount(0)
  session()
  await expect(page.getByLabel('Email')).toHaveValue(adminEmail)
  await menu(page).click()
  await expect(page.getByRole('link', { name: /Admin Panel/ })).toBeVisible()

  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.unroute('**/rpc/account/session')
  await page.route('**/rpc/account/session', (route) => route.abort())
  for (const path of ['/profile', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(messages(page).locator('.toast')).toHaveCount(0)
  }
})
