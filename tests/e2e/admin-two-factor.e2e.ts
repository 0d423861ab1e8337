// A new member of staff joins and signs in with two factors; the test plays the authenticator app.
import { codeInApp } from '../support/authenticator.ts'
import { expect, goInside, nobody, test, toast } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { examined, expectAccessible, expectAccessibleByDayAndNight } from './support/axe.ts'
import { newEmail } from './support/bookings.ts'
import { mailTo } from './support/shop.ts'

const password = 'a-long-enough-one'
const codeOfApp = (key: string, steps = 0): string => codeInApp(key, new Date(), steps)

test('staff join by the mail, see only their sections, turn two-factor sign-in on and use its codes [A318]', async ({
  page: owner,
  request,
  shop,
  browser,
}) => {
  const email = newEmail()
  const invitation = { email, full_name: 'Tara Menon', role: 'support' }
  expect((await request.post('/api/admin/staff/invitations', { data: invitation })).ok()).toBe(true)
  const { text = '' } = await mailTo(shop, email, /invited to the back office/)
  const link = /http\S+\/reset-password\?\S+/.exec(text)?.[0] ?? ''

  const theirs = await otherBrowser(browser, { baseURL: shop.url, storageState: nobody })
  const page = await theirs.newPage()
  const main = page.getByRole('main')
  const signIn = async (at?: '/auth' | '/login') => {
    if (at) await page.goto(at)
    await main.getByRole('textbox', { name: 'Email' }).fill(email)
    await main.getByRole('textbox', { name: 'Password' }).fill(password)
    await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible()
  await main.getByRole('textbox', { name: 'New password' }).fill(password)
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await signIn()
  await expect(page).toHaveURL(/\/admin$/)
  const sections = page.getByRole('navigation', { name: 'Sections', exact: true })
  await expect(sections.getByRole('link', { name: 'Bookings' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Payment Settings' })).toHaveCount(0)
  await goInside(page, '/admin/sessions')
  await main.getByRole('button', { name: 'Set up' }).click()
  await expect(main.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = (await main.locator('code').textContent()) ?? ''
  await main.getByRole('textbox', { name: 'Code' }).fill('12345')
  await main.getByRole('button', { name: 'Turn on' }).click()
  await expect(main.getByRole('alert')).toContainText('This code is wrong')
  for (const width of examined([1280, 360], 'setting it up')) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `setting it up at ${width} px`)
  }
  await main.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(key))
  await main.getByRole('button', { name: 'Turn on' }).click()
  const kept = main.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(kept).toHaveCount(10)
  const [recoveryCode = ''] = await kept.allTextContents()
  await expectAccessibleByDayAndNight(page, 'the recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('safar-recovery-codes.txt')
  await main.getByRole('button', { name: 'I have saved my codes' }).click()
  await expect(main.getByText('10 recovery codes left')).toBeVisible()

  await theirs.clearCookies()
  await signIn('/auth')
  const code = main.getByRole('textbox', { name: 'Code from the app' })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'the code at /auth')
  expect((await (await theirs.request.get('/api/session')).json()).user).toBeNull()
  await code.fill(codeOfApp(key, 3))
  await page.keyboard.press('Enter')
  await expect(main.getByText('This code is wrong or was already used.')).toBeVisible()
  await code.fill(codeOfApp(key, 1))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Welcome back!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)

  // An open back office would send itself to the sign-in page meanwhile.
  await page.goto('about:blank')
  await theirs.clearCookies()
  await signIn('/login')
  await main.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await main.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await theirs.close()

  await owner.goto('/admin/staff')
  await owner.getByRole('button', { name: 'Turn off two-factor sign-in for Tara Menon' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor' }).click()
  await expect(toast(owner, 'Two-factor sign-in turned off for Tara Menon')).toBeVisible()
  await expect(owner.getByRole('row').filter({ hasText: 'Tara Menon' })).not.toContainText('On')
})
