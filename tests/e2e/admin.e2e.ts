// The way into the back office and out of it, and what only a browser shows of the dashboard and of the list.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { formatMoney } from '../../src/kernel/money.ts'
import { button, expect, goInside, listBookings, nobody, shownReferences, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { newEmail } from './support/bookings.ts'
import { adminEmail, adminPassword } from './support/shop.ts'

async function signInAs(request: APIRequestContext, email: string, password: string): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
const signOut = async (request: APIRequestContext) =>
  expect((await request.post('/api/auth/sign-out', { data: {} })).ok()).toBe(true)
const lookAtWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** On a desktop and in the menu of a phone. */
async function expectNoWayIn(page: Page, ownLink: string): Promise<void> {
  await expect(page.getByText('Admin Panel')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: ownLink })).toBeVisible()
  await expect(page.getByText('Admin Panel')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 700 })
}

test.describe('the door', () => {
  test.use({ storageState: nobody })

  test('keeps visitors and customers out, and leads staff to the page they asked for [A001, A002, A005, A006, C272, C273]', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await expectNoWayIn(page, 'Sign In')
    const [email, password] = [newEmail(), 'journey-to-dubai']
    const made = await context.request.post('/api/auth/sign-up/email', { data: { name: 'Ria Sen', email, password } })
    expect(made.ok(), await made.text()).toBe(true)
    await signInAs(context.request, email, password)
    expect((await context.request.get('/api/admin/dashboard')).status()).toBe(403)
    await page.goto('/admin/bookings')
    await expect(toast(page, 'Access Denied')).toBeVisible()
    await expect(toast(page, "You don't have permission to access the admin area.")).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss message' }).click()
    await page.getByRole('banner').getByText('Ria Sen').click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'My Bookings' })).toBeVisible()
    await expectNoWayIn(page, 'My Bookings')

    await context.clearCookies()
    await page.goto('/admin/bookings?status=confirmed&type=tour')
    await expect(page).toHaveURL(/\/auth\?returnTo=/)
    await page.getByRole('textbox', { name: 'Email' }).fill(adminEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/bookings\?status=confirmed&type=tour$/)
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('confirmed')
    const { items } = await listBookings(context.request, { status: 'confirmed', type: 'tour' })
    await expect.poll(() => shownReferences(page)).toEqual(items.map((row) => row.booking_reference))

    await page.goto('/admin/audit')
    const current = page.getByRole('complementary').getByRole('link', { name: 'Audit Trail' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    await expect(current).toBeInViewport({ ratio: 1 })
  })

  test('closes when the session ends, and keeps what was typed until somebody signs in again [A022, A023, C260, D57]', async ({
    page,
    context,
  }) => {
    await signInAs(context.request, adminEmail, adminPassword)
    await page.goto('/admin/tours/new')
    const title = page.getByRole('textbox', { name: /^Title/ })
    await title.fill('Falcon evening')
    await signOut(context.request)
    await page.getByRole('tab', { name: 'Pricing' }).click()
    await page.getByRole('textbox', { name: /^Adult price/ }).fill('49')
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'You are signed out' })
    await expect(dialog).toContainText('Your changes are not saved yet.')
    await expect(page.getByText('New tour', { exact: true })).toBeHidden()
    await expectAccessibleByDayAndNight(page, 'a session that has ended')
    await signInAs(context.request, adminEmail, adminPassword)
    await lookAtWindow(page)
    await expect(dialog).toHaveCount(0)
    await page.getByRole('tab', { name: 'Basic' }).click()
    await expect(title).toHaveValue('Falcon evening')
    await button(page, 'Save').click()
    await expect(toast(page, /created/i)).toBeVisible()
    await signOut(context.request)
    await lookAtWindow(page)
    await expect(page).toHaveURL(/\/auth\?returnTo=%2Fadmin%2Ftours$/)
  })
})

test('administrators go from the shop to a chart read by keyboard and a list saved as a file [A006, A030, A141]', async ({
  page,
  request,
}) => {
  const shell = await (await request.get('/admin')).text()
  const entry = /<script[^>]+src="([^"]+)"/.exec(shell)?.[1]
  expect(entry).toBeTruthy()
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.goto('/')
  const banner = page.getByRole('banner')
  await banner.getByText('Administrator', { exact: true }).click()
  const link = banner.getByRole('link', { name: /Admin Panel/ })
  await expect(link.locator('.badge')).toHaveText('Admin')
  expect(asked.length).toBeGreaterThan(3)
  expect(asked).not.toContain(entry)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  const { points } = await (await request.get('/api/admin/trends')).json()
  const revenue = page.getByRole('region', { name: /^Revenue \(/ }).first()
  await expect(revenue.locator('path.recharts-area-curve')).toBeVisible()
  await revenue.locator('svg.recharts-surface').focus()
  for (let n = 0; n < 31; n++) await page.keyboard.press('ArrowRight')
  await expect(revenue).toContainText(formatMoney(points.at(-1).net, { exact: true }))

  await goInside(page, '/admin/bookings?status=pending')
  const downloading = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const file = await downloading
  await expect(toast(page, 'Bookings exported successfully')).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/20\d\d-\d\d-\d\d.*\.csv$/)
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(rows.filter((row) => /\bTH\d{10}\b/.test(row))).toHaveLength(
    (await listBookings(request, { status: 'pending' })).total,
  )
})
