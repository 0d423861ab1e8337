import { readFile } from 'node:fs/promises'
import { expect, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'

test('a file for translators is exported, translated and imported, and the shop shows it in Arabic', async ({
  page,
  request,
}) => {
  const details = { price_adult: 5_500, location: 'Dubai' }
  const item = { kind: 'tour', title: 'Heron walk at low tide', summary: 'Two hours on the mud.', details }
  const made = await request.post('/api/admin/services', { data: item })
  expect(made.ok(), await made.text()).toBe(true)
  const { slug } = (await made.json()) as { slug: string }

  await page.goto('/admin/tours?q=heron')
  await page.getByRole('button', { name: 'Export for translators' }).click()
  const choice = page.getByRole('dialog', { name: 'Export for translators' })
  await choice.getByLabel('Translate into').selectOption('ar')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    choice.getByRole('button', { name: 'Download' }).press('Enter'),
  ])
  const exported = await readFile(await download.path(), 'utf8')
  expect(exported).toContain('<source>Heron walk at low tide</source>')
  const translated = exported
    .replace(/(<source>Heron walk[^<]*<\/source>)/, '$1<target>نزهة مالك الحزين</target>')
    .replace(/(<source>Two hours[^<]*<\/source>)/, `$1<target>${'س'.repeat(501)}</target>`)

  await page.goto('/admin/bulk-upload')
  const files = page.getByRole('region', { name: 'Files for translators' })
  await expect(files.getByLabel('Texts to translate').getByRole('option')).toContainText(['All items', 'Tours'])
  const file = { name: 'ar.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(translated) }
  await files.getByLabel('Translated file').setInputFiles(file)
  await files.getByRole('button', { name: 'Check file' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Import translations: Arabic' })
  await expect(preview.getByText('Summary: Use at most 500 characters')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'the preview of a translated file')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await files.getByRole('button', { name: 'Check file' }).press('Enter')
  await preview.getByRole('button', { name: 'Import 1 text' }).press('Enter')
  await expect(toast(page, '1 translated text imported')).toBeVisible()

  await page.goto(`/ar/tours/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('نزهة مالك الحزين')
})
