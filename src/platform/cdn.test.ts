import { expect, it } from 'vitest'
import { type Cdn, cdnHeaders } from './cdn.server.ts'

const cdn: Cdn = { headersOf: (keys, seconds) => ({ keys: keys.join(), age: String(seconds) }), purge: async () => {} }
const keysOf = (tags: readonly string[], shop = 'https://a.example') => cdnHeaders(cdn, shop, tags).keys?.split(',')

it('names a page by short keys, one of which all pages have', () => {
  const [all, ...own] = keysOf(['settings', 'service:1']) ?? []
  expect(own).toHaveLength(2)
  for (const key of [all, ...own]) expect(key).toMatch(/^[0-9a-f]{12}$/)
  expect(keysOf(['catalogue'])?.[0]).toBe(all)
})

it('gives two shops on one CDN different keys', () => {
  expect(keysOf(['settings'])).not.toEqual(keysOf(['settings'], 'https://b.example'))
})

it.each([
  ['tags that are not purged', ['settings', 'availability:1']],
  ['more tags than fit into headers', Array.from({ length: 101 }, (_, n) => `service:${n}`)],
])('lets the CDN keep no page with %s', (_what, tags) => {
  expect(cdnHeaders(cdn, 'https://a.example', tags)).toEqual({})
})
