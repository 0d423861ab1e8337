import { beforeAll, expect, test } from 'vitest'
import type { Translated } from '../../src/kernel/translation-contract.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'

// The pseudo-language that is read from right to left stands for any other language.
let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  staff = (await shop.signIn('content')).headers
  const owner = await shop.signIn('admin')
  await shop.call('PUT /api/admin/settings', { settings: { languages: ['ar-XB', 'hi'] } }, owner.headers)
})

type Item = { readonly id: string; readonly slug: string }
async function add(title: string, kind = 'tour', details: object = { price_adult: 10_000, location: 'Dubai' }) {
  const answer = await shop.call('POST /api/admin/services', { kind, title, details }, staff)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Item
}
const at = ({ id }: Pick<Item, 'id'>, language: string) => `/api/admin/services/${id}/translations/${language}`
const get = async (item: Pick<Item, 'id'>, language = 'ar-XB') =>
  (await shop.call(`GET ${at(item, language)}`, undefined, staff)).json() as unknown as Translated
const slugIn = async (item: Pick<Item, 'id'>, language = 'ar-XB') =>
  (await get(item, language)).fields.find(({ path }) => path === 'slug')
async function save(item: Pick<Item, 'id'>, value: unknown, language = 'ar-XB') {
  const { version } = await get(item, language)
  return shop.call(`PUT ${at(item, language)}`, { version, fields: [{ path: 'slug', source: 'x', value }] }, staff)
}
const page = async (path: string) => {
  const { status, headers } = await shop.call(`GET ${encodeURI(path)}`)
  return [status, headers.location]
}
const errorsOf = (answer: { json: () => Record<string, unknown> }) => answer.json().errors

test('a translated slug leads to the one address of the item, in every language, and counts as no text', async () => {
  const item = await add('Dune drive')
  const before = await get(item)
  expect(await slugIn(item)).toMatchObject({ original: 'dune-drive', value: null, state: 'optional' })
  expect(await page('/ar-xb/tours/كثبان-المساء')).toEqual([404, undefined])
  expect((await save(item, ' كثبان   المساء ')).status).toBe(200)
  expect(await slugIn(item)).toMatchObject({ value: 'كثبان-المساء', state: 'translated' })
  expect((await get(item)).progress).toEqual(before.progress)
  expect(await page('/ar-xb/tours/كثبان-المساء')).toEqual([301, '/ar-xb/tours/dune-drive'])
  expect(await page('/tours/كثبان-المساء?utm_source=mail')).toEqual([301, '/tours/dune-drive?utm_source=mail'])
  expect(await page('/ar-xb/tours/كثبان-المساء/booking')).toEqual([301, '/ar-xb/tours/dune-drive/booking'])
  const { text } = await shop.call('GET /ar-xb/tours/dune-drive')
  expect(text).toMatch(/<link rel="canonical" href="[^"]*\/ar-xb\/tours\/dune-drive"/)
  expect((await shop.call('GET /sitemap.xml')).text).not.toContain(encodeURI('كثبان'))
})

test('earlier and removed translated slugs keep leading there', async () => {
  const item = await add('Old souk')
  for (const slug of ['سوق', 'السوق-القديم', '']) expect((await save(item, slug)).status).toBe(200)
  expect(await slugIn(item)).toMatchObject({ value: null, state: 'optional' })
  for (const slug of ['سوق', 'السوق-القديم'])
    expect(await page(`/ar-xb/tours/${slug}`)).toEqual([301, '/ar-xb/tours/old-souk'])
})

test('a slug of another item of the kind is refused at its field, in whatever language and however old', async () => {
  const [first, second] = [await add('First walk'), await add('Second walk')]
  await save(first, 'पैदल', 'hi')
  await save(first, 'सैर', 'hi')
  for (const taken of ['पैदल', 'सैर', 'first-walk', 'First-Walk']) {
    const refused = await save(second, taken)
    expect([refused.status, refused.json().code], taken).toEqual([409, 'catalogue/slug-taken'])
    expect(errorsOf(refused)).toMatchObject([{ path: 'slug', message: 'Another item uses or used this address' }])
  }
  expect(await slugIn(second)).toMatchObject({ value: null })
  // Its own addresses are free to it.
  for (const own of ['पैदल', 'first-walk']) expect((await save(first, own, 'ar-XB')).status).toBe(200)
})

test.each([
  ['two--hyphens'],
  ['-edge'],
  ['a/b'],
  ['%2e%2e'],
  ['..'],
  ['a\u202eb'],
  ['a\u0000b'],
  ['x'.repeat(81)],
  ['019f0000-0000-7000-8000-000000000000'],
  [7],
  [['list']],
])('%j is refused at its field', async (value) => {
  const refused = await save(await add('Bad name'), value)
  expect([refused.status, errorsOf(refused)]).toMatchObject([422, [{ path: 'slug' }]])
})

test('of two that take a slug at once, one gets it', async () => {
  const items = [await add('Race one'), await add('Race two')]
  const statuses = await Promise.all(items.map(async (item) => (await save(item, 'سباق')).status))
  expect(statuses.toSorted()).toEqual([200, 409])
})

test('a copy has the translations without the address, and a kind of one item has none', async () => {
  const item = await add('Copied walk')
  await save(item, 'نسخة')
  const copied = await shop.call(`POST /api/admin/services/${item.id}/copy`, {}, staff)
  expect(copied.status, copied.text).toBe(200)
  expect(await slugIn(copied.json() as unknown as Item)).toMatchObject({ value: null, state: 'optional' })
  const single = await add('Clearance', 'ok_to_board', { base_price: 4_900 })
  expect(await slugIn(single)).toBeUndefined()
  expect(errorsOf(await save(single, 'موافقة'))).toMatchObject([{ path: 'slug', message: 'There is no such field' }])
})
