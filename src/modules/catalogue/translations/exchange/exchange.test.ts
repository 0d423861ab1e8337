import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../../bench/statement-counter.ts'
import { multipart } from '../../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../../tests/support/app.ts'
import type { ImportReport } from './report.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})

const details = {
  ...{ price_adult: 1_000, location: 'Dubai', highlights: ['Music', 'Dinner & stars'] },
  description: '## Plan\n\n- **Meet** at the [gate](https://gate.test/?a=1&b=2)\n- Ride <home>',
  itinerary: [{ title: 'Pickup', description: 'At the hotel' }],
}
type Item = { id: string; slug: string; version: number }
let number = 0
async function add(more: Record<string, unknown> = {}): Promise<Item> {
  number += 1
  const sent = { kind: 'tour', title: `Desert ride ${number}`, summary: 'A ride', details, ...more }
  const answer = await shop.call('POST /api/admin/services', sent, staff)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Item
}
async function change(item: Item, summary: string): Promise<void> {
  const sent = { version: item.version, summary }
  expect((await shop.call(`PATCH /api/admin/services/${item.id}`, sent, staff)).status).toBe(200)
}
const get = (query: string, headers: Record<string, string> = staff) =>
  shop.app.inject({ method: 'GET', url: `/api/admin/translation-export?${query}`, headers })
async function exported(items: readonly Item[], more = ''): Promise<string> {
  const answer = await get(`language=ar&ids=${items.map(({ id }) => id).join(',')}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}
function send(xml: string, query = '', by: Record<string, string> = staff) {
  const { payload, headers } = multipart([{ bytes: xml, name: 'from-translator.xlf' }])
  const url = `/api/admin/translation-imports${query}`
  return shop.app.inject({ method: 'POST', url, payload, headers: { ...by, ...headers } })
}
async function preview(xml: string): Promise<ImportReport> {
  const answer = await send(xml)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ImportReport>()
}
async function bring(xml: string): Promise<ImportReport> {
  const answer = await send(xml, `?agreed=${(await preview(xml)).mark}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ImportReport>()
}
const stored = async (item: Item) =>
  shop.core.db
    .selectFrom('service_translations')
    .select(['texts', 'version', 'missing', 'outdated'])
    .where('service_id', '=', item.id)
    .where('language', '=', 'ar')
    .executeTakeFirst()
/** What a translator does: the Arabic text of each segment is its source between marks. */
const translate = (xml: string, mark = '«'): string =>
  xml.replace(
    /<segment state="initial"><source>((?:<ph[^>]*>)?)(.*?)<\/source>(?:<target>.*?<\/target>)?/g,
    `<segment state="translated"><source>$1$2</source><target>$1${mark}$2»</target>`,
  )

describe('a file for translators', () => {
  it('has every text of an item with its place, and comes back as translations', async () => {
    const item = await add({ title: 'Falcon & friends' })
    const xml = await exported([item])
    expect(xml).toContain('srcLang="en" trgLang="ar"')
    expect(xml).toContain('<note category="item">Tour: Falcon &amp; friends</note>')
    expect(xml).toContain('<note category="field">Highlights, 2</note>')
    const report = await bring(translate(xml))
    expect(report).toMatchObject({ isStored: true, items: 1, counts: { changed: 0, unchanged: 0, refused: 0 } })
    const now = await stored(item)
    expect(now).toMatchObject({ missing: 0, outdated: 0, version: 1 })
    expect(now?.texts).toEqual({
      ...{ title: '«Falcon & friends»', summary: '«A ride»' },
      'details.highlights': ['«Music»', '«Dinner & stars»'],
      'details.description': '## «Plan»\n\n- «**Meet** at the [gate](https://gate.test/?a=1&b=2)»\n- «Ride <home>»',
      'details.itinerary': [{ title: '«Pickup»', description: '«At the hotel»' }],
    })
  })

  it('changes nothing when it comes back as it was exported', async () => {
    const item = await add()
    await bring(translate(await exported([item])))
    const before = await stored(item)
    const report = await bring(await exported([item]))
    expect(report).toMatchObject({ items: 0, rows: [], counts: { new: 0, changed: 0, refused: 0 } })
    expect(report.counts.unchanged).toBeGreaterThan(4)
    expect(await stored(item)).toEqual(before)
  })

  it('stores nothing for a preview, and nothing when texts have changed since', async () => {
    const item = await add()
    const xml = translate(await exported([item]))
    const { mark } = await preview(xml)
    expect(await stored(item)).toBeUndefined()
    await bring(translate(await exported([item]), 'x'))
    const answer = await send(xml, `?agreed=${mark}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'catalogue/translations-changed' })
  })

  it('stores a translation of an older original as outdated, but never over a newer one', async () => {
    const item = await add()
    const xml = translate(await exported([item]))
    await change(item, 'A longer ride')
    expect(await bring(xml)).toMatchObject({ late: 1 })
    expect(await stored(item)).toMatchObject({ missing: 0, outdated: 1 })
    await bring(translate(await exported([item], '&only=open')))
    expect(await stored(item)).toMatchObject({ outdated: 0 })
    const late = await preview(xml.replaceAll('«', '['))
    expect(late.rows[0]?.refused).toEqual([
      {
        path: 'summary',
        label: 'Summary',
        message: 'The original has changed since the export and was translated again',
      },
    ])
  })

  it('confirms an outdated translation that the translator has finished without a change', async () => {
    const item = await add()
    await bring(translate(await exported([item])))
    await change(item, 'A ride!')
    const xml = await exported([item], '&only=open')
    expect((await preview(xml)).counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 })
    await bring(xml.replace('state="initial"', 'state="final"'))
    expect(await stored(item)).toMatchObject({ outdated: 0 })
  })

  it('names each refused text with the reason and stores the others', async () => {
    const [item, other] = [await add(), await add()]
    await shop.call(
      `PUT /api/admin/services/${other.id}/translations/ar`,
      {
        version: 0,
        fields: [{ path: 'slug', source: 'any', value: 'صباح' }],
      },
      staff,
    )
    const xml = translate(await exported([item], '&slugs=yes'))
    const wrong = xml
      .replace(/<target>«Desert ride \d+»/, `<target>${'x'.repeat(201)}`)
      .replace(/(<unit id="details.highlights.1">[\s\S]*?)<target>.*?<\/target>/, '$1')
      .replace(/<target><ph id="c1" dataRef="d1"\/>/, '<target>')
      .replace(new RegExp(`<target>«${item.slug}»`), '<target>صباح')
      .replace(
        '</file>',
        '<unit id="details.secret"><segment><source>a</source><target>b</target></segment></unit></file>',
      )
    const report = await bring(wrong)
    expect(report.rows[0]?.refused.map(({ path, message }) => [path, message])).toEqual([
      ['title', 'Use at most 200 characters'],
      ['details.description', 'Headings, lists and links must be the same as in the original'],
      ['details.highlights', 'Some parts of this text are not translated yet'],
      ['slug', 'Another item uses or used this address'],
      ['details.secret', 'There is no such field'],
    ])
    expect(Object.keys((await stored(item))?.texts ?? {}).toSorted()).toEqual(['details.itinerary', 'summary'])
  })

  it('refuses items that do not exist or are in the trash', async () => {
    const item = await add()
    const xml = translate(await exported([item]))
    expect((await preview(xml.replace(item.id, item.id.toUpperCase()))).items).toBe(0)
    expect((await preview(xml.replace(item.id, 'nobody'))).rows[0]?.refused[0]?.message).toBe(
      'This item does not exist',
    )
    const removed = await shop.call(`DELETE /api/admin/services/${item.id}`, { version: item.version }, staff)
    expect(removed.status, removed.text).toBe(200)
    const { rows } = await preview(xml)
    expect(rows[0]).toMatchObject({ counts: { new: 0 }, refused: [{ message: expect.stringContaining('trash') }] })
  })

  it('is audited as one import, with what changed in each item', async () => {
    const item = await add()
    await bring(translate(await exported([item])))
    const [entry] = await shop.core.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'after'])
      .where('action', '=', 'translations.imported')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry?.after).toEqual({ fileName: 'from-translator.xlf', language: 'ar', items: 1 })
    const parts = await shop.core.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('part_of', '=', entry?.subject_id ?? '')
      .execute()
    expect(parts).toEqual([{ action: 'service.translated', subject_id: item.id }])
  })

  it('takes as many statements for many items as for two', async () => {
    const items = [await add(), await add(), await add(), await add(), await add(), await add()]
    const counter = countStatements(shop.core.pool)
    const cost = async (of: readonly Item[]) => {
      const xml = translate(await exported(of, '&slugs=yes'))
        .replaceAll('<target>«desert', '<target>desert')
        .replaceAll(/(<target>desert[^»]*)»/g, '$1-ar')
      const { mark } = await preview(xml)
      const { statements, result } = await counter.during(() => send(xml, `?agreed=${mark}`))
      expect(result.json()).toMatchObject({ items: of.length, counts: { refused: 0 } })
      return statements.length
    }
    expect(await cost(items.slice(2))).toBe(await cost(items.slice(0, 2)))
  })
})

describe('who and what is refused', () => {
  it.each([
    ['an unknown kind', 'language=ar&kind=nothing', 404],
    ['the language that the shop is written in', 'language=en', 422],
    ['an unknown language', 'language=xx', 422],
    ['ids that are none', 'language=ar&ids=1,2', 422],
    ['no language', '', 422],
    ['nothing to translate', 'language=ar&q=there-is-no-such-item', 404],
  ])('an export with %s', async (_, query, status) => {
    expect((await get(query)).statusCode).toBe(status)
  })

  it('visitors and staff without the area', async () => {
    const support = (await shop.signIn('support')).headers
    for (const [headers, status] of [
      [{}, 401],
      [support, 403],
    ] as const) {
      expect((await get('language=ar', headers)).statusCode).toBe(status)
      expect((await send('<xliff/>', '', headers)).statusCode).toBe(status)
    }
  })

  const empty = '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ar"></xliff>'
  it.each([
    ['entities that grow', `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${empty}`, 'type declarations'],
    ['a wrong root', '<html></html>', 'not an XLIFF file'],
    ['an old version', empty.replaceAll('2.0', '1.2'), 'Only XLIFF 2.0'],
    ['the language of the shop', empty.replace('trgLang="ar"', 'trgLang="en"'), 'not translated into'],
    ['an unknown language', empty.replace('trgLang="ar"', 'trgLang="fr"'), 'not translated into'],
    ['another source', empty.replace('srcLang="en"', 'srcLang="fr"'), 'another language'],
    ['no XML', 'slug,title', 'cannot be read'],
    ['bytes that are no text', '\xff\xfe', 'cannot be read'],
    ['too many bytes', ' '.repeat(10 * 1024 * 1024 + 1), 'too large'],
    [
      'too many items',
      empty.replace(
        '></xliff>',
        `>${Array.from({ length: 2_001 }, (_, at) => `<file id="f${at}"></file>`).join('')}</xliff>`,
      ),
      '2,000',
    ],
  ])('a file with %s', async (_, xml, message) => {
    const answer = await send(xml)
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ title: string }>().title).toContain(message)
  })

  it('a request without a file', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/translation-imports', headers: staff })
    expect(answer.statusCode).toBe(422)
  })
})
