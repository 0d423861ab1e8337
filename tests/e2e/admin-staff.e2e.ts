// The sign-in page of the back office; src/admin/staff has the tests of staff, sessions and personal data.
import { expect, nobody, test, toast } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'
import { newEmail } from './support/bookings.ts'
import { adminEmail, adminPassword } from './support/shop.ts'

test.use({ storageState: nobody })

const note = 'Admin accounts are managed by the system administrator.'

test('the sign-in has two tabs and ways to a reset and another mail, and leads staff to the back office [A007, A008, A009, A011, A012, A013, A014, A024, A025]', async ({
  page,
  context,
  request,
}) => {
  const [email, password] = [newEmail(), 'journey-to-dubai']
  const main = page.getByRole('main')
  const field = (name: string) => main.getByRole('textbox', { name })
  const signIn = async (address: string, secret: string) => {
    await field('Email').fill(address)
    await field('Password').fill(secret)
    await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await page.goto('/auth')
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Login', 'Sign Up'])
  await expect(main.getByRole('textbox')).toHaveCount(2)
  await expect(field('Email')).toBeVisible()
  await field('Password').fill('open sesame')
  await expect(field('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field('Password')).toHaveAttribute('type', 'password')
  for (const path of ['/login', '/register']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('<h1')
    for (const own of [note, 'role="tab"']) expect(html).not.toContain(own)
  }

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(main.getByRole('textbox')).toHaveCount(3)
  await expectAccessible(page, '/auth')
  await field('Full name').fill('Ria Sen')
  await field('Email').fill(email)
  await field('Password').fill(password)
  await main.getByRole('button', { name: 'Sign Up' }).click()
  await expect(toast(page, /^Account created! This shop does not send emails yet/)).toBeVisible()
  await signIn(email, 'not-the-password')
  const failed = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(failed).toContainText('Authentication Error')
  await expect(failed).toContainText('Invalid email or password')

  // A shop that sends no emails offers to resend none.
  await expect(page.getByRole('link', { name: 'Resend verification email' })).toHaveCount(0)
  await page.goto('/verify-email')
  await expect(main.getByText('This shop does not send emails yet')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Resend email' })).toHaveCount(0)
  await page.goto('/auth?returnTo=%2Fadmin%2Fbookings')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The previous page has a field of the same name, so wait for the new page.
  await expect(main.getByRole('button', { name: 'Send link' })).toBeVisible()
  await field('Email').fill(newEmail())
  await main.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Contact us for the link.')).toBeVisible()

  for (const [asked, address, secret, reached] of [
    ['/auth?returnTo=%2Fadmin%2Fbookings', email, password, '/'],
    ['/auth?returnTo=%2Fprofile', email, password, '/profile'],
    ['/auth', adminEmail, adminPassword, '/admin'],
  ] as const) {
    await context.clearCookies()
    await page.goto(asked)
    await signIn(address, secret)
    await expect(toast(page, 'Welcome back!')).toBeVisible()
    await expect.poll(() => new URL(page.url()).pathname, asked).toBe(reached)
    await expect(page.getByText('Access Denied')).toHaveCount(0)
  }
})
