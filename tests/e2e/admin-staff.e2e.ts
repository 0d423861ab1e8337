// The screen where staff sign in, the staff themselves, their sessions and the audit trail, in a browser.
import { expect, nobody, test, toast } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { expectAccessible, expectAccessibleByDayAndNight } from './support/axe.ts'
import { newEmail } from './support/bookings.ts'
import { expectKeptFocus, fillIn, press } from './support/keyboard.ts'
import { adminEmail, adminPassword, mailTo } from './support/shop.ts'

const password = 'journey-to-dubai'

test.describe('the sign-in of the back office', () => {
  test.use({ storageState: nobody })

  test('has two tabs, a note, a password that can be read, and the ways to a reset and another mail [A007, A008, A009, A024, A025]', async ({
    page,
  }) => {
    const note = page.getByText('Admin accounts are managed by the system administrator.')
    await page.goto('/auth')
    await expect(note).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Login', 'Sign Up'])
    const main = page.getByRole('main')
    const secret = main.getByRole('textbox', { name: 'Password' })
    await expect(main.getByRole('textbox')).toHaveCount(2)
    await expect(main.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await secret.fill('open sesame')
    await expect(secret).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(secret).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(secret).toHaveAttribute('type', 'password')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(main.getByRole('textbox')).toHaveCount(3)
    for (const name of ['Full name', 'Email', 'Password'])
      await expect(main.getByRole('textbox', { name })).toBeVisible()
    await expectAccessible(page, '/auth')
    const sent = page.getByRole('status').filter({ hasText: /mail/ })
    await page.getByRole('link', { name: 'Send the verification e-mail again' }).click()
    // The page before has a field of that name too, and stands until the next one is there.
    await expect(main.getByRole('button', { name: 'Send the mail again' })).toBeVisible()
    await main.getByRole('textbox', { name: 'Email' }).fill(newEmail())
    await main.getByRole('button', { name: 'Send the mail again' }).click()
    await expect(sent).toContainText('a mail is on its way')
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The page before has a field of that name too, and stands until the next one is there.
    await expect(main.getByRole('button', { name: 'Send the link' })).toBeVisible()
    await main.getByRole('textbox', { name: 'Email' }).fill(newEmail())
    await main.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('a mail with a link is on its way')).toBeVisible()
    for (const [path, heading] of [
      ['/login', 'Sign in'],
      ['/register', 'Create an account'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(note).toHaveCount(0)
      await expect(page.getByRole('tab')).toHaveCount(0)
    }
  })

  test('says how it went, and leads staff to the back office and customers elsewhere [A011, A012, A013, A014]', async ({
    page,
    context,
  }) => {
    const email = newEmail()
    const main = page.getByRole('main')
    const signIn = async (address: string, secret: string) => {
      await main.getByRole('textbox', { name: 'Email' }).fill(address)
      await main.getByRole('textbox', { name: 'Password' }).fill(secret)
      await main.getByRole('button', { name: 'Sign In', exact: true }).click()
    }
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await main.getByRole('textbox', { name: 'Full name' }).fill('Ria Sen')
    await main.getByRole('textbox', { name: 'Email' }).fill(email)
    await main.getByRole('textbox', { name: 'Password' }).fill(password)
    await main.getByRole('button', { name: 'Sign Up' }).click()
    await expect(toast(page, 'Account created! Please check your email to verify your account.')).toBeVisible()
    await signIn(email, 'not-the-password')
    const failed = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect(failed).toContainText('Authentication Error')
    await expect(failed).toContainText('Invalid email or password')
    for (const [asked, reached] of [
      ['/auth', '/'],
      ['/auth?returnTo=%2Fprofile', '/profile'],
      ['/auth?returnTo=%2Fadmin%2Fbookings', '/'],
    ] as const) {
      await context.clearCookies()
      await page.goto(asked)
      await signIn(email, password)
      await expect(toast(page, 'Welcome back!')).toBeVisible()
      await expect.poll(() => new URL(page.url()).pathname, asked).toBe(reached)
      await expect(page.getByText('Access Denied')).toHaveCount(0)
    }
    await context.clearCookies()
    await page.goto('/auth')
    await signIn(adminEmail, adminPassword)
    await expect(page).toHaveURL(/\/admin$/)
    await expect(toast(page, 'Welcome back!')).toBeVisible()
  })
})

test('staff are invited, join by the mail, get another role, go, and are forgotten by keyboard; the trail tells all of it [A318, A320]', async ({
  page,
  guest,
  shop,
  browser,
}) => {
  const email = newEmail()
  await page.goto('/admin/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Email' })
  await expect(dialog.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Full name' }).fill('Noor Aziz')
  await address.fill(adminEmail)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  // Refused: said in a toast and in the form, which keeps what was typed.
  const failure = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await expect(failure).toContainText('Error')
  await expect(failure).toContainText('Failed to send the invitation')
  await expect(failure).toHaveClass(/tone-danger/)
  await expect(dialog.getByText('This person is on the staff already.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Full name' })).toHaveValue('Noor Aziz')
  await expect(address).toHaveValue(adminEmail)
  await expectAccessible(page, 'the invitation')
  await address.fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Content')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, `Invitation sent to ${email}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText('Noor Aziz')

  const { text = '' } = await mailTo(shop, email, /invited to the team/)
  const link = /http\S+\/reset-password\?\S+/.exec(text)?.[0] ?? ''
  const theirs = await otherBrowser(browser, { baseURL: shop.url, storageState: nobody })
  const desk = await theirs.newPage()
  await desk.goto(link)
  await expect(desk.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible()
  await desk.getByRole('main').getByRole('textbox', { name: 'New password' }).fill('a-long-enough-one')
  await desk.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(desk).toHaveURL(/\/auth/)
  await desk.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(email)
  await desk.getByRole('main').getByRole('textbox', { name: 'Password' }).fill('a-long-enough-one')
  await desk.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  const sections = desk.getByRole('navigation', { name: 'Sections', exact: true })
  await expect(sections.getByRole('link', { name: 'Content' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Bookings' })).toHaveCount(0)
  await desk.goto('/admin/sessions')
  await expect(desk.getByRole('main').getByText('This one')).toBeVisible()
  const signedIn = await guest.post('/api/auth/sign-in/email', { data: { email, password: 'a-long-enough-one' } })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  await desk.reload()
  await expectAccessible(desk, 'the sessions')
  await desk.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(1)
  expect((await (await guest.get('/api/session')).json()).user).toBeNull()

  await page.reload()
  await page.getByRole('button', { name: 'Change role of Noor Aziz' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Support')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Role of Noor Aziz changed')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'the staff at 360 px')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Remove Noor Aziz' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Noor Aziz' })).toHaveCount(0)
  await desk.goto('/admin')
  await expect(desk).toHaveURL(/\/auth/)
  await theirs.close()

  await page.goto('/admin/audit?action=staff')
  const lines = page.getByRole('main').getByRole('list').getByRole('listitem')
  await expect(lines.first()).toContainText('Staff removed')
  await page.getByRole('searchbox', { name: 'What was done' }).fill('role-changed')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(lines).toHaveCount(1)
  await lines.first().getByText('1 field: before and after').click()
  await expect(lines.first().getByRole('row', { name: 'Role' })).toContainText(/content\s*support/)
  await expectAccessibleByDayAndNight(page, 'an entry of the audit trail')

  await page.goto('/admin/personal-data')
  await expect(page.getByRole('heading', { name: 'Personal Data' })).toBeVisible()
  const lookUp = async () => {
    await fillIn(page, 'E-mail address', email)
    await page.keyboard.press('Enter')
  }
  const kept = page.getByRole('region', { name: 'What the shop keeps' })
  await fillIn(page, 'E-mail address', 'nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await lookUp()
  await expect(kept).toContainText('AccountYesBookings0')
  await press(page, 'button', 'Erase personal data')
  await expect(dialog).toContainText('This cannot be undone.')
  await expectAccessible(page, 'the question before a person is erased')
  await press(page, 'button', 'Erase for good')
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await fillIn(page, `Type ${email} to confirm`, email)
  await press(page, 'button', 'Erase for good')
  await expect(toast(page, 'Personal data erased')).toBeVisible()
  await expect(kept).toHaveCount(0)
  await expectKeptFocus(page)
  await lookUp()
  await expect(page.getByText('Nothing is stored of this e-mail address.')).toBeVisible()
})
