// Deleting and bringing back, with mouse and keyboard; src/admin/catalogue/trash.test.ts has the states of the screens.
import type { APIRequestContext, Page } from '@playwright/test'
import { button, expect, test, toast } from './support/admin.ts'
import { faultsOf } from './support/axe.ts'

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
async function add(request: APIRequestContext, title: string) {
  const data = { kind: 'tour', title, details: { price_adult: 5_500, location: 'Dubai' } }
  const made = await request.post('/api/admin/services', { data })
  expect(made.ok(), await made.text()).toBe(true)
  return (await made.json()) as { id: string; href: string }
}

test('a deleted tour is undone by mouse and by keyboard, restored from the trash, and deleted for good', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const tour = await add(request, 'Throwaway tour')
  const statusInShop = async () => (await request.get(tour.href)).status()
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.goto('/admin/tours?q=throwaway')

  await button(page, 'Delete Throwaway tour').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Tour deleted successfully')).toBeVisible()
  await expect(row(page, 'Throwaway tour')).toHaveCount(0)
  expect(await statusInShop()).toBe(404)
  await undo.click()
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(row(page, 'Throwaway tour')).toBeVisible()
  expect(await statusInShop()).toBe(200)

  await button(page, 'Delete Throwaway tour').focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  for (let presses = 0; presses < 5 && !(await confirm.evaluate((each) => each === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await expect(row(page, 'Throwaway tour')).toHaveCount(0)
  // The list was drawn anew, and the focus is still there.
  await expect(undo).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(row(page, 'Throwaway tour')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(await statusInShop()).toBe(200)

  const other = await add(request, 'Throwaway twin')
  await page.reload()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click()
  await confirm.click()
  await expect(toast(page, '2 items deleted')).toBeVisible()
  await undo.click()
  await expect(row(page, 'Throwaway twin')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click()
  await confirm.click()
  await expect(row(page, 'Throwaway')).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Trash')
  await expect(row(page, 'Throwaway tour')).toContainText('30 days left')
  expect(await faultsOf(page)).toEqual([])
  await button(page, 'Restore Throwaway tour').click()
  await expect(toast(page, 'Tour restored')).toBeVisible()
  await expect(row(page, 'Throwaway tour')).toHaveCount(0)
  await button(page, 'Delete for good: Throwaway twin').click()
  const question = page.getByRole('dialog', { name: 'Delete Throwaway twin for good?' })
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(toast(page, 'Tour deleted for good')).toBeVisible()
  await expect(page.getByText('No tours found')).toBeVisible()
  expect((await request.get(`/api/admin/services/${other.id}`)).status()).toBe(404)
  expect(await statusInShop()).toBe(200)
})
