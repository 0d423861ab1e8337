// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { choose, giveFile, press, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const answer = await shop.call(
  'POST /api/admin/services',
  { kind: 'tour', title: 'Dune drive', summary: 'In short', details: { price_adult: 5_500, location: 'Dubai' } },
  owner.headers,
)
const item = answer.json() as { id: string }
const offer = (languages: readonly string[]) =>
  shop.call('PUT /api/admin/settings', { settings: { languages } }, owner.headers)
await offer(['ar', 'hi'])
const stored = () =>
  shop.core.db.selectFrom('service_translations').select('texts').where('service_id', '=', item.id).executeTakeFirst()
const xliff = (units: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ar"><file id="${item.id}">${units}</file></xliff>`
const unit = (id: string, source: string, target: string) =>
  `<unit id="${id}"><segment state="translated"><source>${source}</source><target>${target}</target></segment></unit>`
const fileOf = (xml: string) => new File([xml], 'ar.xlf', { type: 'application/xliff+xml' })

async function section() {
  const page = await open('/admin/bulk-upload')
  return { page, region: within(await page.findByRole('region', { name: 'Files for translators' })) }
}

test('staff see what a translated file changes before it is imported', async () => {
  const { page, region } = await section()
  const file = fileOf(xliff(unit('title', 'Dune drive', 'كثبان') + unit('summary', 'In short', 'x'.repeat(501))))
  giveFile(await region.findByLabelText('Translated file'), file)
  await press(region, 'Check file')
  const dialog = within(await page.findByRole('dialog', { name: 'Import translations: Arabic' }))
  dialog.getByText('Dune drive')
  dialog.getByText('Summary: Use at most 500 characters')
  expect(await stored()).toBeUndefined()
  await press(dialog, 'Import 1 text')
  await toast(page, '1 translated text imported')
  expect((await stored())?.texts).toEqual({ title: 'كثبان' })
})

test('a file that cannot be read is refused with the reason, and no file with a hint', async () => {
  const { region } = await section()
  await press(region, 'Check file')
  await region.findByText('Please select the translated file')
  giveFile(await region.findByLabelText('Translated file'), fileOf('<html></html>'))
  await press(region, 'Check file')
  await region.findByText('The file was not imported. It is not an XLIFF file.')
})

test('a shop of one language has no files for translators', async () => {
  await offer([])
  const page = await open('/admin/bulk-upload')
  await page.findByRole('heading', { name: 'Export catalogue' })
  expect(page.queryByRole('region', { name: 'Files for translators' })).toBeNull()
  await offer(['ar', 'hi'])
})

test('the list of items exports what its filter matches into the chosen language', async () => {
  const page = await open('/admin/tours?q=dune')
  const asked = catchDownloads()
  await press(page, 'Export for translators')
  const dialog = within(await page.findByRole('dialog', { name: 'Export for translators' }))
  await choose(dialog, 'Translate into', 'Hindi (हिन्दी)')
  await press(dialog, 'Download')
  await expect.poll(() => asked).toEqual(['/api/admin/translation-export?kind=tour&q=dune&language=hi&only=open'])
})

test('pages, menus and settings are exported from the same place, without addresses of items', async () => {
  const { page, region } = await section()
  await choose(region, 'Texts to translate', 'Pages, menus and settings')
  const asked = catchDownloads()
  await press(region, 'Export for translators')
  const dialog = within(await page.findByRole('dialog', { name: 'Export for translators' }))
  expect(dialog.queryByLabelText('Include addresses')).toBeNull()
  await press(dialog, 'Download')
  await expect.poll(() => asked).toEqual(['/api/admin/content-translation-export?language=ar&only=open'])
})

test('a file with nothing new can only be closed, and texts of older originals are announced', async () => {
  const { page, region } = await section()
  const check = async (units: string) => {
    giveFile(await region.findByLabelText('Translated file'), fileOf(xliff(units)))
    await press(region, 'Check file')
    return within(await page.findByRole('dialog'))
  }
  const same = await check(unit('title', 'Dune drive', 'كثبان'))
  same.getByText('The file has no new translations.')
  same.getByText('1 unchanged')
  expect(same.queryByRole('button', { name: /Import/ })).toBeNull()
  same.getAllByRole('button', { name: 'Close' })[0]?.click()
  const late = await check(unit('summary', 'In few words', 'باختصار'))
  late.getByText('1 original has changed since the export. Its translation will be marked as outdated.')
})

/** The addresses that are asked for from now on. They fail: happy-dom would leave the page to save a file. */
function catchDownloads(): readonly string[] {
  const asked: string[] = []
  const calls = fetch
  vi.stubGlobal('fetch', async (sent: Request | string, init?: RequestInit) => {
    if (typeof sent !== 'string' || !sent.includes('translation-export')) return calls(sent, init)
    asked.push(sent)
    return new Response('{}', { status: 503 })
  })
  return asked
}
