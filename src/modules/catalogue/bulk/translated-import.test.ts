import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { multipart } from '../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { Translated } from '../../../kernel/translation-contract.ts'
import type { LeftItem, UploadRow, UploadView } from './contract.ts'
import { runBatch } from './jobs.server.ts'
import { writeCsv } from './sheets.server.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
  const owner = await shop.signIn('admin')
  await shop.call('PUT /api/admin/settings', { settings: { languages: ['ar', 'hi'] } }, owner.headers)
})
beforeEach(() => shop.core.clock.advance(1))

type Body = Record<string, unknown>
type Cells = readonly string[]
async function ok<T>(route: string, body?: Body): Promise<T> {
  const answer = await shop.call(route, body, staff)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
const address = (id: string) => `/api/admin/catalogue-uploads/${id}`
const get = (id: string) => ok<UploadView>(`GET ${address(id)}`)
async function stage(rows: readonly Cells[] | string): Promise<UploadView> {
  const bytes = typeof rows === 'string' ? rows : writeCsv(rows.map((row) => [...row]))
  const { payload, headers } = multipart([{ bytes, name: 'items.csv' }])
  const url = '/api/admin/catalogue-uploads?kind=tour'
  const sent = await shop.app.inject({ method: 'POST', url, payload, headers: { ...staff, ...headers } })
  expect(sent.statusCode, sent.body).toBe(201)
  await shop.runJobs()
  return get(sent.json<UploadView>().id)
}
async function bring(rows: readonly Cells[]): Promise<UploadView> {
  const { id } = await stage(rows)
  await ok(`POST ${address(id)}/commit`, {})
  await shop.runJobs()
  const done = await get(id)
  expect(done, JSON.stringify(done.faults)).toMatchObject({ state: 'done', counts: { failed: 0, invalid: 0 } })
  return done
}
async function undo(id: string): Promise<UploadView> {
  await ok(`POST ${address(id)}/undo`, {})
  await shop.runJobs()
  return get(id)
}
const errorsOf = async (id: string) =>
  (await ok<{ items: UploadRow[] }>(`GET ${address(id)}/rows`)).items.map(({ errors }) => errors)
const itemsLike = (title: string) =>
  shop.core.db
    .selectFrom('services')
    .select(['id', 'slug', 'version'])
    .where('title', 'like', title)
    .orderBy('title')
    .execute()
const item = async (title: string) => (await itemsLike(title))[0] ?? expect.fail(title)
const translated = (id: string, language = 'ar') =>
  ok<Translated>(`GET /api/admin/services/${id}/translations/${language}`)
async function texts(id: string, language = 'ar') {
  const { fields } = await translated(id, language)
  return Object.fromEntries(
    fields.flatMap(({ path, value, state }) => (value === null ? [] : [[path, [value, state]]])),
  )
}
async function translate(id: string, given: Body, language = 'ar') {
  const { version, fields } = await translated(id, language)
  const sent = fields.flatMap(({ path, source }) => (path in given ? [{ path, source, value: given[path] }] : []))
  await ok(`PUT /api/admin/services/${id}/translations/${language}`, { version, fields: sent })
}
const exported = async () =>
  (await shop.app.inject({ url: '/api/admin/catalogue-export?kind=tour&translations=yes', headers: staff })).body
const audits = (id: string) =>
  shop.core.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
const price = ['price_adult', '10'] as const

describe('an import with translations', () => {
  it('stores those of a new item as made from the texts in its row', async () => {
    await bring([
      ['title', 'title [ar]', 'summary', 'summary [ar]', 'highlights', 'highlights [hi]', price[0]],
      ['Dune drive', 'رحلة الكثبان', 'Sand', '', 'Camels; Dinner', 'ऊँट; भोजन', price[1]],
    ])
    const { id, version } = await item('Dune drive')
    expect(version).toBe(1)
    expect(await texts(id)).toEqual({ title: ['رحلة الكثبان', 'translated'] })
    expect(await texts(id, 'hi')).toEqual({ 'details.highlights': [['ऊँट', 'भोजन'], 'translated'] })
    expect((await audits(id)).map(({ action, after }) => [action, (after as Body).language])).toEqual([
      ['service.created', undefined],
      ['service.translated', 'ar'],
      ['service.translated', 'hi'],
    ])
  })

  it('changes those of an item as made from the new originals; empty cells and others stay', async () => {
    await bring([
      ['title', 'summary', ...[price[0]]],
      ['Old souk', 'Spices', price[1]],
    ])
    const { id, slug } = await item('Old souk')
    await translate(id, { title: 'السوق', summary: 'توابل' })
    const row = [slug, 'Old souk', 'Gold', 'السوق القديم', '']
    const seen = await bring([['slug', 'title', 'summary', 'title [ar]', 'summary [ar]'], row])
    expect(seen.counts).toMatchObject({ update: 1, stored: 1 })
    expect(await texts(id)).toEqual({ title: ['السوق القديم', 'translated'], summary: ['توابل', 'outdated'] })
    expect((await audits(id)).at(-1)).toEqual({
      action: 'service.translated',
      before: { title: 'السوق', details: {} },
      after: { language: 'ar', title: 'السوق القديم', details: {} },
    })
  })

  it('leaves an item alone of which only translations change', async () => {
    await bring([
      ['title', price[0]],
      ['Creek cruise', price[1]],
    ])
    const { id, slug } = await item('Creek cruise')
    const seen = await bring([
      ['slug', 'title_ar'],
      [slug, 'رحلة الخور'],
    ])
    expect(seen.counts).toMatchObject({ update: 1, stored: 1 })
    expect((await item('Creek cruise')).version).toBe(1)
    expect((await audits(id)).map(({ action }) => action)).toEqual(['service.created', 'service.translated'])
    const again = await stage([
      ['slug', 'title_ar'],
      [slug, 'رحلة الخور'],
    ])
    expect(again.counts).toMatchObject({ same: 1, update: 0 })
  })

  it('does not overwrite a translation edited since the preview', async () => {
    await bring([
      ['title', 'summary', price[0]],
      ['Meanwhile', 'Short', price[1]],
      ['Meanwhile too', 'Short', price[1]],
    ])
    const [one, two] = [await item('Meanwhile'), await item('Meanwhile too')]
    await translate(one.id, { summary: 'قصير' })
    const { id } = await stage([
      ['slug', 'title [ar]', 'summary [ar]', 'title [hi]', price[0]],
      [one.slug, 'من الملف', 'قصير', 'फ़ाइल', '20'],
      [two.slug, 'من الملف', '', '', '20'],
    ])
    await translate(one.id, { title: 'من المحرر', summary: 'أقصر' })
    await ok(`POST ${address(id)}/commit`, {})
    await shop.runJobs()
    const done = await get(id)
    expect(done.counts).toMatchObject({ stored: 1, failed: 1 })
    const message = 'Someone else has changed this translation since the preview. Check the file again.'
    expect(await errorsOf(id)).toEqual([['title [ar]', 'summary [ar]'].map((column) => ({ column, message })), []])
    expect(await texts(one.id)).toEqual({ title: ['من المحرر', 'translated'], summary: ['أقصر', 'translated'] })
    expect([await texts(one.id, 'hi'), (await item('Meanwhile')).version]).toEqual([{}, 1])
    expect(await texts(two.id)).toEqual({ title: ['من الملف', 'translated'] })
  })

  it('stores a row whose translation somebody has changed to the same text', async () => {
    await bring([
      ['title', price[0]],
      ['Same meanwhile', price[1]],
    ])
    const { id, slug } = await item('Same meanwhile')
    const { id: upload } = await stage([
      ['slug', 'title [ar]', price[0]],
      [slug, 'مثله', '20'],
    ])
    await translate(id, { title: 'مثله' })
    await ok(`POST ${address(upload)}/commit`, {})
    await shop.runJobs()
    expect((await get(upload)).counts).toMatchObject({ stored: 1, failed: 0 })
    expect((await item('Same meanwhile')).version).toBe(2)
  })

  it('names wrong texts at their cells, and wrong columns', async () => {
    const seen = await stage([
      ['title', 'title [ar]', 'summary [hi]', 'title [fr]', 'location [ar]', price[0]],
      ['Faulty', 'x'.repeat(201), 'कुछ', 'Faux', 'دبي', 'a lot'],
      ['Without summary', '', 'कुछ', '', '', price[1]],
    ])
    expect(seen.mapping).toEqual(['title', 'title [ar]', 'summary [hi]', null, null, 'price_adult'])
    expect(seen.columnFaults).toEqual([
      { column: 3, message: 'The shop has no translations into “fr”' },
      { column: 4, message: 'This field has no translations in a spreadsheet' },
    ])
    const [faulty, without] = await errorsOf(seen.id)
    expect(faulty?.map(({ column }) => column)).toEqual(['price_adult', 'title [ar]'])
    expect(faulty?.[1]?.message).toBe('Use at most 200 characters')
    expect(without).toEqual([{ column: 'summary [hi]', message: 'There is no original text to translate' }])
  })

  it('takes as many statements for 40 rows as for two', async () => {
    const counter = countStatements(shop.shop.deps.pool)
    const costOf = async (rows: readonly Cells[]) => {
      const { id } = await stage(rows)
      await ok(`POST ${address(id)}/commit`, {})
      const stored = await counter.during(() => runBatch(shop.shop.deps, id))
      await shop.runJobs()
      await ok(`POST ${address(id)}/undo`, {})
      const undone = await counter.during(() => runBatch(shop.shop.deps, id))
      await shop.runJobs()
      return [stored, undone].map(
        ({ statements }) => statements.filter(({ text }) => !text.includes('pg_notify')).length,
      )
    }
    const costs: number[][] = []
    for (const amount of [2, 40]) {
      const titles = Array.from({ length: amount }, (_, n) => `Costly ${amount} ${n}`)
      const heads = ['title [ar]', 'title [hi]', price[0]]
      await bring([['title', price[0]], ...titles.map((title) => [title, price[1]])])
      const slugs = (await itemsLike(`Costly ${amount} %`)).map(({ slug }) => slug)
      const changed = await costOf([['slug', ...heads], ...slugs.map((slug) => [slug, 'أ', 'क', '20'])])
      const made = await costOf([['title', ...heads], ...titles.map((title) => [`${title} new`, 'أ', 'क', '20'])])
      costs.push([...changed, ...made])
    }
    expect(costs[1]).toEqual(costs[0])
    expect(Math.max(...costs.flat())).toBeLessThanOrEqual(20)
  })
})

describe('an export with translations', () => {
  it('has a column for each field and language beside the original, and only on request', async () => {
    const [head = ''] = (await exported()).split('\r\n')
    expect(head).toContain('title,title [ar],title [hi],slug,')
    expect(head).not.toContain('slug [')
    for (const path of ['catalogue-export', 'catalogue-template']) {
      const headOf = async (query: string) =>
        (await shop.app.inject({ url: `/api/admin/${path}?kind=tour${query}`, headers: staff })).body.split('\r\n')[0]
      expect(await headOf('')).not.toContain('[')
      expect(await headOf('&translations=yes')).toBe(head)
    }
  })

  it('has no translation that a spreadsheet reads as a formula', async () => {
    await bring([
      ['title', price[0]],
      ['Formula', price[1]],
    ])
    const [item] = await itemsLike('Formula')
    await translate(item?.id ?? '', { title: '=HYPERLINK("https://evil.test")' })
    const text = await exported()
    expect(text).toContain('HYPERLINK')
    expect(text).not.toMatch(/(?:^|[,\r\n])"?[=+@-]\s*HYPERLINK/)
  })

  it('changes nothing when it is imported, whatever the texts', async () => {
    const signs = fc.constantFrom('رمال', 'ऊँट', ';', '\\', '"', "'", '=', '-', ' ', '**', '\u2028', '🚀', '@', ',')
    const line = fc
      .array(signs, { minLength: 1, maxLength: 8 })
      .map((all) => all.join('').trim())
      .filter((text) => text !== '')
    const long = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n\n'))
    const samples = fc.sample(fc.tuple(line, long, fc.array(line, { minLength: 1 }), long), { numRuns: 30, seed: 7 })
    await bring([
      ['title', 'summary', 'highlights', 'description', price[0]],
      ...samples.map((_, n) => [`Round ${String(n).padStart(2, '0')}`, 'In short', 'One; Two', 'At length', price[1]]),
    ])
    const items = await itemsLike('Round %')
    for (const [n, { id }] of items.entries()) {
      const [title, summary, highlights, description] = samples[n] ?? expect.fail()
      await translate(id, {
        title,
        summary,
        'details.highlights': highlights.join('\n'),
        'details.description': description,
      })
    }
    await ok(`PATCH /api/admin/services/${items[0]?.id}`, { version: 1, summary: 'Outdated now' })
    const before = await Promise.all(items.map(({ id }) => translated(id)))
    const seen = await stage(await exported())
    expect(seen.faults).toEqual([])
    expect(seen.counts).toMatchObject({ create: 0, update: 0, invalid: 0 })
    expect(seen.counts.same).toBeGreaterThanOrEqual(30)
    expect(before[0]?.fields.some(({ state }) => state === 'outdated')).toBe(true)
  })
})

describe('the undo', () => {
  const heads = ['slug', 'title', 'title [ar]', 'summary [ar]', 'title [hi]', 'summary', price[0]]
  it('takes translations back, exactly to what they were', async () => {
    await bring([
      ['title', 'summary', price[0]],
      ['Back', 'Short', price[1]],
      ['Back only', 'Short', price[1]],
    ])
    const [one, two] = [await item('Back'), await item('Back only')]
    await translate(one.id, { title: 'قبل', summary: 'قصير' })
    await ok(`PATCH /api/admin/services/${one.id}`, { version: 1, summary: 'Shorter' })
    const state = () => Promise.all([one, two].flatMap(({ id }) => [texts(id), texts(id, 'hi')]))
    const before = await state()
    expect(before[0]?.summary).toEqual(['قصير', 'outdated'])
    const { id, undo: possible } = await bring([
      heads,
      [one.slug, 'Back changed', 'بعد', 'أقصر', 'बाद', 'Shortest', '20'],
      [two.slug, 'Back only', 'وحده', '', '', 'Short', '10'],
      ['back-new', 'Back new', 'جديد', '', '', 'Short', '10'],
    ])
    expect(possible?.counts).toMatchObject({ total: 3, trashed: 1, putBack: 2, left: 0 })
    expect(await state()).not.toEqual(before)
    expect((await undo(id)).undo?.counts).toEqual({ total: 3, trashed: 1, archived: 0, putBack: 2, left: 0 })
    expect(await state()).toEqual(before)
  })

  it('leaves an item whose translation changed since', async () => {
    await bring([
      ['title', 'summary', price[0]],
      ['Since', 'Short', price[1]],
    ])
    const { id, slug } = await item('Since')
    const done = await bring([heads, [slug, 'Since changed', 'بعد', '', '', 'Short', '20']])
    await translate(id, { title: 'أحدث' })
    expect((await get(done.id)).undo?.counts).toMatchObject({ putBack: 0, left: 1 })
    expect((await undo(done.id)).undo?.counts).toMatchObject({ putBack: 0, left: 1 })
    const { items } = await ok<{ items: LeftItem[] }>(`GET ${address(done.id)}/left`)
    expect(items).toMatchObject([{ title: 'Since changed', reason: 'Changed since the import' }])
    expect(await texts(id)).toEqual({ title: ['أحدث', 'translated'] })
  })
})
