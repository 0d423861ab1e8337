import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../../bench/statement-counter.ts'
import { multipart } from '../../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../../tests/support/app.ts'
import type { ImportReport } from '../../../catalogue/index.ts'

type Headers = Record<string, string>
let shop: TestApp
let staff: Headers
let owner: Headers
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
  owner = (await shop.signIn('admin')).headers
  await saveSettings({ business_hours: 'Daily 9 to 5.', site_title: 'Asha & Co' })
})
async function saveSettings(settings: Record<string, unknown>): Promise<void> {
  expect((await shop.call('PUT /api/admin/settings', { settings }, owner)).status).toBe(200)
}

const about = { title: 'About Asha', body: '## Who\n\nWe **travel**.', seo_title: '', seo_description: '' }
const pageNow = async () => {
  const { items } = (await shop.call('GET /api/admin/pages', undefined, staff)).json() as {
    items: { slug: string; version: number }[]
  }
  return items.find(({ slug }) => slug === 'about')?.version ?? 0
}
const savePage = async (more: object = {}): Promise<void> => {
  const sent = { ...about, ...more, version: await pageNow() }
  expect((await shop.call('PUT /api/admin/pages/about', sent, staff)).status).toBe(200)
}
async function addSlider(title = 'Dunes at dusk'): Promise<string> {
  const sent = { title, subtitle: 'Dinner', image_url: 'desert-1' }
  const answer = await shop.call('POST /api/admin/sliders', sent, staff)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { id: string }).id
}

const get = (query: string, headers = owner) =>
  shop.app.inject({ method: 'GET', url: `/api/admin/content-translation-export?${query}`, headers })
async function exported(more = '', headers = owner): Promise<string> {
  const answer = await get(`language=ar${more}`, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}
function send(xml: string, query = '', by: Headers = owner) {
  const { payload, headers } = multipart([{ bytes: xml, name: 'pages.xlf' }])
  const url = `/api/admin/translation-imports${query}`
  return shop.app.inject({ method: 'POST', url, payload, headers: { ...by, ...headers } })
}
async function preview(xml: string, by = owner): Promise<ImportReport> {
  const answer = await send(xml, '', by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ImportReport>()
}
async function bring(xml: string, by = owner): Promise<ImportReport> {
  const answer = await send(xml, `?agreed=${(await preview(xml, by)).mark}`, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ImportReport>()
}
const stored = async (subject: 'page' | 'slider' | 'menu-item' | 'settings', id: string) =>
  shop.core.db
    .selectFrom('content_translations')
    .select(['texts', 'version'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('language', '=', 'ar')
    .executeTakeFirst()
/** What a translator does: the Arabic text of each segment is its source between marks. */
const translate = (xml: string, mark = '«'): string =>
  xml.replace(
    /<segment state="initial"><source>((?:<ph[^>]*>)?)(.*?)<\/source>(?:<target>.*?<\/target>)?/g,
    `<segment state="translated"><source>$1$2</source><target>$1${mark}$2»</target>`,
  )
/** The part of the document about one page, slider, menu entry or the settings. */
const fileIn = (xml: string, id: string): string => new RegExp(`<file id="${id}"[\\s\\S]*?</file>`).exec(xml)?.[0] ?? ''
const only = (xml: string, id: string): string => `${xml.slice(0, xml.indexOf('<file'))}${fileIn(xml, id)}</xliff>`
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await sql<object>`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.core.db)
  return rows.length
}
const states = async (at: string) => {
  const answer = (await shop.call(`GET /api/admin/${at}/ar`, undefined, owner)).json() as {
    fields: { path: string; state: string }[]
  }
  return Object.fromEntries(answer.fields.map(({ path, state }) => [path, state]))
}

describe('pages, sliders, menus and settings in a file for translators', () => {
  it('come back as translations that visitors see', async () => {
    await savePage()
    const slider = await addSlider()
    const made = await shop.call('POST /api/admin/menu-items', { name: 'Our stories', href: '/about' }, staff)
    const menuItem = (made.json() as { id: string }).id
    const xml = await exported()
    expect(xml).toContain('<note category="item">Page: About Asha</note>')
    expect(fileIn(xml, 'settings.site')).toContain('<note category="field">Business hours</note>')
    expect(await bring(translate(xml))).toMatchObject({ isStored: true, counts: { changed: 0, refused: 0 }, late: 0 })
    expect((await stored('page', 'about'))?.texts).toEqual({
      ...{ title: '«About Asha»', body: '## «Who»\n\n«We **travel**.»' },
    })
    expect((await stored('slider', slider))?.texts).toMatchObject({ title: '«Dunes at dusk»', subtitle: '«Dinner»' })
    expect((await stored('menu-item', menuItem))?.texts).toEqual({ name: '«Our stories»' })
    expect((await stored('settings', 'site'))?.texts).toMatchObject({
      ...{ site_title: '«Asha & Co»', business_hours: '«Daily 9 to 5.»' },
    })
    const site = await shop.call('GET /api/site', undefined, { 'accept-language': 'ar' })
    expect(site.json()).toMatchObject({ siteTitle: '«Asha & Co»', businessHours: '«Daily 9 to 5.»' })
  })

  it('change nothing when they come back as they were exported', async () => {
    await bring(translate(await exported()))
    const before = await stored('page', 'about')
    const report = await bring(await exported())
    expect(report).toMatchObject({ items: 0, rows: [], counts: { new: 0, changed: 0, refused: 0 } })
    expect(report.counts.unchanged).toBeGreaterThan(10)
    expect(await stored('page', 'about')).toEqual(before)
  })

  it('are left out of the open texts when the shop has its own words for them, or they need none', async () => {
    await saveSettings({ site_title: 'Asha Tours' })
    await bring(translate(await exported()))
    const slider = await addSlider()
    const open = await exported('&only=open')
    expect(open).toContain(`slider.${slider}`)
    expect(open).not.toContain('page.about')
    const [hindi, openInHindi] = [(await get('language=hi')).body, (await get('language=hi&only=open')).body]
    for (const part of ['page.terms', '"site_title"']) {
      expect(hindi).toContain(part)
      expect(openInHindi).not.toContain(part)
    }
    const { counts } = await preview(only(hindi, 'page.terms'))
    expect(counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0 })
  })

  it('are stored as outdated when the original has changed, but never over a newer translation', async () => {
    await savePage({ title: 'About us' })
    const xml = only(translate(await exported()), 'page.about')
    await savePage({ title: 'About us all' })
    expect(await bring(xml)).toMatchObject({ late: 1, counts: { changed: 1, refused: 0 } })
    expect(await states('content/page/about/translations')).toMatchObject({ title: 'outdated' })
    await bring(translate(await exported('&only=open')))
    expect(await states('content/page/about/translations')).toMatchObject({ title: 'translated' })
    const late = await preview(xml.replaceAll('«', '['))
    expect(late.rows[0]?.refused).toContainEqual({
      path: 'title',
      label: 'Title',
      message: 'The original has changed since the export and was translated again',
    })
  })

  it('are not stored when something has changed since the preview', async () => {
    const slider = await addSlider()
    const xml = only(translate(await exported()), `slider.${slider}`)
    const { mark } = await preview(xml)
    expect(await stored('slider', slider)).toBeUndefined()
    await bring(xml.replaceAll('«', '['))
    const answer = await send(xml, `?agreed=${mark}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'catalogue/translations-changed' })
  })

  it('are not stored over a translation that an editor saves at the same moment', async () => {
    const slider = await addSlider()
    const xml = only(translate(await exported()), `slider.${slider}`)
    const { mark } = await preview(xml)
    const answer = await shop.core.db.transaction().execute(async (trx) => {
      await sql`insert into content_translations (subject, subject_id, language, texts, sources, version, updated_at)
        values ('slider', ${slider}, 'ar', '{"title": "كثبان"}', '{}', 1, now())`.execute(trx)
      const sent = send(xml, `?agreed=${mark}`)
      await expect.poll(waitingForLocks).toBe(1)
      return { sent }
    })
    expect((await answer.sent).statusCode).toBe(409)
    expect(await stored('slider', slider)).toEqual({ texts: { title: 'كثبان' }, version: 1 })
  })

  it('are audited as one import, with what changed in each', async () => {
    const slider = await addSlider()
    await bring(only(translate(await exported()), `slider.${slider}`))
    const [entry] = await shop.core.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'after'])
      .where('action', '=', 'translations.imported')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry?.after).toEqual({ fileName: 'pages.xlf', language: 'ar', items: 1 })
    const parts = await shop.core.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id', 'after'])
      .where('part_of', '=', entry?.subject_id ?? '')
      .execute()
    expect(parts).toEqual([
      {
        ...{ action: 'slider.translated', subject_id: slider },
        after: { language: 'ar', title: '«Dunes at dusk»', subtitle: '«Dinner»' },
      },
    ])
  })

  it('take as many statements for many as for one', async () => {
    const sliders = [await addSlider(), await addSlider(), await addSlider(), await addSlider()]
    const xml = translate(await exported())
    const counter = countStatements(shop.core.pool)
    const cost = async (ids: readonly string[]) => {
      const files = ids.map((id) => fileIn(xml, `slider.${id}`)).join('')
      const sent = `${xml.slice(0, xml.indexOf('<file'))}${files}</xliff>`
      const { mark } = await preview(sent)
      const { statements, result } = await counter.during(() => send(sent, `?agreed=${mark}`))
      expect(result.json()).toMatchObject({ items: ids.length, counts: { refused: 0 } })
      return statements.length
    }
    expect(await cost(sliders.slice(1))).toBe(await cost(sliders.slice(0, 1)))
  })
})

describe('who and what is refused', () => {
  it('the settings, to staff who may not change them', async () => {
    const xml = await exported()
    expect(xml).toContain('settings.site')
    expect(await exported('', staff)).not.toContain('settings.site')
    const changed = only(xml, 'settings.site').replace(/<target>.*?<\/target>/g, '<target>Mine</target>')
    const before = await stored('settings', 'site')
    const report = await bring(changed, staff)
    expect(report.rows).toMatchObject([
      { title: 'Site settings', refused: [{ message: 'Your role cannot change these texts' }] },
    ])
    expect(await stored('settings', 'site')).toEqual(before)
  })

  it('the export, to visitors and to staff without the area', async () => {
    expect((await get('language=ar', {})).statusCode).toBe(401)
    expect((await get('language=ar', (await shop.signIn('support')).headers)).statusCode).toBe(403)
  })

  it.each(['language=en', 'language=xx', 'language=ar&only=all', ''])('an export with "%s"', async (query) => {
    expect((await get(query)).statusCode).toBe(422)
  })

  it('texts that are too long, of more than one line, with other headings or unknown, each with its reason', async () => {
    await savePage({ title: 'On us', body: '## What\n\nWe go.' })
    const xml = only(translate(await exported()), 'page.about')
      .replace('«On us»', `${'x'.repeat(201)}`)
      .replace('<target><ph id="c1" dataRef="d1"/>', '<target>')
      .replace('</file>', '<unit id="__proto__"><segment><source>a</source><target>b</target></segment></unit></file>')
    const report = await preview(xml)
    expect(report.rows[0]?.refused.map(({ path, message }) => [path, message])).toEqual([
      ['title', 'Use at most 200 characters'],
      ['body', 'Headings, lists and links must be the same as in the original'],
      ['__proto__', 'There is no such field'],
    ])
  })

  it.each(['page.nothing', 'slider.1', 'slider.x y', 'menu-item.', 'settings.other', 'page.__proto__'])(
    'a file about "%s", which does not exist',
    async (id) => {
      const xml = translate(await exported('&only=open')).replace(/<file id="[^"]*"/, `<file id="${id}"`)
      const { rows } = await preview(xml)
      expect(rows.find((row) => row.id === id)?.refused[0]?.message).toBe('This no longer exists, or is in the trash')
    },
  )

  it('a slider in the trash', async () => {
    const slider = await addSlider()
    const xml = only(translate(await exported()), `slider.${slider}`)
    await shop.call(`DELETE /api/admin/sliders/${slider}`, undefined, staff)
    expect(await preview(xml)).toMatchObject({ items: 0, counts: { refused: 1 } })
  })
})
