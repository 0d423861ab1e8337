import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cardOf, tourOf } from '../testing/fake-api.ts'
import { bodyOf, open } from '../testing/open-page.ts'

const uploadedOf = (n: number) =>
  `/media/0198c000-0000-7000-8000-${String(n).padStart(12, '0')}-1600x1067-1600.webp#UklGRj4AAABXRUJQ`
const sets = { own: (n: number) => `desert-${n}`, uploaded: uploadedOf }

/** Pages with pictures of one set in every place. */
const worldOf = (address: (n: number) => string) => {
  const slide = { subtitle: '', linkUrl: '', buttonText: '', color: '#3B82F6', overlay: 0.5 }
  return {
    home: {
      sliders: [1, 2].map((n) => ({ ...slide, id: `s${n}`, title: `Slide ${n}`, imageUrl: address(n) })),
      trending: [cardOf({ featured_image: address(3) })],
    },
    cards: [1, 2].map((n) => cardOf({ id: `c${n}`, title: `Tour ${n}`, featured_image: address(n) })),
    services: [tourOf({ images: [1, 2, 3, 4].map(address), featured_image: address(1) })],
  }
}
const imagesOf = (html: string) =>
  [...bodyOf(html).matchAll(/<span class="[^"]*\bpicture\b[^"]*">([\s\S]*?)<\/picture>/g)].map(([, inside = '']) => ({
    image: /<img [^>]*>/.exec(inside)?.[0] ?? '',
    source: /<source [^>]*>/.exec(inside)?.[0] ?? '',
    preview: /<image [^>]*>/.exec(inside)?.[0] ?? '',
  }))
const has = (tag: string, name: string, value: RegExp) =>
  expect(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? `no ${name} in ${tag}`).toMatch(value)

describe.each(Object.entries(sets))('pictures of the %s set', (_set, address) => {
  test.each([
    ['/', 3],
    ['/tours', 2],
    ['/tours/evening-desert-safari', 4],
  ])('come to %s in several widths and two formats, with their size and a preview', async (path, fewest) => {
    const { html } = await open(path, worldOf(address))
    const images = imagesOf(html)
    expect(images.length).toBeGreaterThanOrEqual(fewest)
    // All pictures are in a frame.
    expect(bodyOf(html).match(/<img\b/g)?.length).toBe(images.length)
    for (const { image, source, preview } of images) {
      has(image, 'width', /^\d+$/)
      has(image, 'height', /^\d+$/)
      has(image, 'srcset', /^\S+-400\.webp 400w, ?\S+-800\.webp 800w, ?\S+-1200\.webp 1200w/)
      has(source, 'srcset', /^\S+-400\.avif 400w, ?\S+-800\.avif 800w, ?\S+-1200\.avif 1200w/)
      has(source, 'type', /^image\/avif$/)
      for (const tag of [image, source]) has(tag, 'sizes', /\d(vw|rem|px)/)
      has(preview, 'href', /^data:image\/webp;base64,UklGR/)
    }
  })
})

test('a list of twelve with previews weighs less than three kilobytes more', async () => {
  const cards = Array.from({ length: 12 }, (_, n) =>
    // As long as a real one, and all different.
    cardOf({
      id: `c${n}`,
      featured_image: `${uploadedOf(n)}${Buffer.from(Array.from({ length: 54 }, (_, i) => ((n + 3) * (i + 7) ** 3) % 251)).toString('base64')}`,
    }),
  )
  const { html } = await open('/tours', { cards })
  const without = html.replace(/<svg[^>]*><image [^>]*><\/image><\/svg>/g, '').replace(/#UklGR[\w+/=]*/g, '')
  expect(without.length).toBeLessThan(html.length - 12 * 300)
  const [whole, bare] = [html, without].map((text) => gzipSync(text).length)
  expect(Number(whole) - Number(bare)).toBeLessThan(3 * 1024)
  expect(Number(whole) - Number(bare)).toBeGreaterThan(500)
})

describe('in a browser', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  test("the previews and texts of the shop's own pictures are known once they are taken, not before", async () => {
    vi.stubEnv('SSR', false)
    vi.stubGlobal('document', { documentElement: { lang: 'en' } })
    vi.resetModules()
    const { pictureAlt, pictureOf } = await import('../../ui/pictures.ts')
    const previewNow = () => pictureOf('/pictures/desert-5-800.webp').preview
    expect(previewNow()).toBe('')
    expect(pictureAlt('/pictures/desert-5-800.webp')).toBe('')
    ;(await import('./picture-details.ts')).loadDetails()
    expect(previewNow()).toMatch(/^UklGR/)
    expect(pictureAlt('/pictures/desert-5-800.webp')).toMatch(/camels/)
    expect(pictureOf('/pictures/unknown-800.webp').preview).toBeUndefined()
  })
})
