// Input before hydration: no input is lost, and none leaks into a URL.
import type { Page } from '@playwright/test'
import { proofFile, safari } from './support/bookings.ts'
import { expect, test } from './support/shop.ts'

/** Opens a page and holds its script back. Returns the function that releases it. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  let letIn = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route(/\/assets\/shop-[^/]+\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const starter = await page.locator('script[src*="/assets/starter-"]').getAttribute('src')
  await page.evaluate((address) => import(address ?? ''), starter)
  return async () => {
    await expect(page.locator('#shop')).not.toHaveAttribute('data-alive')
    letIn()
    await expect(page.locator('#shop')).toHaveAttribute('data-alive')
  }
}

test.describe('before the script is there', () => {
  test.use({ isEarly: true })

  test('a pressed button is pressed again, and what was typed stays', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const letIn = await openEarly(page, '/')
    const box = page.getByRole('main').getByRole('textbox', { name: 'Search services and pages' })
    await box.fill('dunes')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await letIn()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('main input[name="q"]')).toHaveValue('dunes')
  })

  test('a choice of a list is followed, and its search keeps its words', async ({ page }) => {
    const letIn = await openEarly(page, '/tours')
    await page.getByRole('searchbox').fill('sea')
    await page.getByRole('combobox').selectOption('price')
    await letIn()
    await expect(page).toHaveURL(/\/tours\?sort=price$/)
    await expect(page.getByRole('combobox')).toHaveValue('price')
    await expect(page.getByRole('searchbox')).toHaveValue('sea')
  })

  test('the booking form keeps what was filled in, chosen and pressed', async ({ page }) => {
    const letIn = await openEarly(page, `/tours/${safari}/booking`)
    await page.getByLabel('Customer name').fill('Ria Sen')
    await page.getByRole('radio', { name: '03:00 PM' }).check()
    await page.getByRole('button', { name: 'Add one adult' }).click()
    await letIn()
    await expect(page.getByRole('group', { name: 'Adults' })).toContainText('2')
    await page.getByLabel('Email address').fill('ria@example.com')
    await expect(page.getByLabel('Customer name')).toHaveValue('Ria Sen')
    await expect(page.getByRole('radio', { name: '03:00 PM' })).toBeChecked()
    await page.reload()
    await expect(page.getByLabel('Customer name')).toHaveValue('Ria Sen')
  })

  test('a passport that is chosen early is sent, beside the name', async ({ page }) => {
    const letIn = await openEarly(page, '/ok-to-board')
    await page.getByRole('textbox', { name: 'Passenger name' }).fill('Ria Sen')
    await page.getByLabel('Choose: Passport first page').setInputFiles(proofFile)
    await letIn()
    await expect(page.getByText(proofFile.name)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Passenger name' })).toHaveValue('Ria Sen')
  })

  test('a form is sent once it can be, and its password never stands in an address', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const letIn = await openEarly(page, '/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    const answer = page.waitForResponse('**/api/auth/sign-in/**')
    await letIn()
    expect((await answer).request().postData()).toContain('nobody@example.com')
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(asked.filter((url) => url.includes('not-the-password'))).toEqual([])
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login')
  })

  test('a link of the frame that is pressed while the page within is still being taken over leads there', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addInitScript(() => {
      const isTakenOver = (element: Element | null) =>
        Object.keys(element ?? {}).some((key) => key.startsWith('__reactProps$'))
      const look = () => {
        const link = document.querySelector<HTMLElement>('header a[href="/packages"]')
        if (location.pathname !== '/tours') return
        if (isTakenOver(link)) link?.click()
        else setTimeout(look)
      }
      look()
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.goto('/tours', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Packages')
    await expect(page).toHaveURL(/\/packages$/)
  })

  test('control: without the starter the early press is lost', async ({ page }) => {
    await page.route(/\/assets\/starter-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await page.goto('/', { waitUntil: 'commit' })
    await page
      .getByRole('button', { name: 'Open menu' })
      .or(page.getByRole('button', { name: /currency/i }))
      .first()
      .click()
    await expect(page.locator('#shop')).not.toHaveAttribute('data-alive')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
