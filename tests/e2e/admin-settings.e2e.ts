// The search over all settings by keyboard, from the phone to the desk.
import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'
import { faultsByDayAndNight } from './support/axe.ts'
import { tabTo, watchHands } from './support/keyboard.ts'

const search = { name: 'Search settings' }

/** By the key of every list's search. */
async function startSearch(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await expect(page.getByRole('textbox', { name: /^Tax number/ })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', search)).toBeFocused()
}

test('a setting is found by another word for it, and its field on another screen has the focus and is saved', async ({
  page,
}) => {
  const hands = await watchHands(page)
  await startSearch(page)
  await page.keyboard.type('clock')
  await expect(page.getByRole('option', { name: /^Time zone/ })).toBeVisible()
  expect(await faultsByDayAndNight(page, 'found settings')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/content\?tab=siteSettings$/)
  const zone = page.getByRole('combobox', { name: /^Time zone/ })
  await expect(zone).toBeFocused()
  await expect(zone).toBeInViewport()
  expect(await faultsByDayAndNight(page, 'a found setting')).toEqual([])

  await startSearch(page)
  await page.keyboard.type('vat')
  await page.keyboard.press('Enter')
  const tax = page.getByRole('textbox', { name: /^Tax number/ })
  await expect(tax).toBeFocused()
  await expect(tax).toBeInViewport()
  await page.keyboard.type('TRN 100234')
  await tabTo(page, 'button', 'Save All Settings')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Settings saved successfully')).toBeVisible()
  await page.reload()
  await expect(tax).toHaveValue('TRN 100234')
  expect(hands).toEqual([])
})

test('a search without a result says what to do, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/settings')
  await tabTo(page, 'combobox', search.name)
  await page.keyboard.type('unfindable'.repeat(9))
  await expect(page.getByText(/^Try another word/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await faultsByDayAndNight(page, 'no setting found')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Try another word/)).toHaveCount(0)
})
