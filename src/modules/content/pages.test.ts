import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { getPage, savePage } from './index.server.ts'
import { listPages, pageSlugs } from './pages.server.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let core: TestCore
beforeAll(async () => {
  core = await testCore()
})
const save = (slug: string, version: number, more: object = {}) =>
  savePage(core, admin, { slug, version, title: 'Rooms', body: 'Ask *us*.', ...more })

describe('a page of the agency', () => {
  it.each(['about', 'services', 'privacy', 'terms', 'hotels', 'flights', 'guides'])(
    '/%s has a text from the start, before anybody has saved one [C284, C285]',
    async (slug) => {
      const page = await getPage(core, slug, 'en')
      expect(page.bodyHtml.length).toBeGreaterThan(250)
      expect(page.bodyHtml).toMatch(/^<(p|h2)>/)
      expect(page.updatedAt).toBeNull()
    },
  )

  it('has a note in default privacy and terms that the text must be reviewed', async () => {
    for (const slug of ['privacy', 'terms']) {
      const { bodyHtml } = await getPage(core, slug, 'en')
      expect(bodyHtml).toContain('<blockquote>This is the default text of the shop.')
    }
    const { items } = await listPages(core)
    expect(items.map(({ slug, isDefault }) => [slug, isDefault])).toEqual(pageSlugs.map((slug) => [slug, true]))
  })

  it('shows the saved text at once, with an audit entry [C285]', async () => {
    await getPage(core, 'hotels', 'en')
    const saved = await save('hotels', 0, { seo_title: 'Rooms by Safar', seo_description: '' })
    expect(saved).toMatchObject({ version: 1, isDefault: false, seo_title: 'Rooms by Safar', seo_description: null })
    expect(await getPage(core, 'hotels', 'en')).toMatchObject({
      title: 'Rooms',
      bodyHtml: '<p>Ask <em>us</em>.</p>',
      seoTitle: 'Rooms by Safar',
      updatedAt: core.clock().toISOString(),
    })
    const audit = await core.db
      .selectFrom('audit_entries')
      .select(['actor_name', 'action', 'subject_id'])
      .where('subject_type', '=', 'page')
      .execute()
    expect(audit).toEqual([{ actor_name: 'Asma', action: 'page.saved', subject_id: 'hotels' }])
  })

  it('is not saved over a newer version', async () => {
    await save('flights', 0)
    await save('flights', 1, { title: 'Flights' })
    for (const version of [0, 1]) {
      await expect(save('flights', version)).rejects.toSatisfy((error) => isRefusal(error, 'content/version-conflict'))
    }
    expect((await getPage(core, 'flights', 'en')).title).toBe('Flights')
  })

  it('is refused without a route, a title or a text', async () => {
    await expect(getPage(core, 'nothing', 'en')).rejects.toSatisfy((error) => isRefusal(error, 'content/not-found'))
    await expect(save('nothing', 0)).rejects.toSatisfy((error) => isRefusal(error, 'content/not-found'))
    await expect(save('guides', 0, { title: '', body: '' })).rejects.toMatchObject({
      code: 'content/invalid',
      errors: [{ path: 'title' }, { path: 'body' }],
    })
  })
})
