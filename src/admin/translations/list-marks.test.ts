// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import type { Translated } from '../../kernel/translation-contract.ts'
import { fillIn, type Place, press, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

async function ok<T>(route: string, body?: Record<string, unknown>): Promise<T> {
  const answer = await shop.call(route, body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
async function translate(at: string, texts: Record<string, string>): Promise<void> {
  const address = `/api/admin/content/${at}/translations/ar`
  const { version, fields } = await ok<Translated>(`GET ${address}`)
  const sent = fields.filter(({ path }) => path in texts)
  await ok(`PUT ${address}`, {
    ...{ version, fields: sent.map(({ path, source }) => ({ path, source, value: texts[path] })) },
  })
}
const marks = async (page: Place, title: string) =>
  within(await page.findByRole('list', { name: `Translations of ${title}` }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

await ok('PUT /api/admin/settings', { settings: { languages: ['ar', 'hi'] } })
const slider = { title: 'Dunes', subtitle: 'At dusk', image_url: 'desert-1' }
const { id } = await ok<{ id: string }>('POST /api/admin/sliders', slider)
const { id: entry } = await ok<{ id: string }>('POST /api/admin/menu-items', { name: 'Our stories', href: '/about' })

test('the list of sliders says how far each is translated, also right after a translation is saved', async () => {
  const page = await open('/admin/sliders')
  // The text of the button is the shop's own.
  expect(await marks(page, 'Dunes')).toEqual(['Arabic: 33%', 'Hindi: 33%'])
  await press(page, 'Translations of Dunes')
  const dialog = within(await page.findByRole('dialog'))
  await fillIn(within(await dialog.findByRole('region', { name: 'Title' })), 'Translation', 'كثبان')
  await press(dialog, 'Save')
  await toast(page, 'Translation saved')
  dialog.getAllByRole('button', { name: 'Close' })[0]?.click()
  await expect.poll(() => marks(page, 'Dunes')).toEqual(['Arabic: 66%', 'Hindi: 33%'])
  await ok(`PUT /api/admin/sliders/${id}`, { version: 1, slider: { ...slider, title: 'Dunes at dusk' } })
  const after = await open('/admin/sliders')
  expect(await marks(after, 'Dunes at dusk')).toEqual(['Arabic: 33%', 'Hindi: 33%'])
})

test('the lists of menu entries and pages do so too', async () => {
  const menus = await open('/admin/content?tab=menus')
  expect(await marks(menus, 'Our stories')).toEqual(['Arabic: 0%', 'Hindi: 0%'])
  await translate(`menu-item/${entry}`, { name: 'حكاياتنا' })
  const after = await open('/admin/content?tab=menus')
  expect(await marks(after, 'Our stories')).toEqual(['Arabic: 100%', 'Hindi: 0%'])
  await ok('PUT /api/admin/pages/about', { version: 0, title: 'About Asha', body: 'We travel.' })
  await translate('page/about', { title: 'عن آشا' })
  const pages = await open('/admin/pages?page=about')
  expect(await marks(pages, 'About Asha')).toEqual(['Arabic: 50%', 'Hindi: 0%'])
  const options = within(pages.getByRole('combobox', { name: 'Page' })).getAllByRole('option')
  const labels = options.map(({ textContent }) => textContent)
  expect(labels).toContain('About Asha (/about): not fully translated')
  expect(labels).toContain('Guides (/guides)')
})

test('lists have no marks in a shop with one language', async () => {
  await ok('PUT /api/admin/settings', { settings: { languages: [] } })
  const page = await open('/admin/sliders')
  await page.findByText('Dunes at dusk')
  expect(page.queryByRole('list', { name: /^Translations of/ })).toBeNull()
})
