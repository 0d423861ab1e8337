// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import type { Translated as ItemTranslation } from '../../kernel/translation-contract.ts'
import { choose } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

async function ok<T>(route: string, body?: Record<string, unknown>): Promise<T> {
  const answer = await shop.call(route, body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
async function add(title: string): Promise<string> {
  const details = { price_adult: 5_500, location: 'Dubai', highlights: ['Camels'] }
  const { id } = await ok<{ id: string }>('POST /api/admin/services', {
    kind: 'tour',
    title,
    summary: 'Short',
    details,
  })
  return id
}
async function translate(id: string, paths: readonly string[]): Promise<void> {
  const address = `/api/admin/services/${id}/translations/ar`
  const { version, fields } = await ok<ItemTranslation>(`GET ${address}`)
  const sent = fields.filter(({ path }) => paths.includes(path))
  await ok(`PUT ${address}`, {
    ...{ version, fields: sent.map(({ path, source, original }) => ({ path, source, value: original })) },
  })
}
await translate(await add('Dune drive'), ['title'])
const souk = await add('Old souk')
await translate(souk, ['title', 'summary', 'details.highlights'])

test('the list has nothing about translations while the shop has one language', async () => {
  await ok('PUT /api/admin/settings', { settings: { languages: [] } })
  const page = await open('/admin/tours')
  await page.findByRole('button', { name: /^Edit Title of Old souk/ })
  expect(page.queryByLabelText('Translations')).toBeNull()
  expect(page.queryByRole('list', { name: /^Translations of/ })).toBeNull()
})

test('the list says how far items are translated, and finds what is missing', async () => {
  await ok('PUT /api/admin/settings', { settings: { languages: ['ar', 'hi'] } })
  const page = await open('/admin/tours')
  const progress = async (title: string) =>
    within(await page.findByRole('list', { name: `Translations of ${title}` }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await progress('Dune drive')).toEqual(['Arabic: 33%', 'Hindi: 0%'])
  expect(await progress('Old souk')).toEqual(['Arabic: 100%', 'Hindi: 0%'])
  await choose(page, 'Translations', 'Arabic: missing texts')
  await expect.poll(() => page.queryByRole('list', { name: 'Translations of Old souk' })).toBeNull()
  await progress('Dune drive')
  await choose(page, 'Translations', 'Arabic: complete')
  await expect.poll(() => page.queryByRole('list', { name: 'Translations of Dune drive' })).toBeNull()
  await progress('Old souk')
})

test('the list says what became outdated, finds it, and says what is not counted yet', async () => {
  await ok(`PATCH /api/admin/services/${souk}`, { version: 1, summary: 'Rewritten' })
  await shop.core.db
    .updateTable('services')
    .set({ title: 'Dune drive by hand' })
    .where('title', '=', 'Dune drive')
    .execute()
  const page = await open('/admin/tours')
  const marks = async (title: string) =>
    (await page.findByRole('list', { name: `Translations of ${title}` })).textContent
  expect(await marks('Old souk')).toBe('Arabic: 66%Hindi: 0%')
  expect(await marks('Dune drive by hand')).toBe('Arabic: being countedHindi: being counted')
  await choose(page, 'Translations', 'Arabic: outdated texts')
  await expect.poll(() => page.queryByRole('list', { name: /^Translations of Dune/ })).toBeNull()
  await marks('Old souk')
})

test('cards say how far each is translated, as rows do', async () => {
  const details = { price: 120_000, duration_days: 10, duration_nights: 9, departure_city: 'Mumbai' }
  await ok('POST /api/admin/services', { kind: 'umrah', title: 'Ten days', details })
  const page = await open('/admin/umrah')
  const marks = await page.findByRole('list', { name: 'Translations of Ten days' })
  expect(marks.textContent).toBe('Arabic: 0%Hindi: 0%')
})
