import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { text } from '../../src/modules/content/text.ts'
import { say } from '../../src/platform/messages.server.ts'
import { text as transferText } from '../../src/services/transfer/text.ts'
import { sentenceOf } from '../../src/web/refusals.ts'
import { testApp } from '../support/app.ts'
import { shopPages } from '../support/shop-pages.ts'

// The whole server with two languages: English, and the pseudo-language that is read from right to left.

const shop = await testApp({ pages: shopPages() })
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const save = async (settings: object) => {
  const { status } = await shop.call('PUT /api/admin/settings', { settings }, owner.headers)
  expect(status).toBe(200)
}
const movesTo = async (path: string) => {
  const { status, headers } = await shop.call(`GET ${path}`)
  return [status, headers.location]
}
const missing = (language: string) => say(sentenceOf('catalogue/not-found', {}), language as never)
const read = (headers: Record<string, string> = {}) =>
  shop.call('GET /api/services/tour/nothing-of-this-name', undefined, headers)

test('the public API answers in the language that Accept-Language wants, refusals included', async () => {
  await save({ languages: ['ar-XB'] })
  const answer = await read({ 'accept-language': 'ar-XB,en;q=0.5' })
  expect(answer.json().title).toBe(missing('ar-XB'))
  expect(missing('ar-XB')).toMatch(/^\[.*\]$/)
  expect(answer.headers).toMatchObject({ 'content-language': 'ar-XB', vary: 'accept-language' })
  const plain = await read()
  expect(plain.json().title).toBe(missing('en'))
  expect(plain.headers['content-language']).toBe('en')
})

type Listed = { items: [{ details: object; languages?: object }]; facets: { types: object[] } }
test('a type of transfer is named in the reader’s language, and filtered by its stored value', async () => {
  const list = async (language: string) => {
    const path = 'GET /api/services/transfer?type=Airport%20Transfer'
    return (await shop.call(path, undefined, { 'accept-language': language })).json() as Listed
  }
  const [english, other] = [await list('en'), await list('ar-XB')]
  expect(english.items[0].details).toMatchObject({ transfer_type: 'Airport Transfer' })
  expect(english.facets.types).toContainEqual(
    expect.objectContaining({ value: 'Airport Transfer', name: 'Airport Transfer' }),
  )
  const name = say(transferText('fields.types.airport'), 'ar-XB' as never)
  expect(other.items[0].details).toMatchObject({ transfer_type: name })
  expect(other.items[0].languages).not.toHaveProperty(['details.transfer_type'])
  expect(other.facets.types).toContainEqual(expect.objectContaining({ value: 'Airport Transfer', name }))
})

test('an answer that is compressed varies by both headers', async () => {
  const headers = { 'accept-encoding': 'gzip', 'accept-language': 'ar-XB' }
  const answer = await shop.app.inject({ url: '/api/services/tour', headers })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answer.headers.vary).toBe('accept-language, accept-encoding')
})

test('a language that is switched off is not spoken; the default one always is', async () => {
  await save({ languages: [] })
  expect((await read({ 'accept-language': 'ar-XB' })).json().title).toBe(missing('en'))
  await save({ default_language: 'ar-XB' })
  expect((await read()).json().title).toBe(missing('ar-XB'))
  expect((await read({ 'accept-language': 'en' })).json().title).toBe(missing('ar-XB'))
  await save({ default_language: 'en' })
})

test('a language that the shop does not know cannot be switched on', async () => {
  const { status, json } = await shop.call(
    'PUT /api/admin/settings',
    { settings: { languages: ['tlh'], default_language: 'tlh' } },
    owner.headers,
  )
  expect(status).toBe(422)
  expect(json().errors).toMatchObject([{ path: 'default_language' }, { path: 'languages.0' }])
})

test('a customer stores the language they choose, with or without the rest of the profile', async () => {
  const { userId, headers } = await shop.signIn('customer')
  const change = (body: object) => shop.call('PATCH /api/profile', body, headers)
  const stored = async () =>
    (await shop.core.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()).language
  await change({ full_name: 'Asha Rao', phone: '+971501234567' })
  expect((await change({ language: 'ur' })).json()).toMatchObject({ full_name: 'Asha Rao', phone: '+971501234567' })
  expect(await stored()).toBe('ur')
  expect((await change({ full_name: 'Asha', phone: null, language: 'hi' })).json()).toMatchObject({ full_name: 'Asha' })
  expect(await stored()).toBe('hi')
  for (const body of [{ language: 'tlh' }, { language: 1 }, {}, { phone: null, language: 'ur' }])
    expect((await change(body)).status).toBe(422)
  expect(await stored()).toBe('hi')
})

describe('pages', () => {
  test('each language has its own address, page and memory', async () => {
    await save({ languages: ['ar-XB'] })
    for (let time = 0; time < 2; time++) {
      const [plain, other] = [await shop.call('GET /tours'), await shop.call('GET /ar-xb/tours')]
      expect([plain.status, other.status]).toEqual([200, 200])
      expect(plain.text).toContain('<html lang="en" dir="ltr">')
      expect(other.text).toContain('<html lang="ar-XB" dir="rtl">')
      expect(other.headers).toMatchObject({ 'content-language': 'ar-XB', vary: 'accept-encoding, cookie' })
    }
    const { text } = await shop.call('GET /tours', undefined, { 'accept-language': 'ar-XB' })
    expect(text).toContain('<html lang="en"')
  })

  test('the prefix of the default language leads to the plain address', async () => {
    const moved = await shop.call('GET /en/tours?sort=price')
    expect([moved.status, moved.headers.location]).toEqual([301, '/tours?sort=price'])
    expect((await shop.call('GET /en')).headers.location).toBe('/')
    expect((await shop.call('GET /en//evil.example')).headers.location).toBe('/evil.example')
  })

  test('a missing page says so in its language; an unknown language has no pages', async () => {
    const missing = await shop.call('GET /ar-xb/nowhere')
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('<html lang="ar-XB"')
    for (const path of ['/tlh/tours', '/ar-xb/ar-xb/tours', '/ar-xb/en/tours'])
      expect([path, (await shop.call(`GET ${path}`)).status]).toEqual([path, 404])
  })

  test.each([
    ['/ar-xb/%E0', 'ar-XB', 'rtl', '/ar-xb'],
    ['/ar-xb/tours/%E0%A4%A/more', 'ar-XB', 'rtl', '/ar-xb'],
    ['/%E0', 'en', 'ltr', '/'],
    ['/ur/%E0', 'en', 'ltr', '/'],
  ])('an address that cannot be read, %s, says so in its language', async (path, language, direction, home) => {
    await save({ languages: ['ar-XB'] })
    const { status, text: html } = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
    expect(status).toBe(400)
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(html).toContain(`<h1>${say(sentenceOf('request/malformed'), language as never)}</h1>`)
    expect(html).toContain(`<a href="${home}">`)
  })
  test('a call to an address that cannot be read is answered in the language that it wants', async () => {
    await save({ languages: ['ar-XB'] })
    const answer = await shop.call('GET /api/bookings/%E0%A4%A', undefined, { 'accept-language': 'ar-XB' })
    expect(answer.json().title).toBe(say(sentenceOf('request/malformed'), 'ar-XB'))
    expect(answer.headers['content-language']).toBe('ar-XB')
  })
  test('a language in capitals moves to its address, if the shop has it', async () => {
    for (const [path, place] of [
      ['/AR-XB/tours?sort=price', '/ar-xb/tours?sort=price'],
      ['/Ar-XB', '/ar-xb'],
      ['/EN/tours', '/en/tours'],
      ['/AR-XB//evil.example', '/ar-xb/evil.example'],
    ])
      expect([path, await movesTo(path ?? '')]).toEqual([path, [301, place]])
    for (const path of ['/TLH/tours', '/AR-XBX/tours']) expect((await shop.call(`GET ${path}`)).status).toBe(404)
  })

  test('translated texts of an item are shown in their language; the others are marked with theirs', async () => {
    await save({ languages: ['ar-XB'] })
    const card = async () => (await shop.call('GET /ar-xb/tours/desert-safari')).text
    const before = await card()
    expect(before).toMatch(/<h1[^>]* lang="en">/)
    expect(before).toMatch(/<ul class="ticks" lang="en">/)
    const { id, title } = (await shop.call('GET /api/services/tour/desert-safari')).json().service as {
      id: string
      title: string
    }
    const at = `/api/admin/services/${id}/translations/ar-XB`
    const fields = [{ path: 'title', source: 'x', value: 'سفاري الصحراء' }]
    expect((await shop.call(`PUT ${at}`, { version: 0, fields }, owner.headers)).status).toBe(200)
    const after = await card()
    expect(after).toMatch(/<h1[^>]*>سفاري الصحراء/)
    expect(after).not.toMatch(/<h1[^>]* lang=/)
    expect((await shop.call('GET /ar-xb/tours')).text).toContain('سفاري الصحراء')
    expect((await shop.call('GET /tours/desert-safari')).text).toContain(`>${title}</h1>`)
    await save({ languages: [] })
  })

  test('menu entries with the shop\u2019s own names are in the language of the page, others as written', async () => {
    await save({ languages: ['ar-XB'] })
    for (const entry of [
      { name: 'About', href: '/about' },
      { name: 'About Asha', href: '/about' },
    ])
      expect((await shop.call('POST /api/admin/menu-items', entry, owner.headers)).status).toBe(200)
    const names = async (headers = {}) =>
      ((await shop.call('GET /api/site', undefined, headers)).json().header as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(await names()).toEqual(expect.arrayContaining(['About', 'About Asha']))
    const translated = say(text('menu.about'), 'ar-XB')
    expect(await names({ 'accept-language': 'ar-XB' })).toEqual(expect.arrayContaining([translated, 'About Asha']))
    expect((await shop.call('GET /ar-xb/tours')).text).toContain(translated)
    await save({ languages: [] })
  })

  test('the alternates of a cached page follow the settings', async () => {
    const alternates = async () => (await shop.call('GET /tours')).text.match(/hreflang="[^"]*"/gi)
    expect(await alternates()).toBeNull()
    await save({ languages: ['ar-XB'] })
    expect(await alternates()).toHaveLength(3)
    await save({ default_language: 'ar-XB' })
    expect((await shop.call('GET /tours')).text).toContain('<html lang="ar-XB"')
    expect((await shop.call('GET /ar-xb/tours')).headers.location).toBe('/tours')
    await save({ default_language: 'en', languages: [] })
  })
})

test('pages of a language that is switched off move to their plain addresses until it is offered again', async () => {
  await save({ languages: ['ar-XB'] })
  const kept = [await shop.call('GET /ar-xb/tours'), await shop.call('GET /ar-xb/tours')]
  expect(kept.map(({ status }) => status)).toEqual([200, 200])
  await save({ languages: [] })
  for (const path of [
    '/tours?sort=price',
    '/tours/desert-safari',
    '/nowhere',
    '/track-booking?bookingId=1&token=x',
    '/verify-email?token=x',
    '/tours/desert-safari/booking?waiting=x',
  ]) {
    const { headers } = await shop.call(`GET /ar-xb${path}`)
    expect([...(await movesTo(`/ar-xb${path}`)), headers['cache-control']]).toEqual([302, path, 'private, no-store'])
  }
  expect(await movesTo('/ar-xb')).toEqual([302, '/'])
  expect(await movesTo('/ar-xb//evil.example?token=x')).toEqual([302, '/evil.example?token=x'])
  for (const path of ['/', '/tours', '/tours/desert-safari', '/sitemap.xml'])
    expect((await shop.call(`GET ${path}`)).text).not.toMatch(/ar-xb/i)
  await save({ languages: ['ar-XB'] })
  expect((await shop.call('GET /ar-xb/tours')).status).toBe(200)
  expect((await shop.call('GET /ar-xb/track-booking')).status).toBe(200)
})

test('the sitemap names each page in every language that is offered', async () => {
  await save({ languages: ['ar-XB'] })
  const { text } = await shop.call('GET /sitemap.xml')
  const link = (code: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${code}" href="${shop.core.baseUrl}${path}"/>`
  expect(text).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  expect(text).toContain(
    `<loc>${shop.core.baseUrl}/tours</loc>${link('en', '/tours')}${link('ar-XB', '/ar-xb/tours')}${link('x-default', '/tours')}</url>`,
  )
  expect(text).toContain(link('ar-XB', '/ar-xb'))
  await save({ languages: ['ar', 'hi', 'ur'] })
  const four = (await shop.call('GET /sitemap.xml')).text
  const item = '/tours/desert-safari'
  const alternates = ['ar', 'hi', 'ur'].map((code) => link(code, `/${code}${item}`)).join('')
  expect(four).toContain(`${link('en', item)}${alternates}${link('x-default', item)}</url>`)
  expect(four.match(/<url>/g)?.length).toBe(four.match(/hreflang="ur"/g)?.length)
  await save({ languages: [] })
  expect((await shop.call('GET /sitemap.xml')).text).not.toContain('xhtml')
  await save({ languages: ['ar-XB'] })
})
