import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { say } from '../../src/platform/messages.server.ts'
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

  test('a missing page says so in its language; an unknown or switched-off language has no pages', async () => {
    const missing = await shop.call('GET /ar-xb/nowhere')
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('<html lang="ar-XB"')
    expect((await shop.call('GET /tlh/tours')).status).toBe(404)
    await save({ languages: [] })
    expect((await shop.call('GET /ar-xb/tours')).status).toBe(404)
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
