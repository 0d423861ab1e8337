import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { saveService } from '../../src/modules/catalogue/index.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'
import { multipart } from './upload-corpus.ts'

let shop: TestApp
let url: string
let slug: string
const staff = { ...anonymous('203.0.113.7'), role: 'admin' as const, name: 'Asha', userId: 'a1' }

beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  const { headers: session } = await shop.signIn('content')
  const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#c07d39' } })
    .jpeg()
    .toBuffer()
  const { payload, headers } = multipart([{ field: 'file', name: 'dune.jpg', type: 'image/jpeg', bytes: photo }])
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/pictures',
    headers: { ...session, ...headers },
    payload,
  })
  url = answer.json<{ url: string }>().url
  const details = { location: 'Dubai', duration: '2 hours', price_adult: 5500, gallery_images: [url] }
  const item = await saveService(shop.shop.deps, staff, {
    kind: 'tour',
    title: 'Dune Walk',
    featured_image: url,
    details,
  })
  slug = item.slug
})

const unescaped = (html: string) => html.replaceAll('&amp;', '&')

test.each(['the list', 'the item'])(
  '%s shows an uploaded picture in every width, at once and permanently',
  async (page) => {
    const { text } = await shop.call(`GET ${page === 'the list' ? '/tours' : `/tours/${slug}`}`)
    const html = unescaped(text)
    const [address = '', preview] = url.split('#')
    const stem = address.replace(/-900\.webp$/, '')
    const widths = [400, 800, 900]
    const setOf = (format: string) => widths.map((width) => `${stem}-${width}.${format} ${width}w`).join()
    expect(html).toMatch(new RegExp(`<source type="image/avif" srcset="${setOf('avif')}" sizes="[^"]+"`, 'i'))
    expect(html).toMatch(new RegExp(`<img srcset="${setOf('webp')}" sizes="[^"]+" src="${stem}-800.webp"`, 'i'))
    expect(html).toMatch(/<img [^>]*width="900" height="1200"/)
    expect(html).toContain(`href="data:image/webp;base64,${preview}"`)
    const policy = String((await shop.call(`GET /tours/${slug}`)).headers['content-security-policy'])
    expect(policy).toMatch(/img-src [^;]*\bdata:/)
    // The named files exist before and after the job has rendered them.
    const ask = async () =>
      Promise.all(
        ['webp', 'avif'].flatMap((format) =>
          widths.map(async (width) => {
            const served = await shop.app.inject({ url: `${stem}-${width}.${format}` })
            return `${width} ${served.statusCode} ${served.headers['content-type']}`
          }),
        ),
      )
    const webp = widths.map((width) => `${width} 200 image/webp`)
    if (page === 'the list') expect(await ask()).toEqual([...webp, ...webp])
    await shop.runJobs()
    expect(await ask()).toEqual([...webp, ...widths.map((width) => `${width} 200 image/avif`)])
  },
)

test('the preview image for shared links is a JPEG', async () => {
  const { text } = await shop.call(`GET /tours/${slug}`)
  const card = /<meta property="og:image" content="https?:\/\/[^/"]+(\/media\/[^"]+-card\.jpg)"/.exec(text)?.[1]
  await shop.runJobs()
  const served = await shop.app.inject({ url: String(card) })
  expect(served.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})
