import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { withAlt } from '../../../kernel/picture-edits.ts'
import type { Translated } from '../../../kernel/translation-contract.ts'
import { say } from '../../../platform/messages.server.ts'
import { defaultSettings, standardClaims } from '../../settings/index.ts'
import type { Chrome, Home, Page } from '../contract.ts'
import { text } from '../text.ts'

// The pseudo-language that is read from right to left stands for any other language.
const code = 'ar-XB'
let shop: TestApp
let staff: { cookie: string }
let owner: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
  owner = (await shop.signIn('admin')).headers
  await saveSettings({ languages: [code] })
})
const saveSettings = async (settings: Record<string, unknown>) =>
  expect((await shop.call('PUT /api/admin/settings', { settings }, owner)).status).toBe(200)

const call = (route: string, body?: Record<string, unknown>, headers = staff) => shop.call(route, body, headers)
const inLanguage = { 'accept-language': code }
const site = async (headers = inLanguage) =>
  (await shop.call('GET /api/site', undefined, headers)).json() as unknown as Chrome
const page = async (slug: string, headers = inLanguage) =>
  (await shop.call(`GET /api/pages/${slug}`, undefined, headers)).json() as unknown as Page

const get = async (at: string, headers = staff) =>
  (await call(`GET /api/admin/${at}/${code}`, undefined, headers)).json() as unknown as Translated
async function save(at: string, texts: Record<string, unknown>, { headers = staff, version = -1 } = {}) {
  const now = await get(at, headers)
  const fields = Object.entries(texts).map(([path, value]) => {
    const source = now.fields.find((field) => field.path === path)?.source ?? ''
    return { path, source, value }
  })
  return call(`PUT /api/admin/${at}/${code}`, { version: version < 0 ? now.version : version, fields }, headers)
}
const states = async (at: string, headers = staff) =>
  Object.fromEntries((await get(at, headers)).fields.map(({ path, state }) => [path, state]))

const slider = { title: 'Dunes at dusk', subtitle: 'Dinner under the stars.', image_url: 'desert-1' }
async function addSlider(more: Record<string, unknown> = {}) {
  const answer = await call('POST /api/admin/sliders', { ...slider, ...more })
  expect(answer.status, answer.text).toBe(200)
  const { id, version } = answer.json() as { id: string; version: number }
  return { id, version, at: `content/slider/${id}/translations` }
}
async function shown(id: string, headers = inLanguage) {
  const home = (await shop.call('GET /api/home', undefined, headers)).json() as unknown as Home
  return home.sliders.find((each) => each.id === id)
}

describe('a page', () => {
  const at = 'content/page/about/translations'
  const written = {
    title: 'About Asha',
    body: 'We **travel**.',
    seo_title: 'Asha, an agency',
    seo_description: 'Who we are.',
  }

  it('in the words of the shop is in every language, without a translation', async () => {
    const own = await page('terms')
    expect(own.title).toBe(say(text('defaultPages.terms.title'), code))
    expect(own).not.toHaveProperty('languages')
    expect(await states('content/page/terms/translations')).toEqual({
      ...{ title: 'translated', body: 'translated', seo_description: 'translated' },
    })
  })

  it('of the agency is shown as written and marked with its language, until it is translated', async () => {
    const saved = await call('PUT /api/admin/pages/about', { version: 0, ...written })
    expect(saved.status, saved.text).toBe(200)
    expect(await page('about')).toMatchObject({ title: 'About Asha', languages: { title: 'en', body: 'en' } })
    expect((await save(at, { title: 'عن آشا', body: 'نحن **نسافر**.' })).status).toBe(200)
    const after = await page('about')
    expect(after).toMatchObject({ title: 'عن آشا', seoTitle: null, seoDescription: null })
    expect(after.bodyHtml).toContain('<strong>نسافر</strong>')
    expect(after).not.toHaveProperty('languages')
    expect(await page('about', {} as typeof inLanguage)).toMatchObject({
      title: 'About Asha',
      seoTitle: 'Asha, an agency',
    })
  })

  it('is outdated where the original has changed, and still shown', async () => {
    await call('PUT /api/admin/pages/about', { version: 1, ...written, title: 'About us all' })
    expect(await states(at)).toEqual({
      ...{ title: 'outdated', body: 'translated', seo_title: 'missing', seo_description: 'missing' },
    })
    expect((await page('about')).title).toBe('عن آشا')
    const { items } = (await call(`GET /api/admin/${at}`)).json() as { items: { language: string }[] }
    expect(items).toContainEqual({ language: code, progress: { total: 4, translated: 1, outdated: 1 } })
  })

  it('is found by the words of both languages, under its translated title', async () => {
    for (const q of ['آشا', 'travel'])
      expect(
        (await shop.call(`GET /api/search?q=${encodeURIComponent(q)}`, undefined, inLanguage)).json().pages,
        q,
      ).toContainEqual({ title: 'عن آشا', href: '/about' })
  })
})

describe('a slider', () => {
  it('is in its reader\u2019s language, with marks on what is not; its button keeps the words of the shop', async () => {
    const { id, at } = await addSlider()
    expect(await shown(id)).toMatchObject({
      ...{ title: 'Dunes at dusk', languages: { title: 'en', subtitle: 'en' } },
      buttonText: say(text('own.sliderButton'), code),
    })
    await save(at, { title: 'كثبان', subtitle: 'عشاء تحت النجوم.', button_text: 'انطلق' })
    expect(await shown(id)).toMatchObject({ title: 'كثبان', subtitle: 'عشاء تحت النجوم.', buttonText: 'انطلق' })
    expect(await shown(id)).not.toHaveProperty('languages')
    expect(await shown(id, {} as typeof inLanguage)).toMatchObject({ title: 'Dunes at dusk' })
  })

  it('has the alt text of its picture translated too', async () => {
    const { id, at } = await addSlider({ image_url: withAlt('desert-1', 'Two camels') })
    expect(await states(at)).toMatchObject({ alt: 'missing' })
    expect(await shown(id)).toMatchObject({ imageUrl: withAlt('desert-1', 'Two camels'), languages: { alt: 'en' } })
    await save(at, { alt: 'جملان' })
    expect(await shown(id)).toMatchObject({ imageUrl: withAlt('desert-1', 'جملان') })
    expect(await shown(id, {} as typeof inLanguage)).toMatchObject({ imageUrl: withAlt('desert-1', 'Two camels') })
    expect(await states((await addSlider()).at)).not.toHaveProperty('alt')
  })

  it('leaves no translation behind once it is deleted for good', async () => {
    const { id, at } = await addSlider()
    await save(at, { title: 'كثبان' })
    await call(`DELETE /api/admin/sliders/${id}`)
    expect((await call(`GET /api/admin/${at}/${code}`)).status).toBe(404)
    expect((await call(`PUT /api/admin/${at}/${code}`, { version: 1, fields: [] })).status).toBe(404)
    const left = () =>
      shop.core.db.selectFrom('content_translations').select('version').where('subject_id', '=', id).execute()
    expect(await left()).toHaveLength(1)
    await call(`DELETE /api/admin/trashed-content/slider/${id}`)
    expect(await left()).toEqual([])
  })

  it('that someone else has translated meanwhile is not overwritten', async () => {
    const { at } = await addSlider()
    const results = await Promise.all(['أ', 'ب', 'ج'].map((title) => save(at, { title }, { version: 0 })))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('is refused with an error at each wrong field, and nothing is stored', async () => {
    const { at } = await addSlider()
    const answer = await save(at, { title: 'x'.repeat(201), subtitle: 5, link_url: 'javascript:', button_text: 'a\nb' })
    expect(answer.status).toBe(422)
    expect((answer.json().errors as { path: string }[]).map(({ path }) => path)).toEqual([
      ...['title', 'subtitle', 'link_url', 'button_text'],
    ])
    const nul = await save(at, { title: 'a\u0000b' })
    expect(nul.status).toBe(400)
    expect(await get(at)).toMatchObject({ version: 0 })
  })

  it.each(['en', 'tlh', 'constructor'])('is not translated into "%s"', async (language) => {
    const { at } = await addSlider()
    expect((await call(`GET /api/admin/${at}/${language}`)).status).toBe(422)
    expect((await call(`PUT /api/admin/${at}/${language}`, { version: 0, fields: [] })).status).toBe(422)
  })
})

describe('a menu entry', () => {
  it('with a name of the agency\u2019s own is shown as translated', async () => {
    const made = await call('POST /api/admin/menu-items', { name: 'Our stories', href: '/about' })
    const { id } = made.json() as { id: string }
    const entry = async () => (await site()).header.find((each) => each.id === id)
    expect(await entry()).toMatchObject({ name: 'Our stories', lang: 'en' })
    await save(`content/menu-item/${id}/translations`, { name: 'حكاياتنا' })
    expect(await entry()).toMatchObject({ name: 'حكاياتنا' })
    expect(await entry()).not.toHaveProperty('lang')
  })
})

describe('sentences of the settings', () => {
  const at = 'setting-translations'
  it('are in the reader\u2019s language, else marked with theirs', async () => {
    await saveSettings({ business_hours: 'Daily 9 to 5.', support_claim: 'Always here.', claims: standardClaims })
    const before = await site()
    expect(before).toMatchObject({
      ...{ businessHours: 'Daily 9 to 5.', lang: { businessHours: 'en', supportClaim: 'en' } },
      whatsappMessage: say(text('own.whatsappMessage'), code),
    })
    expect(before.claims).toContainEqual({ key: 'support', text: 'Always here.', lang: 'en' })
    expect(before.claims).toContainEqual({ key: 'email_updates', text: say(text('own.claims.email_updates'), code) })
    const texts = { business_hours: 'يوميًا من 9 إلى 5.', support_claim: 'دائمًا هنا.', 'claims.money_back': 'مضمون' }
    expect((await save(at, texts, { headers: owner })).status).toBe(200)
    const after = await site()
    expect(after).toMatchObject({ businessHours: 'يوميًا من 9 إلى 5.', supportClaim: 'دائمًا هنا.' })
    expect(after.claims).toContainEqual({ key: 'support', text: 'دائمًا هنا.' })
    expect(after.claims).toContainEqual({ key: 'money_back', text: 'مضمون' })
    expect((await site({} as typeof inLanguage)).businessHours).toBe('Daily 9 to 5.')
  })

  it('have the name of the agency among them, which need not be translated', async () => {
    await saveSettings({ site_title: 'Asha Travel' })
    expect(await states(at, owner)).toMatchObject({ site_title: 'optional' })
    expect(await site()).toMatchObject({ siteTitle: 'Asha Travel', lang: { siteTitle: 'en' } })
    const { progress } = await get(at, owner)
    expect((await save(at, { site_title: 'آشا للسفر' }, { headers: owner })).status).toBe(200)
    expect(await states(at, owner)).toMatchObject({ site_title: 'translated' })
    expect((await get(at, owner)).progress.total).toBe(progress.total + 1)
    const after = await site()
    expect(after.siteTitle).toBe('آشا للسفر')
    expect(after.lang ?? {}).not.toHaveProperty('siteTitle')
    expect((await site({} as typeof inLanguage)).siteTitle).toBe('Asha Travel')
    await save(at, { site_title: '' }, { headers: owner })
    expect((await site()).siteTitle).toBe('Asha Travel')
  })

  it('need the area of the settings', async () => {
    expect((await call(`GET /api/admin/${at}/${code}`)).status).toBe(403)
    expect((await save(at, {}, { version: 0 })).status).toBe(403)
    expect((await call(`GET /api/admin/content/settings/site/translations/${code}`, undefined, owner)).status).toBe(422)
  })

  it('have messages of the shop for what it writes itself', () => {
    expect(say(text('own.siteTitle'))).toBe(defaultSettings.site_title)
    expect(say(text('own.whatsappMessage'))).toBe(defaultSettings.whatsapp_message)
    for (const { key, text: written } of standardClaims)
      expect(say(text(`own.claims.${key}` as 'own.claims.support'))).toBe(written)
  })
})
