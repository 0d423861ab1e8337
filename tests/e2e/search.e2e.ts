// The search in the header and on the home page, on a phone and by keyboard alone.
import { faultsOf } from './support/axe.ts'
import { expect, openAlive, test } from './support/shop.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a misspelt search is typed, corrected, followed by keys and offered again', async ({ page }) => {
  await openAlive(page, '/')
  const open = page.getByRole('banner').locator('summary[aria-label="Search"]')
  await open.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search services and pages' })
  await expect(box).toBeFocused()
  await page.keyboard.type('burj kalifa')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option', { name: /Burj Khalifa/ }).first()).toBeVisible()
  await expect(page.getByText('Showing results for “burj khalifa”.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  const first = list.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box).toHaveValue('burj kalifa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=burj\+kalifa$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “burj kalifa”')
  await expect(page.getByRole('main')).toContainText('Showing results for “burj khalifa”.')
  await expect(box).toBeHidden()

  await open.focus()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await box.fill('')
  await expect(list.getByRole('option', { name: 'burj kalifa' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear recent searches' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(open).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the header’s search is a plain form', async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('banner').locator('summary[aria-label="Search"]').click()
    await page.getByRole('banner').getByRole('textbox', { name: 'Search services and pages' }).fill('airport')
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/search\?q=airport$/)
    await expect(page.getByRole('heading', { name: /^Transfers \(\d+\)$/ })).toBeVisible()
  })
})
