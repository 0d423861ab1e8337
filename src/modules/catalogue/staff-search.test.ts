import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import type { Translated } from '../../kernel/translation-contract.ts'
import type { AdminService, ServiceMatch } from './contract.ts'

let shop: TestApp
let staff: { cookie: string }
const ids = new Map<string, string>()

async function ok<T>(route: string, body?: Record<string, unknown>, headers: Record<string, string> = {}): Promise<T> {
  const answer = await shop.call(route, body, { ...staff, ...headers })
  expect(answer.status, `${route}: ${answer.text}`).toBe(200)
  return answer.json() as T
}
async function translate(title: string, language: string, texts: Record<string, unknown>): Promise<void> {
  const address = `/api/admin/services/${ids.get(title)}/translations/${language}`
  const { version, fields } = await ok<Translated>(`GET ${address}`)
  const sent = fields.flatMap(({ path, source }) => (path in texts ? { path, source, value: texts[path] } : []))
  await ok(`PUT ${address}`, { version, fields: sent })
}

beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('admin')).headers
  await ok('PUT /api/admin/settings', { settings: { languages: ['ar', 'hi', 'ur'] } })
  for (const title of ['Desert safari', 'Harbour cruise', 'City walk']) {
    const details = { price_adult: 1_000, location: 'Dubai', highlights: ['Camels'] }
    const { id } = await ok<AdminService>('POST /api/admin/services', { kind: 'tour', title, details })
    ids.set(title, id)
  }
  await translate('Desert safari', 'ar', { title: 'سفاري الصحراء', 'details.highlights': ['الإبل'] })
  await translate('Desert safari', 'hi', { title: 'रेगिस्तान सफ़ारी' })
  await translate('Desert safari', 'ur', { title: 'صحرائی سفاری' })
  await translate('Harbour cruise', 'ar', { title: 'رحلة الميناء', 'details.highlights': ['سفاري بحري'] })
})

const find = async (q: string, headers?: Record<string, string>) =>
  (await ok<{ items: ServiceMatch[] }>(`GET /api/admin/service-matches?q=${encodeURIComponent(q)}`, undefined, headers))
    .items
const inArabic = { 'accept-language': 'ar' }

describe('staff who look for an item', () => {
  it.each([
    ['الصحرا', 'ar', 'سفاري الصحراء'],
    ['الصحراء سفاري', 'ar', 'سفاري الصحراء'],
    ['रेगिस्तान', 'hi', 'रेगिस्तान सफ़ारी'],
    ['सफारी', 'hi', 'रेगिस्तान सफ़ारी'],
    ['صحرائي', 'ur', 'صحرائی سفاری'],
  ])('find it by %s of a title in any language, and see which title that is', async (q, language, title) => {
    const [first] = await find(q)
    expect(first).toMatchObject({ title: 'Desert safari', kind: 'tour', matched: { language, title } })
  })

  it('see no other title where the one that they read has the words', async () => {
    expect(await find('desert')).toMatchObject([{ title: 'Desert safari', matched: null }])
    const arabic = await find('سفاري الصحراء', inArabic)
    expect(arabic).toMatchObject([{ title: 'سفاري الصحراء', matched: null }])
  })

  it('read titles in the language of the back office, or as written', async () => {
    expect(await find('desert', inArabic)).toMatchObject([
      { title: 'سفاري الصحراء', matched: { language: 'en', title: 'Desert safari' } },
    ])
    expect(await find('city', inArabic)).toMatchObject([{ title: 'City walk', matched: null }])
  })

  it('find titles before other texts, and words of several languages together', async () => {
    expect((await find('سفاري')).map(({ title }) => title)).toEqual(['Desert safari', 'Harbour cruise'])
    expect((await find('سفاري'))[1]).toMatchObject({ matched: null })
    expect((await find('desert सफारी')).map(({ title }) => title)).toEqual(['Desert safari'])
    expect(await find('desert الميناء')).toEqual([])
  })

  it('find by signs of patterns nothing but these signs', async () => {
    expect(await find('%')).toEqual([])
    expect(await find('_')).toEqual([])
    expect(await find("'")).toEqual([])
  })

  it('find it no longer by a translation that was removed', async () => {
    await translate('City walk', 'ar', { title: 'نزهة' })
    expect(await find('نزهة')).toHaveLength(1)
    await translate('City walk', 'ar', { title: '' })
    expect(await find('نزهة')).toEqual([])
  })

  it('find it in the list of its kind and among departures too', async () => {
    const q = encodeURIComponent('رحلة')
    const list = await ok<{ items: { title: string }[]; total: number }>(`GET /api/admin/services?kind=tour&q=${q}`)
    expect([list.total, list.items.map(({ title }) => title)]).toEqual([1, ['Harbour cruise']])

    const days = await ok(`GET /api/admin/departures?from=2026-12-20&days=7&q=${q}`)
    expect(JSON.stringify(days)).toContain('Harbour cruise')
    expect(JSON.stringify(days)).not.toContain('Desert safari')
  })

  it('cost one statement, which the indexes of both texts can answer', async () => {
    const counter = countStatements(shop.core.pool)
    const { statements } = await counter.during(() => find('desert', inArabic))
    const searches = statements.filter(({ text }) => text.includes('with hits'))
    expect(searches).toHaveLength(1)
    const [{ text, values }] = searches as [(typeof searches)[0]]
    const client = await shop.core.pool.connect()
    // With few rows the planner prefers sequential scans.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
    client.release(true)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of ['services_search', 'service_translations_search']) expect(plan).toContain(` on ${index} `)
  })
})
