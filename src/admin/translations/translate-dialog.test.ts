// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import type { Translated as ItemTranslation } from '../../kernel/translation-contract.ts'
import { choose, fillIn, type Place, press, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

type Stored = { id: string; version: number }
async function add(title: string): Promise<Stored> {
  const details = { price_adult: 5_500, location: 'Dubai', highlights: ['Camels', 'Dinner'] }
  const body = { kind: 'tour', title, summary: 'In short', details }
  const answer = await shop.call('POST /api/admin/services', body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Stored
}
async function stored({ id }: Stored, language: string): Promise<Record<string, unknown>> {
  const answer = await shop.call(`GET /api/admin/services/${id}/translations/${language}`, undefined, owner.headers)
  const { fields } = answer.json() as unknown as ItemTranslation
  return Object.fromEntries(fields.map(({ path, value, state }) => [path, state === 'missing' ? null : value]))
}
async function translations(page: Place, title: string) {
  await press(page, 'Translations')
  return within(await page.findByRole('dialog', { name: `Translations of “${title}”` }))
}
const region = async (page: Place, name: string) => within(await page.findByRole('region', { name }))

test('texts are translated beside the original, language by language', async () => {
  const item = await add('Dune drive')
  const page = await open(`/admin/tours/${item.id}`)
  const dialog = await translations(page, 'Dune drive')
  await dialog.findByText('0 of 3 texts are translated.')
  const title = await region(dialog, 'Title')
  title.getByText('Dune drive')
  title.getByText('Missing')
  const field = title.getByRole('textbox', { name: 'Translation' })
  expect([field.lang, field.dir]).toEqual(['ar', 'rtl'])
  await fillIn(title, 'Translation', 'رحلة الكثبان')
  await fillIn(await region(dialog, 'Highlights'), 'Translation', 'جمال\nعشاء')
  await press(dialog, 'Save')
  await toast(page, 'Translation saved')
  await dialog.findByText('2 of 3 texts are translated.')
  expect(await stored(item, 'ar')).toEqual({
    title: 'رحلة الكثبان',
    summary: null,
    'details.highlights': ['جمال', 'عشاء'],
    slug: null,
  })
  await choose(dialog, 'Translate into', 'Hindi (हिन्दी): 0%')
  await dialog.findByText('0 of 3 texts are translated.')
})

test('what was typed is not lost by choosing another language or closing', async () => {
  const item = await add('Unsaved drive')
  const page = await open(`/admin/tours/${item.id}`)
  const dialog = await translations(page, 'Unsaved drive')
  await fillIn(await region(dialog, 'Title'), 'Translation', 'مسودة')
  await choose(dialog, 'Translate into', 'Hindi (हिन्दी): 0%')
  await press(within(await page.findByRole('dialog', { name: 'Discard your changes?' })), 'Keep')
  const field = (await region(dialog, 'Title')).getByRole('textbox', { name: 'Translation' }) as HTMLInputElement
  expect(field.value).toBe('مسودة')
})

test('an outdated text is kept with one press, or written anew; a wrong one is named at its field', async () => {
  const item = await add('Old name')
  const at = `/api/admin/services/${item.id}`
  const { fields, version } = (
    await shop.call(`GET ${at}/translations/ar`, undefined, owner.headers)
  ).json() as unknown as ItemTranslation
  const all = fields.map(({ path, source }) => ({ path, source, value: 'نص' }))
  const sent = await shop.call(`PUT ${at}/translations/ar`, { version, fields: all }, owner.headers)
  expect(sent.status, sent.text).toBe(200)
  await shop.call(`PATCH ${at}`, { version: 1, title: 'New name', summary: 'Anew' }, owner.headers)
  const page = await open(`/admin/tours/${item.id}`)
  const dialog = await translations(page, 'New name')
  await dialog.findByText('1 of 3 texts are translated, 2 are outdated.')
  const title = await region(dialog, 'Title')
  await press(title, 'Keep this translation')
  title.getByText('Still right')
  const summary = await region(dialog, 'Summary')
  await fillIn(summary, 'Translation', 'x'.repeat(501))
  await press(dialog, 'Save')
  await toast(page, 'The translation was not saved')
  expect((await summary.findAllByText('Use at most 500 characters')).length).toBeGreaterThan(0)
  await fillIn(summary, 'Translation', 'جديد')
  await press(dialog, 'Save')
  await toast(page, 'Translation saved')
  await dialog.findByText('3 of 3 texts are translated.')
})

test('a slug is optional; one of another item is refused at its field', async () => {
  await add('Falcon morning')
  const item = await add('Camel morning')
  const page = await open(`/admin/tours/${item.id}`)
  const dialog = await translations(page, 'Camel morning')
  const slug = await region(dialog, 'Slug')
  slug.getByText('Optional')
  slug.getByText('camel-morning')
  await fillIn(slug, 'Translation', 'Falcon Morning')
  await press(dialog, 'Save')
  await toast(page, 'The translation was not saved')
  expect((await slug.findAllByText('Another item uses or used this address')).length).toBeGreaterThan(0)
  await fillIn(slug, 'Translation', 'صباح الجمال')
  await press(dialog, 'Save')
  await toast(page, 'Translation saved')
  await dialog.findByText('0 of 3 texts are translated.')
  expect(await stored(item, 'ar')).toMatchObject({ title: null, slug: 'صباح-الجمال' })
})
