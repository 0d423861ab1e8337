import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'

const overview = [
  '## Good to know',
  'Bring **water** & a <b>hat</b>.',
  '',
  '- [our tours](/tours)',
  '- [a guide](https://guide.example/zanzibar)',
  '- [no way](javascript:alert)',
  '',
  '5\\* hotel',
].join('\n')
const shown =
  '<div class="prose"><h3>Good to know</h3><p>Bring <strong>water</strong> &amp; a &lt;b&gt;hat&lt;/b&gt;.</p>' +
  '<ul><li><a href="/tours">our tours</a></li>' +
  '<li><a href="https://guide.example/zanzibar" rel="noopener">a guide</a></li><li>no way</li></ul><p>5* hotel</p></div>'

let shop: TestApp
let staff: Record<string, string>
let item: { id: string; slug: string; version: number }
beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  staff = (await shop.signIn('admin')).headers
  const details = {
    ...{ location: 'Dubai', duration: '2 hours', price_adult: 5500, overview },
    description: 'Plain\nlines\n\nand paragraphs',
  }
  const made = await shop.call('POST /api/admin/services', { kind: 'tour', title: 'Dune Walk', details }, staff)
  expect(made.status, made.text).toBe(200)
  item = made.json() as typeof item
})

test('the page of an item shows a text with markup as safe HTML, and one without as before', async () => {
  const { text } = await shop.call(`GET /tours/${item.slug}`)
  expect(text).toContain(shown)
  expect(text).toContain('<div class="prose"><p class="whitespace-pre-line">Plain\nlines</p>')
  expect(text).not.toContain('href="javascript')
})

test('the API gives plain texts and their HTML; staff and exports get the source', async () => {
  const { service } = (await shop.call(`GET /api/services/tour/${item.slug}`)).json() as unknown as {
    service: { details: Record<string, unknown>; texts: object }
  }
  expect(service.details.overview).toBe(
    'Good to know\n\nBring water & a <b>hat</b>.\n\n- our tours\n- a guide\n- no way\n\n5* hotel',
  )
  expect(service.texts).toEqual({ overview: shown.replace(/^<div class="prose">|<\/div>$/g, '') })
  const stored = (await shop.call(`GET /api/admin/services/${item.id}`, undefined, staff)).json()
  expect(stored.details).toMatchObject({ overview })
  const file = await shop.app.inject({ url: '/api/admin/catalogue-export?kind=tour&format=csv', headers: staff })
  expect(file.body).toContain('## Good to know\nBring **water**')
})

test('search finds the words of a text, not the addresses of its links', async () => {
  const countMatches = async (q: string) =>
    ((await shop.call(`GET /api/services/tour?q=${q}`)).json() as unknown as { items: unknown[] }).items.length
  expect(await countMatches('water')).toBe(1)
  expect(await countMatches('zanzibar')).toBe(0)
})

test('the description of the API says how texts are marked', async () => {
  const described = (await shop.call('GET /api/openapi.json')).text
  expect(described).toContain('"description":"Markdown: ## and ### headings')
})
