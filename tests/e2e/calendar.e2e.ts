// The calendar of the booking forms: keys, focus, and what happens when it cannot be loaded.
import { faultsOf } from './support/axe.ts'
import { dayAhead, longDay } from './support/bookings.ts'
import { expect, test } from './support/shop.ts'

const form = '/packages/dubai-short-break/booking'
const chosen = longDay(dayAhead(28))

test('a day beyond the strip is chosen with the keyboard alone; Escape leaves it without a choice; the focus returns to its button [C055, C170]', async ({
  page,
}) => {
  await page.goto(form)
  const button = page.getByRole('button', { name: 'More dates' })
  await button.focus()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Travel date' })
  await expect(calendar.getByRole('button', { name: new RegExp(`^${longDay(dayAhead(0))}, .*today$`) })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  for (let week = 0; week < 4; week++) await page.keyboard.press('ArrowDown')
  await expect(calendar.getByRole('button', { name: chosen })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(page.getByRole('form')).toContainText(chosen)

  await page.setViewportSize({ width: 360, height: 740 })
  await button.click()
  await expect(calendar.getByRole('grid')).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('without the calendar a day is typed into the browser’s own field [C055]', async ({ page }) => {
  await page.goto(form)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'More dates' }).click()
  await page.getByLabel('More dates').fill(dayAhead(28))
  await expect(page.getByLabel('More dates')).toHaveValue(dayAhead(28))
})
