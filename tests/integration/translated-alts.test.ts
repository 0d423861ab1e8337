// The alt texts of an item's pictures in the languages of the shop, through the whole server.
import { beforeAll, describe, expect, test } from 'vitest'
import { withAlt } from '../../src/kernel/picture-edits.ts'
import type { Translated } from '../../src/kernel/translation-contract.ts'
import type { ServiceCard, ServiceDetail } from '../../src/modules/catalogue/contract.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'
import { multipart } from './upload-corpus.ts'

type Item = { id: string; slug: string; version: number; featured_image: string; details: Record<string, unknown> }
type Body = Record<string, unknown>
const camp = withAlt('https://cdn.example/camp.jpg', 'A camp at dusk')
const dune = withAlt('https://cdn.example/dune.jpg', 'Two camels, on a dune')
const sea = withAlt('https://cdn.example/sea.jpg', 'The sea')
const plain = 'https://cdn.example/plain.jpg'
const arabic = { camp: 'مخيم عند الغروب', dune: 'جملان; على "كثيب"', sea: 'البحر' }

let shop: TestApp
let staff: Record<string, string>
beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  staff = (await shop.signIn('admin')).headers
  await ok('PUT /api/admin/settings', { settings: { languages: ['ar', 'hi'] } })
})
async function ok<T>(route: string, body?: Body): Promise<T> {
  const answer = await shop.call(route, body, staff)
  expect(answer.status, `${route}: ${answer.text}`).toBe(200)
  return answer.json() as T
}
const add = (title: string, gallery_images: readonly string[] = [camp, dune, plain]) =>
  ok<Item>('POST /api/admin/services', {
    ...{ kind: 'tour', title, featured_image: sea },
    details: { location: 'Dubai', duration: '2 hours', price_adult: 5500, gallery_images },
  })
const edit = async (id: string, change: Body) => {
  const { version } = await ok<Item>(`GET /api/admin/services/${id}`)
  return ok<Item>(`PATCH /api/admin/services/${id}`, { version, ...change })
}
const at = (id: string, language = 'ar') => `/api/admin/services/${id}/translations/${language}`
const get = (id: string, language = 'ar') => ok<Translated>(`GET ${at(id, language)}`)
/** By original. */
async function translate(id: string, texts: Record<string, string>) {
  const { version, fields } = await get(id)
  const sent = fields.flatMap(({ path, source, original }) =>
    typeof original === 'string' && original in texts ? [{ path, source, value: texts[original] }] : [],
  )
  expect(sent).toHaveLength(Object.keys(texts).length)
  return ok<Translated>(`PUT ${at(id)}`, { version, fields: sent })
}
const states = async (id: string, language = 'ar') =>
  (await get(id, language)).fields
    .filter(({ path }) => path.startsWith('pictures.'))
    .map(({ original, value, state }) => [original, value, state])
const reader = { 'accept-language': 'ar' }
const detail = async ({ slug }: Item) =>
  (await shop.call(`GET /api/services/tour/${slug}`, undefined, reader)).json().service as ServiceDetail
const card = async ({ id }: Item) => {
  const { items } = (await shop.call('GET /api/services/tour?limit=48', undefined, reader)).json()
  return (items as ServiceCard[]).find((each) => each.id === id)
}
async function upload(csv: Buffer | string): Promise<string> {
  const { payload, headers } = multipart([{ name: 'tours.csv', type: 'text/csv', bytes: csv }])
  const url = '/api/admin/catalogue-uploads?kind=tour'
  const sent = await shop.app.inject({ method: 'POST', url, headers: { ...staff, ...headers }, payload })
  expect(sent.statusCode, sent.body).toBe(201)
  await shop.runJobs()
  return `/api/admin/catalogue-uploads/${sent.json<{ id: string }>().id}`
}

describe('translated alt texts', () => {
  test('are edited beside their pictures, and shown in lists and on the page of the item', async () => {
    const item = await add('Dunes')
    expect((await get(item.id)).fields.flatMap(({ picture, label }) => (picture ? [[picture, label]] : []))).toEqual([
      [sea, 'Alt text of the featured image'],
      [camp, 'Alt text of picture 1'],
      [dune, 'Alt text of picture 2'],
    ])
    await translate(item.id, { 'A camp at dusk': arabic.camp, 'The sea': arabic.sea })
    const shown = await detail(item)
    expect(shown.images).toEqual([withAlt(camp, arabic.camp), dune, plain])
    expect(shown.featured_image).toBe(withAlt(sea, arabic.sea))
    expect(shown.languages).toMatchObject({ 'images.1': 'en' })
    expect(Object.keys(shown.languages ?? {})).not.toEqual(expect.arrayContaining(['images.0']))
    expect((await card(item))?.featured_image).toBe(withAlt(sea, arabic.sea))
    expect((await card(item))?.languages).not.toHaveProperty('featured_image')
    expect((await card(await add('Not translated')))?.languages).toMatchObject({ featured_image: 'en' })
  })

  test('carry the language of the original on pages where they are not translated', async () => {
    const item = await add('Marked')
    await translate(item.id, { 'A camp at dusk': arabic.camp })
    const images = async (path: string) => {
      const html = (await shop.call(`GET /ar${path}`, undefined, { accept: 'text/html' })).text
      return [...html.matchAll(/<img\b[^>]*>/g)].flatMap(([tag]) => {
        const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
        return of('src')?.startsWith('https:') ? [[of('alt'), of('lang')]] : []
      })
    }
    expect((await images(`/tours/${item.slug}`)).slice(0, 3)).toEqual([
      [arabic.camp, undefined],
      ['Two camels, on a dune', 'en'],
      ['Marked', 'en'],
    ])
    expect(await images('/tours')).toContainEqual(['The sea', 'en'])
    const { text } = await shop.call(`GET /ar/tours/${item.slug}`)
    expect(text).toContain(`property="og:image:alt" content="${arabic.camp}"`)
    expect(text).not.toMatch(/aria-label="[^"]*Two camels/)
  })

  test('follow their pictures when these are moved, replaced, removed and added again', async () => {
    const item = await add('Followed')
    await translate(item.id, { 'A camp at dusk': arabic.camp, 'Two camels, on a dune': arabic.dune })
    await edit(item.id, { details: { gallery_images: [dune, plain, camp] } })
    expect((await detail(item)).images).toEqual([withAlt(dune, arabic.dune), plain, withAlt(camp, arabic.camp)])
    // Another picture with the same words.
    const night = withAlt('https://cdn.example/night.jpg', 'A camp at dusk')
    await edit(item.id, { details: { gallery_images: [night, dune] } })
    expect((await detail(item)).images).toEqual([night, withAlt(dune, arabic.dune)])
    await edit(item.id, { details: { gallery_images: [camp] } })
    expect((await detail(item)).images).toEqual([withAlt(camp, arabic.camp)])
    await edit(item.id, { details: { gallery_images: [withAlt(camp, 'A camp after sunset')] } })
    expect((await detail(item)).images).toEqual([withAlt(camp, arabic.camp)])
  })

  test('are outdated when the alt text changes, and all count as one text', async () => {
    const item = await add('Counted')
    const progress = async () =>
      (await ok<{ items: { language: string; progress: object }[] }>(`GET /api/admin/services/${item.id}/translations`))
        .items[0]?.progress
    // The title, the policy that the kind begins with, and the pictures.
    expect(await progress()).toEqual({ total: 3, translated: 0, outdated: 0 })
    await translate(item.id, { 'A camp at dusk': 'أ', 'The sea': 'ب' })
    expect(await progress()).toEqual({ total: 3, translated: 0, outdated: 0 })
    await translate(item.id, { 'Two camels, on a dune': 'ج' })
    expect(await progress()).toEqual({ total: 3, translated: 1, outdated: 0 })
    await edit(item.id, { featured_image: withAlt(sea, 'The blue sea') })
    expect(await progress()).toEqual({ total: 3, translated: 0, outdated: 1 })
    expect((await states(item.id))[0]).toEqual(['The blue sea', 'ب', 'outdated'])
    const { items } = await ok<{ items: (Item & { translations: { progress: object }[] })[] }>(
      'GET /api/admin/services?kind=tour&translated=ar.outdated',
    )
    expect(items.map(({ id, translations }) => [id, translations[0]?.progress])).toEqual([
      [item.id, { total: 3, translated: 0, outdated: 1 }],
    ])
  })

  test('are refused where the item has no such picture or the text is too long', async () => {
    const { id } = await add('Refused')
    const fields = [
      { path: 'pictures.desert-1', source: 'x', value: 'كثبان' },
      { path: (await get(id)).fields.at(-2)?.path, source: 'x', value: 'ا'.repeat(201) },
    ]
    const refused = await shop.call(`PUT ${at(id)}`, { version: 0, fields }, staff)
    expect([refused.status, (refused.json().errors as { message: string }[]).map(({ message }) => message)]).toEqual([
      422,
      ['This picture is no longer part of the item, or has no alt text', 'Alt texts have at most 200 characters'],
    ])
  })

  test('go along with a copy, stay with an item in the trash, and are in the audit trail', async () => {
    const item = await add('Copied')
    await translate(item.id, { 'The sea': arabic.sea })
    const copy = await ok<Item>(`POST /api/admin/services/${item.id}/copy`)
    expect((await states(copy.id))[0]).toEqual(['The sea', arabic.sea, 'translated'])
    await ok(`DELETE /api/admin/services/${item.id}`, { version: item.version })
    expect((await states(item.id))[0]).toEqual(['The sea', arabic.sea, 'translated'])
    const entry = await shop.core.db
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', item.id)
      .where('action', '=', 'service.translated')
      .executeTakeFirstOrThrow()
    expect(Object.values((entry.after as { alt_texts: object }).alt_texts)).toEqual([arabic.sea])
  })
})

describe('a file for translators', () => {
  test('has the alt texts, and brings them back', async () => {
    const { id } = await add('Exported')
    const url = `/api/admin/translation-export?language=ar&ids=${id}`
    const { body } = await shop.app.inject({ url, headers: staff })
    expect(body).toContain('Alt text of picture 2')
    const translated = body.replace('<source>The sea</source>', `$&<target>${arabic.sea}</target>`)
    expect(translated).not.toBe(body)
    const send = async (query = '') => {
      const { payload, headers } = multipart([{ name: 'a.xlf', type: 'application/xliff+xml', bytes: translated }])
      const to = `/api/admin/translation-imports${query}`
      return (await shop.app.inject({ method: 'POST', url: to, headers: { ...staff, ...headers }, payload })).json()
    }
    const preview = await send()
    expect(preview).toMatchObject({ counts: { new: 1, changed: 0, refused: 0 } })
    await send(`?agreed=${preview.mark}`)
    expect((await states(id))[0]).toEqual(['The sea', arabic.sea, 'translated'])
    await edit(id, { featured_image: plain })
    expect((await send()).rows[0].refused).toMatchObject([
      { message: 'This picture is no longer part of the item, or has no alt text' },
    ])
  })
})

describe('a spreadsheet', () => {
  test('has the alt texts beside their pictures, and an export of them imports unchanged', async () => {
    const { id } = await add('In a sheet')
    await translate(id, { 'A camp at dusk': arabic.camp, 'Two camels, on a dune': arabic.dune, 'The sea': arabic.sea })
    const before = await states(id)
    const url = '/api/admin/catalogue-export?kind=tour&format=csv&translations=yes'
    const { body } = await shop.app.inject({ url, headers: staff })
    expect(body.split('\r\n')[0]).toContain('gallery_images,gallery_images [ar],gallery_images [hi]')
    expect(body).toContain('https://cdn.example/sea.jpg#alt=البحر')
    const seen = await ok<{ counts: Body; faults: unknown[] }>(`GET ${await upload(body)}`)
    expect([seen.faults, seen.counts]).toMatchObject([[], { create: 0, update: 0, invalid: 0 }])
    expect(await states(id)).toEqual(before)
  })

  test('brings alt texts in any order of the pictures, refuses others, and its undo puts them back', async () => {
    const { id, slug } = await add('Brought')
    await translate(id, { 'A camp at dusk': arabic.camp })
    const sheet = (cell: string) => `slug,"gallery_images [ar]"\n${slug},"${cell}"\n`
    const good = sheet(`https://cdn.example/dune.jpg#alt=جملان; https://cdn.example/camp.jpg#alt=مخيم`)
    const address = await upload(good)
    await ok(`POST ${address}/commit`, {})
    await shop.runJobs()
    expect((await states(id)).slice(1).map(([, value]) => value)).toEqual(['مخيم', 'جملان'])
    const wrong = await ok<{ faults: Body[] }>(`GET ${await upload(sheet('desert-1#alt=كثبان'))}`)
    expect(wrong.faults).toMatchObject([
      { column: 'gallery_images [ar]', message: 'There is no original text to translate' },
    ])
    await ok(`POST ${address}/undo`, {})
    await shop.runJobs()
    expect((await states(id)).slice(1).map(([, value]) => value)).toEqual([arabic.camp, null])
  })
})
