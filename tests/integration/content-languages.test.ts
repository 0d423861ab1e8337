import { expect, test } from 'vitest'
import type { Translated } from '../../src/kernel/translation-contract.ts'
import { testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'

// What the agency writes, in the documents of the shop: English, and the pseudo-language that is read from right to left.
const code = 'ar-XB'
const shop = await testApp({ pages: shopPages() })
const owner = await shop.signIn('admin')
const call = async (route: string, body?: object) => {
  const answer = await shop.call(route, body as Record<string, unknown>, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Record<string, unknown>
}
async function translate(at: string, texts: Record<string, string>) {
  const { version, fields } = (await call(`GET /api/admin/${at}/${code}`)) as unknown as Translated
  const sent = Object.entries(texts).map(([path, value]) => ({
    ...{ path, value },
    source: fields.find((field) => field.path === path)?.source ?? '',
  }))
  await call(`PUT /api/admin/${at}/${code}`, { version, fields: sent })
}
const document = async (path: string) => (await shop.call(`GET /ar-xb${path}`)).text
await call('PUT /api/admin/settings', {
  settings: { languages: [code], site_description: 'Trips and visas.', business_hours: 'Daily 9 to 5.' },
})

test('a page, its title and its description are in the language of the document once they are translated', async () => {
  const written = { title: 'About Asha', body: 'We travel.', seo_title: null, seo_description: 'Who we are.' }
  await call('PUT /api/admin/pages/about', { version: 0, ...written })
  const before = await document('/about')
  expect(before).toMatch(/<h1 lang="en">About Asha/)
  expect(before).toMatch(/<div class="prose[^"]*" lang="en">/)
  await translate('content/page/about/translations', { title: 'عن آشا', body: 'نسافر.', seo_description: 'من نحن.' })
  const after = await document('/about')
  expect(after).toMatch(/<h1>عن آشا/)
  expect(after).toMatch(/<title>[^<]*عن آشا/)
  expect(after).toContain('<meta name="description" content="من نحن."/>')
  expect(after).toMatch(/<div class="prose[^"]*"><p>نسافر\./)
})

test('slider, header and footer mark what is not in the language of the document', async () => {
  const slider = { title: 'Dunes', subtitle: 'Dinner under the stars.', image_url: 'desert-1', link_url: '/tours' }
  const { id } = await call('POST /api/admin/sliders', slider)
  const { id: entry } = await call('POST /api/admin/menu-items', { name: 'Our stories', href: '/about' })
  const before = await document('')
  expect(before).toMatch(/<h1[^>]* lang="en">Dunes/)
  expect(before).toMatch(/<p[^>]* lang="en">Dinner under the stars\./)
  expect(before).toMatch(/<a [^>]*lang="en"[^>]*>(?:<svg.*?<\/svg>)?Our stories<\/a>/)
  expect(before).toMatch(/<p class="mt-4[^"]*" lang="en">Trips and visas\./)
  expect(before).toMatch(/<span[^>]* lang="en">Daily 9 to 5\./)
  await translate(`content/slider/${id}/translations`, { title: 'كثبان', subtitle: 'عشاء تحت النجوم.' })
  await translate(`content/menu-item/${entry}/translations`, { name: 'حكاياتنا' })
  await translate('setting-translations', { site_description: 'رحلات.', business_hours: 'يوميًا.', meta_title: '' })
  const after = await document('')
  for (const words of ['كثبان', 'عشاء تحت النجوم.', 'حكاياتنا', 'رحلات.', 'يوميًا.']) expect(after).toContain(words)
  expect(after).not.toContain('lang="en"')
})

test('the name of the agency is in the language of the document: in its title, its header and for link previews', async () => {
  await call('PUT /api/admin/settings', { settings: { site_title: 'Asha Travel' } })
  const before = await document('/tours')
  expect(before).toMatch(/<span class="logo[^"]*">(?:<svg.*?<\/svg>)?<span lang="en">Asha Travel/)
  await translate('setting-translations', { site_title: 'آشا للسفر' })
  const after = await document('/tours')
  expect(after).toMatch(/<title>[^<]*آشا للسفر/)
  expect(after).toContain('property="og:site_name" content="آشا للسفر"')
  expect(after).toMatch(/<span class="logo[^"]*">(?:<svg.*?<\/svg>)?<span>آشا للسفر/)
  expect(after).not.toContain('Asha Travel')
  expect((await shop.call('GET /tours')).text).toContain('content="Asha Travel"')
})

test('a translation drops the kept pages of every language', async () => {
  const read = async () => Promise.all(['/about', '/ar-xb/about'].map((path) => shop.call(`GET ${path}`)))
  const [, other] = await read()
  await translate('content/page/about/translations', { title: 'عنّا' })
  const [plain, changed] = await read()
  expect(plain?.text).toMatch(/<h1>About Asha/)
  expect(other?.text).toContain('عن آشا')
  expect(changed?.text).toMatch(/<h1>عنّا/)
})
