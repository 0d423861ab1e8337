import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { shopPages } from '../../tests/support/shop-pages.ts'
import { mayEnter, staffRoles } from '../kernel/staff.ts'
import type { Translated as ItemTranslation } from '../kernel/translation-contract.ts'
import type { AdminService } from '../modules/catalogue/contract.ts'
import { kinds } from '../services/index.ts'

const shop = await testApp({ pages: shopPages() })
const details = { price_adult: 10_000, location: 'Dubai', duration: '6 hours' }
const route = 'POST /api/admin/service-previews'
let staff: Record<string, string>
beforeAll(async () => {
  staff = (await shop.signIn('content')).headers
})
const preview = (body: unknown, headers: Record<string, string> = staff) => shop.call(route, body, headers)
const tour = (more: object = {}) => ({ kind: 'tour', title: 'Draft of a dune walk', details, ...more })
async function add(more: object = {}): Promise<AdminService> {
  const answer = await shop.call('POST /api/admin/services', tour({ title: 'Stored walk', ...more }), staff)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as AdminService
}
/** Everything that saving an item would change. */
async function stored(): Promise<unknown> {
  const tables = ['services', 'service_slugs', 'service_availability', 'audit_entries', 'events'] as const
  return Promise.all(tables.map((table) => shop.core.db.selectFrom(table).selectAll().execute()))
}

describe('the preview of an unsaved item', () => {
  it('is the page of the shop with the typed values', async () => {
    const answer = await preview(tour({ summary: 'Sand as far as you see', currency: 'AED' }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('Draft of a dune walk</h1>')
    expect(answer.text).toContain('Sand as far as you see')
  })

  it('overlays the stored item, also one that is not on sale', async () => {
    const item = await add({ summary: 'Stored summary', status: 'inactive' })
    const answer = await preview({ kind: 'tour', id: item.id, title: 'Another title', details: { location: 'Ajman' } })
    expect(answer.text).toContain('Another title</h1>')
    expect(answer.text).toContain('Stored summary')
    expect(answer.text).toContain('Ajman')
    expect(answer.text).not.toContain('Stored walk')
  })

  describe('in a language of the shop', () => {
    const code = 'ar-XB'
    const translate = async (id: string, texts: Record<string, string>) => {
      const path = `/api/admin/services/${id}/translations/${code}`
      const { fields, version } = (
        await shop.call(`GET ${path}`, undefined, staff)
      ).json() as unknown as ItemTranslation
      const sent = Object.entries(texts).map(([field, value]) => ({
        ...{ path: field, value, source: fields.find((each) => each.path === field)?.source ?? '' },
      }))
      expect((await shop.call(`PUT ${path}`, { version, fields: sent }, staff)).status).toBe(200)
    }
    const offer = async (languages: readonly string[]) => {
      const owner = await shop.signIn('admin')
      expect((await shop.call('PUT /api/admin/settings', { settings: { languages } }, owner.headers)).status).toBe(200)
    }

    it('shows stored translations beside what is typed, and the words of the shop in the language', async () => {
      await offer([code])
      const item = await add({ summary: 'Stored summary' })
      await translate(item.id, { title: 'نزهة الكثبان' })
      const body = { kind: 'tour', id: item.id, summary: 'Typed summary', language: code }
      const { status, text } = await preview(body)
      expect([status, text]).toEqual([200, text])
      expect(text).toContain(`<html lang="${code}" dir="rtl">`)
      expect(text).toContain('نزهة الكثبان</h1>')
      expect(text).toMatch(/lang="en"[^>]*>Typed summary/)
      expect((await preview({ ...body, language: 'en' })).text).toContain('Stored walk</h1>')
      const fresh = await preview(tour({ language: code }))
      expect(fresh.text).toMatch(/<h1[^>]* lang="en"[^>]*>Draft of a dune walk/)
    })

    it.each(['hi', 'tlh', ''])('that is not offered, %j, is the first one instead', async (language) => {
      await offer([code])
      expect((await preview(tour({ language }))).text).toContain('<html lang="en" dir="ltr">')
    })
  })

  it.each(kinds.map((kind) => [kind.key, kind] as const))('draws a new %s', async (key, kind) => {
    const [example] = (await kind.seed?.())?.seed ?? []
    const title = 'Seen before it is sold'
    const answer = await preview({ kind: key, title, details: example?.details })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toMatch(/<h1[^>]*>/)
    expect(answer.text).not.toContain('Page not found')
    // A visa is named by its country and type.
    if (key !== 'visa') expect(answer.text).toContain(title)
  })

  it('stores nothing, and visitors never see it', async () => {
    const item = await add()
    await shop.runJobs()
    const page = () => shop.call(`GET ${item.href}`)
    const [before, seen] = [await stored(), (await page()).text]
    await preview({ kind: 'tour', id: item.id, title: 'Secret title', slug: 'secret-slug' })
    await preview(tour({ title: 'Secret title' }))
    expect(await stored()).toEqual(before)
    expect((await page()).text).toBe(seen)
    expect(seen).not.toContain('Secret title')
  })

  it('cannot be cached, indexed, framed, run or pressed', async () => {
    const { headers, text } = await preview(tour())
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    )
    expect(headers.etag).toBeUndefined()
    expect(text).not.toMatch(/<script(?! type="application\/(ld\+)?json")/)
    expect(text).not.toContain('id="shop-state"')
    expect(text).toMatch(/<body>\s*<div inert>/)
    expect((await shop.call('GET /api/admin/service-previews', undefined, staff)).status).toBe(404)
  })

  it('is for those who edit items: other staff, customers and visitors are refused', async () => {
    expect((await preview(tour(), {})).status).toBe(401)
    for (const role of ['customer', ...staffRoles] as const) {
      const { status } = await preview(tour(), (await shop.signIn(role)).headers)
      const mayEdit = role !== 'customer' && mayEnter(role, 'catalogue')
      expect([role, status]).toEqual([role, mayEdit ? 200 : 403])
    }
  })

  it('is refused to other sites', async () => {
    const { status } = await preview(tour(), { ...staff, 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
  })
  it('is in the description of the API', async () => {
    const { paths } = (await shop.call('GET /api/openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-access': string }>>
    }
    expect(paths['/admin/service-previews']?.post?.['x-access']).toBe('staff:catalogue')
  })
})

describe('a preview of what cannot be saved', () => {
  it('names the fields, like saving does', async () => {
    const wrong = tour({ title: '', details: { ...details, price_adult: -1 } })
    const [shown, saved] = [await preview(wrong), await shop.call('POST /api/admin/services', wrong, staff)]
    expect(shown.status).toBe(422)
    const { errors } = shown.json() as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path)).toEqual(
      (saved.json() as { errors: { path: string }[] }).errors.map(({ path }) => path),
    )
    expect(errors.map(({ path }) => path)).toContain('details.price_adult')
  })

  const missing = '018f0000-0000-7000-8000-000000000000'
  it.each([
    ['no body', undefined, 422],
    ['a list', [], 422],
    ['an unknown kind', { kind: 'spaceship', title: 'A' }, 404],
    ['an unknown item', tour({ id: missing }), 404],
    ['no id', tour({ id: "1' or 1=1" }), 422],
    ['an unknown field', tour({ is_admin: true }), 422],
    ['an unknown detail', tour({ details: { ...details, hacked: 1 } }), 422],
    ['a slug that leaves its path', tour({ slug: '../../admin' }), 422],
    ['too long a title', tour({ title: 'a'.repeat(10_000) }), 422],
  ])('%s is refused', async (_name, body, status) => {
    const answer = await preview(body)
    expect([answer.status, answer.text]).toEqual([status, answer.text])
  })

  it('shows markup as the shop does: as text', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const answer = await preview(tour({ title: `Walk ${hostile}`, summary: hostile }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain('<img src=x')
    expect(answer.text).not.toContain('<script>alert')
  })

  it('of an item of another kind is not found', async () => {
    const item = await add({ title: 'Kept apart' })
    expect((await preview({ kind: 'activity', id: item.id })).status).toBe(404)
  })
  it('has no address from a title of signs', async () => {
    const answer = await preview(tour({ title: '...' }))
    expect(answer.text).toContain('...</h1>')
  })
})
