import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { Translated as ItemTranslation } from '../../../kernel/translation-contract.ts'
import type { ServiceCard, ServiceDetail } from '../contract.ts'

// The pseudo-language that is read from right to left stands for any other language.
const code = 'ar-XB'
let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
  const owner = await shop.signIn('admin')
  await shop.call('PUT /api/admin/settings', { settings: { languages: [code] } }, owner.headers)
})

const tour = { price_adult: 10_000, location: 'Dubai', duration: '6 hours', highlights: ['Camels', 'Dinner'] }
const call = (route: string, body?: Record<string, unknown>) => shop.call(route, body, staff)
async function add(title: string, details: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const answer = await call('POST /api/admin/services', {
    ...{ kind: 'tour', title, summary: `${title} in short` },
    details: { ...tour, ...details },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as { id: string; slug: string }
}
const at = (id: string, language = code) => `/api/admin/services/${id}/translations/${language}`
const get = async (id: string) => (await call(`GET ${at(id)}`)).json() as unknown as ItemTranslation
async function save(id: string, texts: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { fields, version } = await get(id)
  const sent = Object.entries(texts).map(([path, value]) => {
    const source = fields.find((field) => field.path === path)?.source ?? ''
    return { path, source, value }
  })
  return call(`PUT ${at(id)}`, { version, fields: sent, ...more })
}
const inLanguage = { 'accept-language': code }
const detail = async (slug: string, headers: Record<string, string> = inLanguage) =>
  (await shop.call(`GET /api/services/tour/${slug}`, undefined, headers)).json().service as ServiceDetail
async function cards(query: string, headers: Record<string, string> = inLanguage): Promise<ServiceCard[]> {
  return (await shop.call(`GET /api/services/tour?${query}`, undefined, headers)).json().items as ServiceCard[]
}

describe('a translation', () => {
  it('is shown in its language, and the original in the others', async () => {
    const { id, slug } = await add('Dune drive', { description: 'Dunes at **dusk**', overview: 'Long' })
    const texts = {
      title: 'رحلة الكثبان',
      'details.description': 'كثبان **المساء**',
      'details.highlights': 'جمال\nعشاء',
    }
    expect((await save(id, texts)).status).toBe(200)
    const shown = await detail(slug)
    expect(shown).toMatchObject({
      title: 'رحلة الكثبان',
      summary: 'Dune drive in short',
      details: { description: 'كثبان المساء', highlights: ['جمال', 'عشاء'], overview: 'Long', price_adult: 10_000 },
    })
    expect(shown.texts.description).toContain('<strong>المساء</strong>')
    const left = ['summary', 'location', 'details.duration', 'details.overview', 'details.location']
    expect(shown.languages).toEqual(Object.fromEntries(left.map((path) => [path, 'en'])))
    const original = await detail(slug, {})
    expect(original).toMatchObject({ title: 'Dune drive', details: { highlights: ['Camels', 'Dinner'] } })
    expect(original).not.toHaveProperty('languages')
  })

  it('is on cards of lists, found by its own words and by those of the original', async () => {
    const { id } = await add('Falcon morning')
    await save(id, { title: 'صباح الصقور' })
    for (const q of ['صقور', 'falcon'])
      expect(await cards(`q=${encodeURIComponent(q)}`), q).toMatchObject([
        { title: 'صباح الصقور', languages: { summary: 'en', location: 'en', 'details.duration': 'en' } },
      ])
    const results = await shop.call(`GET /api/search?q=${encodeURIComponent('الصقور')}`, undefined, inLanguage)
    expect(JSON.stringify(results.json())).toContain('صباح الصقور')
    const plain = await shop.call(`GET /api/search?q=${encodeURIComponent('الصقور')}`)
    expect(JSON.stringify(plain.json())).toContain('Falcon morning')
  })

  it('is outdated once the original changes, and up to date again once it is saved anew', async () => {
    const { id } = await add('Old souk')
    await save(id, { title: 'السوق القديم', summary: 'باختصار' })
    const state = async () => Object.fromEntries((await get(id)).fields.map((field) => [field.path, field.state]))
    expect(await state()).toMatchObject({ title: 'translated', summary: 'translated', 'details.highlights': 'missing' })
    await call(`PATCH /api/admin/services/${id}`, { version: 1, title: 'Old souk and creek' })
    expect(await state()).toMatchObject({ title: 'outdated', summary: 'translated' })
    const languages = await call(`GET /api/admin/services/${id}/translations`)
    expect(languages.json().items).toContainEqual({
      language: code,
      progress: { total: 4, translated: 1, outdated: 1 },
    })
    await save(id, { title: 'السوق القديم والخور' })
    expect(await state()).toMatchObject({ title: 'translated' })
  })

  it('is removed by a blank text; the other fields stay', async () => {
    const { id, slug } = await add('Creek cruise')
    await save(id, { title: 'رحلة الخور', summary: 'قصيرة' })
    await save(id, { title: '  ' })
    expect(await detail(slug)).toMatchObject({ title: 'Creek cruise', summary: 'قصيرة' })
  })

  it('is refused with an error at each wrong field, and nothing is stored', async () => {
    const { id } = await add('Refused')
    const answer = await save(id, {
      title: 'x'.repeat(201),
      'details.price_adult': 1,
      'details.faq': [{ question: 'Why?' }],
      summary: 'fine',
    })
    expect(answer.status).toBe(422)
    expect((answer.json().errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'title',
      'details.price_adult',
      'details.faq',
    ])
    expect(await get(id)).toMatchObject({ version: 0 })
  })

  it.each(['en', 'tlh', 'constructor'])('into "%s" is refused', async (language) => {
    const { id } = await add(`Into ${language}`)
    expect((await call(`GET ${at(id, language)}`)).status).toBe(422)
    const saved = await call(`PUT ${at(id, language)}`, { version: 0, fields: [] })
    expect(saved.status).toBe(422)
  })

  it('goes along with a copy, whose title is outdated', async () => {
    const { id } = await add('Copied')
    await save(id, { title: 'أصل', summary: 'ملخص' })
    const copy = (await call(`POST /api/admin/services/${id}/copy`)).json() as unknown as { id: string }
    const { version, fields } = await get(copy.id)
    expect([version, fields.map(({ value, state }) => [value, state]).slice(0, 2)]).toEqual([
      1,
      [
        ['أصل', 'outdated'],
        ['ملخص', 'translated'],
      ],
    ])
  })

  it('that someone else has changed is not overwritten', async () => {
    const { id } = await add('Two editors')
    const results = await Promise.all(['أ', 'ب', 'ج'].map((title) => save(id, { title }, { version: 0 })))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('is in the audit trail with the text before and after', async () => {
    const { id } = await add('Audited')
    await save(id, { title: 'قبل' })
    await save(id, { title: 'بعد', 'details.highlights': 'جمال' })
    const entries = await shop.core.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('subject_id', '=', id)
      .where('action', '=', 'service.translated')
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(entries.at(-1)).toEqual({
      before: { title: 'قبل', details: { highlights: null } },
      after: { language: code, title: 'بعد', details: { highlights: ['جمال'] } },
    })
  })
})
