import { readFile } from 'node:fs/promises'
import { expect, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'

test('a table is brought, looked at, stored, and what was refused is taken home [A291, A293, A297, A300, A301, A302]', async ({
  page,
  request,
}) => {
  await page.goto('/admin/bulk-upload')
  const look = page.getByRole('button', { name: 'Upload and check' })
  await look.click()
  await expect(page.getByRole('alert')).toContainText('Please select upload type and file')
  const type = page.getByLabel('Upload type')
  const file = page.getByRole('button', { name: 'File', exact: true })
  await expect(file).toHaveAttribute('accept', '.csv,.xlsx,.xls')
  for (const key of ['tour', 'package', 'ticket', 'visa'])
    await expect(type.locator(`option[value=${key}]`)).toHaveCount(1)

  await type.selectOption('tour')
  await expect(page.getByRole('link', { name: 'Template as CSV' })).toBeVisible()
  await file.setInputFiles({ name: 'old.xls', mimeType: 'text/csv', buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex') })
  await look.click()
  await expect(toast(page, 'Failed to process upload')).toBeVisible()

  const table = 'title,price_adult,Cost center\nBulk falcon,55,x\nBulk odd,cheap,x\n'
  await file.setInputFiles({ name: 'tours.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await look.click()
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await expect(page.getByText('Adult price: Please enter a valid amount')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'the checked rows')
  const bulkTours = async () => (await (await request.get('/api/services/tour?q=Bulk')).json()) as { total: number }
  expect((await bulkTours()).total).toBe(0)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(toast(page, 'Upload Complete!')).toBeVisible()
  await expect(toast(page, 'Processed: 1, Failed: 1')).toBeVisible()
  expect((await bulkTours()).total).toBe(1)
  await expectAccessibleByDayAndNight(page, 'what became of the rows')
  const rejected = page.getByRole('link', { name: 'Download rejected rows' })
  // Chromium does not report a refused download, so fetch the file directly.
  expect((await request.get((await rejected.getAttribute('href')) ?? '')).status()).toBe(200)
  const [download] = await Promise.all([page.waitForEvent('download'), rejected.click()])
  expect(await readFile(await download.path(), 'utf8')).toContain('Bulk odd,cheap,x,3,price_adult: ')
})
