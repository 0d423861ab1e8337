// What staff and customers exchange about a booking; src/admin/bookings has the tests of the list and of all panels.
import { applyForClearance, button, expect, openBooking, panel, readBooking, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, proofFile } from './support/bookings.ts'
import { mailTo } from './support/shop.ts'

test('a document is asked for again, replaced and accepted; what was issued is delivered and downloaded', async ({
  page,
  guest,
}) => {
  const applied = await applyForClearance(guest)
  await openBooking(page, applied.id)
  const row = panel(page, 'Documents').getByRole('listitem').filter({ hasText: 'Passport first page' })
  await row.getByRole('button', { name: 'Request again: Passport first page' }).click()
  const question = page.getByRole('dialog', { name: 'Request Passport first page again?' })
  await question.getByRole('button', { name: 'Send request' }).click()
  await expect(question.getByText('Please give a reason')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'ask for a document again')
  await question.getByRole('textbox', { name: 'Reason' }).fill('There is glare on the photo page')
  await question.getByRole('button', { name: 'Send request' }).click()
  await expect(toast(page, 'Document requested again')).toBeVisible()
  await expect(row).toContainText('Requested again')

  await page.goto(`/booking-documents?${applied.query}`)
  await expect(page.getByText('Please upload this again: There is glare on the photo page')).toBeVisible()
  await page.getByLabel('Choose: Passport first page').setInputFiles(proofFile)
  await expect(page.getByText('We have everything we need.')).toBeVisible()

  await openBooking(page, applied.id)
  await expect(row).toContainText('Replaced')
  await row.getByRole('button', { name: 'Accept: Passport first page' }).click()
  await expect(toast(page, 'Document accepted')).toBeVisible()
  await panel(page, 'Issued: Ok to Board clearance')
    .getByLabel(/^Upload: /)
    .setInputFiles(proofFile)
  await expect(toast(page, 'Document uploaded')).toBeVisible()
  await button(page, 'Deliver: Ok to Board clearance').click()
  const delivery = page.getByRole('dialog', { name: 'Deliver this document?' })
  await expect(delivery.getByText('2 documents of the customer have not been checked')).toBeVisible()
  await expect(delivery.getByRole('img')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'deliver a document')
  await delivery.getByRole('button', { name: 'Deliver', exact: true }).click()
  await expect(toast(page, 'Document delivered')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'a booking with documents')

  await page.goto(`/track-booking?${applied.query}`)
  const link = page.getByRole('link', { name: 'Download Ok to Board clearance' })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/\.(pdf|jpg|png)$/)
})

test('a laptop shows twelve bookings without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/bookings?travel_from=2020-01-01')
  await expect(button(page, /^Remove filter: Travel/)).toBeVisible()
  const rows = page.getByRole('table', { name: 'Bookings' }).locator('tbody tr')
  expect(await rows.count()).toBeGreaterThan(12)
  const twelfth = await rows.nth(11).boundingBox()
  expect((twelfth?.y ?? 800) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(800)
  await expectAccessibleByDayAndNight(page, 'the list of bookings')
})

test('columns and views of the list are chosen by keyboard', async ({ page }) => {
  await page.goto('/admin/bookings?status=confirmed')
  const heading = page.getByRole('columnheader', { name: 'Service' })
  await expect(heading).toBeVisible()
  await button(page, 'Columns').press('Enter')
  await expectAccessibleByDayAndNight(page, 'the columns of the list')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(heading).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Service' })).toBeHidden()
  await expect(button(page, 'Columns')).toBeFocused()

  await button(page, 'Views').press('Enter')
  await expectAccessibleByDayAndNight(page, 'the views of the list')
  await button(page, 'Save view').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By keyboard')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'View saved')).toBeVisible()
  await button(page, 'View: By keyboard').press('Enter')
  await button(page, 'Delete By keyboard').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(toast(page, 'View deleted')).toBeVisible()
  await expect(button(page, 'Views')).toBeVisible()
})

test('a range of bookings is selected by keyboard, confirmed with one skipped, and the rest is mailed', async ({
  page,
  request,
  guest,
  shop,
}) => {
  const customer_name = 'Keyboard Range'
  const [cancelled, first, second] = [
    await book(guest, { customer_name }),
    await book(guest, { customer_name }),
    await book(guest, { customer_name }),
  ]
  const answer = await request.post(`/api/admin/bookings/${cancelled.id}/cancellation`, { data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto('/admin/bookings?q=Keyboard+Range')
  await expect(page.getByRole('link', { name: `Open booking ${second.reference}` })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('region', { name: '3 selected' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${cancelled.reference}, ${customer_name}` })).toBeFocused()
  await expectAccessibleByDayAndNight(page, 'selected bookings')

  await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Confirm these 2 all the same' }).press('Space')
  await expectAccessibleByDayAndNight(page, 'the question before many are confirmed')
  await button(page, 'Confirm 2 bookings').press('Enter')
  const result = page.getByRole('dialog', { name: 'Confirm 3 bookings' })
  await expect(result.getByText('2 bookings confirmed.')).toBeVisible()
  await expect(result.getByRole('row', { name: cancelled.reference })).toContainText('Cancelled')
  await expectAccessibleByDayAndNight(page, 'the result of a bulk action')
  await page.keyboard.press('Escape')
  await expect(result).toBeHidden()

  await page.getByRole('checkbox', { name: new RegExp(second.reference) }).press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Send email' }).press('Enter')
  const message = page.getByRole('dialog', { name: 'Email to the customers of 2 bookings' })
  await message.getByRole('textbox', { name: 'Subject' }).fill('Where we meet')
  await message.getByRole('textbox', { name: 'Message' }).fill('At the north gate')
  await message.getByRole('button', { name: 'Preview email' }).press('Enter')
  await expect(message.getByText('2 customers get this email')).toBeVisible()
  await message.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(toast(page, '2 emails on their way.')).toBeVisible()
  for (const { email, id } of [first, second]) {
    await mailTo(shop, email, /^Where we meet$/)
    expect((await readBooking(request, id)).booking_status).toBe('confirmed')
  }
})
