import { expect, onTestFinished, test } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { testCore } from '../../../tests/support/database.ts'
import { listenForInvalidation } from '../../platform/cache-invalidation.server.ts'
import { anonymous } from '../../platform/core.server.ts'
import { saveService } from '../catalogue/index.server.ts'
import type { SearchAnswer, Suggestions } from './contract.ts'

const core = await testCore()
const shop = await testApp({ core })
await seedWorld(shop.shop.deps, 'test')
const staff = (await shop.signIn('manager')).headers
for (const title of ['Burj Khalifa: At the Top', ...Array.from({ length: 9 }, (_, at) => `Museum ${at + 1}`)])
  await saveService(shop.shop.deps, anonymous('::1'), {
    kind: 'ticket',
    title,
    featured_image: 'desert-1',
    details: { price_adult: 15_000, location: 'Dubai' },
  })

const ask = (route: string, q: string) => shop.call(`GET /api/search${route}?q=${encodeURIComponent(q)}`)
const search = async (q: string) => {
  const answer = await ask('', q)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as SearchAnswer
}
const suggest = async (q: string) => (await ask('/suggestions', q)).json() as Suggestions

test('a search groups items by kind, with the total and the list of each', async () => {
  const { groups, total, corrected } = await search('dubai')
  expect(corrected).toBeNull()
  expect(total).toBe(groups.reduce((sum, group) => sum + group.total, 0))
  for (const group of groups) {
    expect(group.items.length).toBeLessThanOrEqual(6)
    expect(group.href).toMatch(/^\/[a-z-]+(\?q=dubai)?$/)
    expect(new Set(group.items.map(({ kind }) => kind))).toEqual(new Set([group.kind]))
  }
})

test('what home once could not find: visas and airport transfers', async () => {
  expect((await search('visa')).groups.map(({ kind }) => kind)).toContain('visa')
  expect((await search('airport')).groups[0]).toMatchObject({
    kind: 'transfer',
    title: 'Transfers',
    href: '/transfers',
  })
  expect((await search('visa')).kinds).toEqual([{ title: 'Visas', href: '/visas' }])
})

test('the list of a kind finds at least what the search has counted', async () => {
  for (const q of [
    'dubai',
    'visa',
    'airport',
    'emirates',
    'burj kalifa',
    'mecca',
    'safaris',
    'visa cheap',
    'dubai qqqqqq',
  ])
    for (const { kind, total, href } of (await search(q)).groups) {
      const words = new URLSearchParams(href.split('?')[1]).get('q')
      const list = await shop.call(`GET /api/services/${kind}${words ? `?q=${encodeURIComponent(words)}` : ''}`)
      expect((list.json() as { total: number }).total, `${q} ${href}`).toBeGreaterThanOrEqual(total)
    }
})

test('pages of the agency count too, those with the words in their title first', async () => {
  expect((await search('privacy')).pages[0]).toEqual({ title: 'Privacy policy', href: '/privacy' })
  expect((await search('refund')).pages.map(({ href }) => href)).toEqual(['/track-booking', '/privacy', '/terms'])
  expect((await search('contact')).pages).toContainEqual({ title: 'Contact us', href: '/contact' })
  expect((await search('track booking')).pages).toContainEqual({ title: 'Track your booking', href: '/track-booking' })
  const page = (await shop.call('GET /api/admin/pages', undefined, staff)).json() as {
    items: { slug: string; version: number }[]
  }
  const { version } = page.items.find(({ slug }) => slug === 'about') ?? { version: 0 }
  const edited = { title: 'Our zeppelin story', body: 'Since 1990.', version }
  expect((await shop.call('PUT /api/admin/pages/about', edited, staff)).status).toBe(200)
  expect((await search('zeppelin')).pages).toEqual([{ title: 'Our zeppelin story', href: '/about' }])
})

test('suggestions are at most eight, with picture and price', async () => {
  const { items, total } = await suggest('dub')
  expect(items).toHaveLength(8)
  expect(total).toBeGreaterThan(8)
  const item = items.find(({ from }) => from !== null)
  expect(item).toMatchObject({
    href: expect.stringMatching(/^\//),
    image: expect.any(String),
    group_title: expect.any(String),
  })
  expect(items[0]).toMatchObject({ group: 'places', title: 'Dubai', href: '/search?q=Dubai' })
})

test('beside items, only pages with the words in their title are suggested', async () => {
  expect((await search('visa')).pages.length).toBeGreaterThan(0)
  const { items } = await suggest('visa')
  expect(items.map(({ group }) => group)).toContain('visa')
  expect(items.map(({ group }) => group)).not.toContain('pages')
})

test('a misspelt word is corrected, and the answer says so', async () => {
  expect(await search('burj kalifa')).toMatchObject({ q: 'burj kalifa', corrected: 'burj khalifa' })
  expect((await suggest('burj kalifa')).items[0]?.title).toMatch(/Burj Khalifa/)
})

test('words that nothing has are left out, and the answer says what was searched', async () => {
  for (const answer of [await search('burj khalifa whatsapp'), await suggest('burj khalifa whatsapp')])
    expect(answer).toMatchObject({ q: 'burj khalifa whatsapp', corrected: 'burj khalifa', total: 1 })
  expect(await search('qqqqqq zzzzzz')).toMatchObject({ corrected: null, total: 0, pages: [] })
})

test('synonyms of the agency count as soon as they are saved', async () => {
  expect((await search('wonderwheel')).total).toBe(0)
  const saved = { settings: { search_synonyms: 'wonderwheel, burj khalifa' } }
  expect((await shop.call('PUT /api/admin/settings', saved, staff)).status).toBe(200)
  expect((await search('wonderwheel')).total).toBeGreaterThan(0)
})

test('synonyms need two phrases in each line', async () => {
  const answer = await shop.call('PUT /api/admin/settings', { settings: { search_synonyms: 'mall' } }, staff)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('search_synonyms')
})

test.each([
  ['a missing search', '/api/search', 422],
  ['an unknown parameter', '/api/search?q=a&x=1', 422],
  ['101 characters', `/api/search?q=${'x'.repeat(101)}`, 422],
  ['a huge search', `/api/search?q=${'x'.repeat(9_000)}`, 422],
  ['control characters', '/api/search?q=%00', 422],
  ['an empty search', '/api/search?q=', 200],
  ['operators', `/api/search?q=${encodeURIComponent(`a' & !b | (c:* <->`)}`, 200],
  ['a pattern', '/api/search?q=%25_%25', 200],
  ['broken UTF-8', '/api/search?q=%ED%A0%80', 200],
])('%s', async (_what, address, status) => {
  const answer = await shop.call(`GET ${address}`)
  expect(answer.status, answer.text).toBe(status)
  const suggestions = await shop.call(`GET ${address.replace('search', 'search/suggestions')}`)
  expect(suggestions.status, suggestions.text).toBe(status)
})

test('a search that others have just made is answered from memory, until an item changes', async () => {
  const stop = await listenForInvalidation(core, () => {})
  onTestFinished(stop)
  const counter = countStatements(core.pool)
  const asked = (q: string) => counter.during(() => suggest(q))
  const first = await asked('aquarium')
  expect(first.statements.length).toBeGreaterThan(0)
  const again = await asked('Aquarium')
  expect(again.statements).toEqual([])
  expect(again.result).toEqual({ ...first.result, q: 'Aquarium' })
  const added = { kind: 'ticket', title: 'Aquarium by night', details: { price_adult: 9_000, location: 'Dubai' } }
  await saveService(shop.shop.deps, anonymous('::1'), { ...added, featured_image: 'desert-1' })
  expect((await suggest('aquarium')).items.map(({ title }) => title)).toContain('Aquarium by night')
})
