import { beforeAll, expect, test } from 'vitest'
import { withAlt } from '../../src/kernel/picture-edits.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'
import { multipart } from './upload-corpus.ts'

type Item = { id: string; slug: string; version: number; featured_image: string; details: Record<string, unknown> }
const hostile = `"><script>alert(1)</script> & 'more'`
const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#x27;more&#x27;'
const featured = withAlt('https://cdn.example/dune.jpg', 'Two camels on a dune')
const gallery = [withAlt('https://cdn.example/camp.jpg', hostile), 'https://cdn.example/plain.jpg']
const details = { location: 'Dubai', duration: '2 hours', price_adult: 5500, gallery_images: gallery }

let shop: TestApp
let staff: Record<string, string>
let item: Item
const call = (route: string, body?: object) => shop.call(route, body, staff)
beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  staff = (await shop.signIn('admin')).headers
  const made = await call('POST /api/admin/services', {
    kind: 'tour',
    title: 'Dune Walk',
    featured_image: featured,
    details,
  })
  expect(made.status, made.text).toBe(200)
  item = made.json() as Item
})

const altsOf = (html: string): string[] =>
  [...html.matchAll(/<img\b[^>]*?\bsrc="(https:[^"]*)"[^>]*?\balt="([^"]*)"/g)].map(([, src, alt]) => `${src} ${alt}`)

test('the page of an item shows alt texts escaped, and its title where a picture has none', async () => {
  const { text } = await shop.call(`GET /tours/${item.slug}`)
  expect(altsOf(text)).toEqual([`https://cdn.example/camp.jpg ${escaped}`, 'https://cdn.example/plain.jpg Dune Walk'])
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('property="og:image" content="https://cdn.example/camp.jpg"')
  const list = await shop.call('GET /tours')
  expect(altsOf(list.text)).toEqual(['https://cdn.example/dune.jpg Two camels on a dune'])
})

test('a slider shows its alt text', async () => {
  const image_url = withAlt('https://cdn.example/slide.jpg', 'A camp at night')
  const made = await call('POST /api/admin/sliders', { title: 'Nights', image_url })
  expect(made.status, made.text).toBe(200)
  expect(altsOf((await shop.call('GET /')).text)).toContain('https://cdn.example/slide.jpg A camp at night')
})

test('an alt text is in the audit trail, in the API and in an export that uploads unchanged', async () => {
  const next = withAlt(featured, 'Three camels')
  const changed = await call(`PATCH /api/admin/services/${item.id}`, { version: item.version, featured_image: next })
  expect(changed.status, changed.text).toBe(200)
  const entry = await shop.core.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('subject_id', '=', item.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([entry.before, entry.after]).toMatchObject([{ featured_image: featured }, { featured_image: next }])
  const described = (await shop.call('GET /api/openapi.json')).text
  expect(described).toContain('It may end with the alt text')
  const shown = (await shop.call(`GET /api/services/tour/${item.slug}`)).json()
  expect(shown).toMatchObject({ service: { featured_image: next, images: gallery } })

  const file = await shop.app.inject({ url: '/api/admin/catalogue-export?kind=tour&format=csv', headers: staff })
  const { payload, headers } = multipart([
    { field: 'file', name: 'tours.csv', type: 'text/csv', bytes: file.rawPayload },
  ])
  const url = '/api/admin/catalogue-uploads?kind=tour'
  const sent = await shop.app.inject({ method: 'POST', url, headers: { ...staff, ...headers }, payload })
  expect(sent.statusCode, sent.body).toBe(201)
  await shop.runJobs()
  const upload = `/api/admin/catalogue-uploads/${sent.json<{ id: string }>().id}`
  expect((await call(`POST ${upload}/commit`, {})).status).toBe(200)
  await shop.runJobs()
  const after = (await call(`GET /api/admin/services/${item.id}`)).json()
  expect(after).toMatchObject({ featured_image: next, details: { gallery_images: gallery } })
})

test.each([
  ['featured_image', { featured_image: withAlt('desert-1', 'a'.repeat(201)) }],
  ['details.gallery_images', { details: { gallery_images: [withAlt('desert-1', 'a'.repeat(201))] } }],
])('%s refuses an alt text of more than 200 characters', async (path, body) => {
  const { version } = (await call(`GET /api/admin/services/${item.id}`)).json() as Item
  const refused = await call(`PATCH /api/admin/services/${item.id}`, { version, ...body })
  expect(refused.status).toBe(422)
  expect(refused.json().errors).toEqual([{ path, message: 'Alt texts have at most 200 characters' }])
})
