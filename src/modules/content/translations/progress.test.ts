import { expect, test } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { LanguageProgress, Translated } from '../../../kernel/translation-contract.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const counter = countStatements(shop.core.pool)

async function call<T>(route: string, body?: Record<string, unknown>): Promise<T> {
  const answer = await shop.call(route, body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
type List = { items: { id: string }[]; translations: Record<string, LanguageProgress> }
const addSlider = (title: string) =>
  call<{ id: string }>('POST /api/admin/sliders', { title, subtitle: 'Dinner', image_url: 'desert-1' })
const inArabic = ({ translations }: List, id: string) =>
  translations[id]?.find(({ language }) => language === 'ar')?.progress

test('a list says of each one what its own page says, in as many statements whatever their number', async () => {
  const [{ id }, other] = [await addSlider('Dunes'), await addSlider('Marina')]
  const at = `content/slider/${id}/translations`
  const { fields } = await call<Translated>(`GET /api/admin/${at}/ar`)
  const sent = fields.map(({ path, source }) => ({ path, source, value: 'نص' })).slice(0, 2)
  await call(`PUT /api/admin/${at}/ar`, { version: 0, fields: sent })
  const read = () => counter.during(() => call<List>('GET /api/admin/sliders'))
  await read()
  const { result, statements } = await read()
  expect(inArabic(result, id)).toEqual({ total: 3, translated: 3, outdated: 0 })
  expect(inArabic(result, other.id)).toEqual({ total: 3, translated: 1, outdated: 0 })
  const own = await call<{ items: LanguageProgress }>(`GET /api/admin/${at}`)
  expect(result.translations[id]).toEqual(own.items)
  for (const title of ['Creek', 'Souk', 'Fort']) await addSlider(title)
  await read()
  expect((await read()).statements).toHaveLength(statements.length)
})

test('a new order of sliders and menu entries is answered with the same marks', async () => {
  const before = await call<List>('GET /api/admin/sliders')
  const ids = before.items.map(({ id }) => id).toReversed()
  const after = await call<List>('PUT /api/admin/slider-order', { ids })
  expect(after.translations).toEqual(before.translations)
  const { id } = await call<{ id: string }>('POST /api/admin/menu-items', { name: 'Our stories', href: '/about' })
  const order = { menu_type: 'header', parent_id: null, ids: [id] }
  const menu = await call<List>('PUT /api/admin/menu-order', order)
  expect(inArabic(menu, id)).toEqual({ total: 1, translated: 0, outdated: 0 })
})

test('pages in the words of the shop need no translation', async () => {
  const pages = await call<List>('GET /api/admin/pages')
  expect(inArabic(pages, 'terms')).toEqual({ total: 3, translated: 3, outdated: 0 })
})
