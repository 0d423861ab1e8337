// Writing to the agency, and being counted, in a real browser.

import { otherBrowser } from './support/alive.ts'
import { administrator } from './support/bookings.ts'
import { expect, test } from './support/shop.ts'

const message = {
  Name: 'Farida Siddiqui',
  Email: 'farida@example.com',
  Phone: '+91 98200 55512',
  Subject: 'A room near the metro',
  Message: 'Two adults and two children, please.',
}

test.describe('the contact form', () => {
  test('is sent once complete, loses nothing before, and is read by the agency [C279, C280, C281]', async ({
    page,
    playwright,
    shop,
  }) => {
    let requests = 0
    await page.route('**/rpc/content/sendEnquiry', async (route) => {
      requests++
      return requests === 1 ? route.abort('connectionreset') : route.continue()
    })
    await page.goto('/contact')
    const send = page.getByRole('button', { name: 'Send message' })
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Name is required' })).toBeVisible()
    await expect(field('Name')).toBeFocused()
    for (const [label, text] of Object.entries(message)) await field(label).fill(text)
    await field('Subject').fill(' ')
    await send.click()
    await expect(field('Subject')).toBeFocused()
    expect(requests).toBe(0)
    await field('Subject').fill(message.Subject)

    await page.reload()
    for (const [label, text] of Object.entries(message)) await expect(field(label)).toHaveValue(text)

    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your message was not sent' }).first()).toBeVisible()
    for (const [label, text] of Object.entries(message)) await expect(field(label)).toHaveValue(text)
    await send.click()
    const said = page.getByRole('status').filter({ hasText: 'Message Sent!' }).first()
    await expect(said).toContainText("Thank you for contacting us. We'll get back to you soon.")
    for (const label of Object.keys(message)) await expect(field(label)).toHaveValue('')
    await page.reload()
    await expect(field('Message')).toHaveValue('')

    const admin = await administrator(playwright, shop)
    const { items } = await (await admin.get('/api/admin/contact-messages?topic=contact')).json()
    expect(items[0]).toMatchObject({ name: message.Name, subject: message.Subject, message: message.Message })
  })

  test('asks about hotels without a subject, with dates and people [C285]', async ({ page, playwright, shop }) => {
    await page.goto('/hotels')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Arjun Mehta')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('arjun@example.com')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+91 99300 55578')
    await page.getByLabel('Travel dates').fill('The first week of March')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('One quiet room in Madinah.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' }).first()).toBeVisible()
    const admin = await administrator(playwright, shop)
    const { items } = await (await admin.get('/api/admin/contact-messages?topic=hotels')).json()
    expect(items[0]).toMatchObject({ subject: 'Hotel enquiry', travel_dates: 'The first week of March' })
  })
})

test('the footer counts a browser once [C028]', async ({ page, browser, shop }) => {
  const counted = () => page.locator('footer [data-visitors]')
  const shown = async () => Number((await counted().innerText()).replace(/\D/g, ''))
  let counts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/content/countVisit')) counts++
  })
  await page.goto('/about')
  await expect(counted()).toContainText(/12,\d{3} visitors so far/)
  const first = await shown()
  expect(first).toBeGreaterThan(12_458)
  await page.reload()
  await expect(counted()).toContainText('visitors so far')
  expect([counts, await shown()]).toEqual([1, first])

  const other = await otherBrowser(browser, { baseURL: shop.url })
  const friend = await other.newPage()
  await friend.goto('/about')
  await expect(friend.locator('footer [data-visitors]')).toContainText('visitors so far')
  expect(Number((await friend.locator('footer [data-visitors]').innerText()).replace(/\D/g, ''))).toBeGreaterThan(first)
  await other.close()
})
