import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultPages, defaultPagesIn } from './default-pages.server.ts'

/** SHA-256 of title, description and body. A deliberate change of a text changes its digest here. */
const digests = {
  about: '74d77d0b5b18451f',
  services: 'a4c248e264ba3e71',
  hotels: '49c8abd85264c17a',
  flights: 'fbdcce46c04045c2',
  guides: 'bf8230eaba3169cd',
  privacy: 'c675ed8dd7f849ef',
  terms: 'cd7deb0c8ca1e24d',
}

test('a new shop shows these pages, to the byte', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  const written = defaultPages.map(({ slug, title, seo_description, body }) => [
    slug,
    digest(`${title}\n${seo_description}\n${body}`),
  ])
  expect(Object.fromEntries(written)).toEqual(digests)
})

test('default pages keep their links in another language', () => {
  const linksOf = (body = '') => [...body.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link)
  for (const [at, page] of defaultPagesIn('en-XA').entries()) {
    expect(page.title).toMatch(/^\[/)
    expect(page.body).not.toMatch(/\bthe\b/)
    expect(linksOf(page.body)).toHaveLength(linksOf(defaultPages[at]?.body).length)
  }
})
