import { describe, expect, test } from 'vitest'
import { factsOf, type Language } from '../../kernel/language.ts'
import { addressIn } from '../../kernel/language-address.ts'
import { offerOf } from '../../kernel/language-offer.ts'
import { render } from '../entry-server.tsx'
import { chromeOf, fakeApi } from '../testing/fake-api.ts'
import { assets, bodyOf, dataOf } from '../testing/open-page.ts'

const languages = offerOf('en', ['ar-XB'])
const open = (path: string, language: 'en' | 'ar-XB') =>
  render({
    ...{ url: `https://shop.test${path}`, api: fakeApi({ chrome: chromeOf({ languages: [...languages.all] }) }) },
    ...{ assets, currency: 'USD', language, languages },
  })
const tagsOf = (html: string, tag: RegExp) => [...html.matchAll(tag)].map(([, value]) => value)
const addressesOf = (html: string) => tagsOf(bodyOf(html), /<(?:a|form)\b[^>]*? (?:href|action)="(\/[^"]*)"/g)

test.each(['/ar-xb', '/ar-xb/tours', '/ar-xb/tours/evening-desert-safari', '/ar-xb/nowhere', '/ar-xb/login'])(
  '%s has the language and direction, and its links stay in the language',
  async (path) => {
    const { html, status } = await open(path, 'ar-XB')
    expect(status).toBe(path.endsWith('nowhere') ? 404 : 200)
    expect(html).toContain('<html lang="ar-XB" dir="rtl">')
    const addresses = addressesOf(html)
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter((address) => !/^\/(ar-xb(\/|\?|$)|pictures\/|media\/)/.test(address ?? ''))).toEqual([])
    expect(bodyOf(html)).not.toContain('/ar-xb/ar-xb')
  },
)

test('a page names itself and the same page in every language, and which one is for all others', async () => {
  for (const [path, language, own] of [
    ['/tours', 'en', '/tours'],
    ['/ar-xb/tours', 'ar-XB', '/ar-xb/tours'],
  ] as const) {
    const { html } = await open(path, language)
    expect(tagsOf(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([`https://shop.test${own}`])
    expect(
      [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map(([, ...of]) => of),
    ).toEqual([
      ['en', 'https://shop.test/tours'],
      ['ar-XB', 'https://shop.test/ar-xb/tours'],
      ['x-default', 'https://shop.test/tours'],
    ])
    expect(tagsOf(html, /property="og:url" content="([^"]*)"/g)).toEqual([`https://shop.test${own}`])
  }
})

const four = offerOf('en', ['ar', 'hi', 'ur'])
const openIn = (language: Language, path: string) =>
  render({
    url: `https://shop.test${addressIn(language, four, path)}`,
    ...{ api: fakeApi({ chrome: chromeOf({ languages: [...four.all] }) }), assets, currency: 'USD', language },
    languages: four,
  })

describe.each(four.all)('for search engines and networks, in %s', (language) => {
  const at = (code: Language, path: string) => `https://shop.test${addressIn(code, four, path)}`
  test.each(['/', '/tours', '/tours/evening-desert-safari', '/about', '/contact'])(
    '%s names itself, its other languages, and its language for networks',
    async (path) => {
      const { html, status } = await openIn(language, path)
      expect(status).toBe(200)
      expect(html).toContain(`<html lang="${language}" dir="${factsOf(language).direction}">`)
      expect(tagsOf(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([at(language, path)])
      expect(tagsOf(html, /property="og:url" content="([^"]*)"/g)).toEqual([at(language, path)])
      expect(
        [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map(([, ...of]) => of),
      ).toEqual([...four.all.map((code) => [code, at(code, path)]), ['x-default', at('en', path)]])
      const networks = { en: 'en_US', ar: 'ar_AR', hi: 'hi_IN', ur: 'ur_PK' }
      expect(tagsOf(html, /property="og:locale" content="([^"]*)"/g)).toEqual([networks[language as 'en']])
      expect(tagsOf(html, /property="og:locale:alternate" content="([^"]*)"/g)).toEqual(
        Object.entries(networks).flatMap(([code, network]) => (code === language ? [] : network)),
      )
    },
  )

  test('structured data of an item and of the agency is in the language of its page', async () => {
    for (const [path, type] of [
      ['/tours/evening-desert-safari', 'Product'],
      ['/', 'TravelAgency'],
    ] as const) {
      const data = dataOf((await openIn(language, path)).html).find((each) => [each['@type']].flat().includes(type))
      expect(data?.mainEntityOfPage).toEqual({ '@type': 'WebPage', '@id': at(language, path), inLanguage: language })
    }
  })
})

test('structured data has the addresses of the language', async () => {
  const { html } = await open('/ar-xb/tours/evening-desert-safari', 'ar-XB')
  const [product] = dataOf(html).filter((data) => 'sku' in data)
  expect(product?.url).toBe('https://shop.test/ar-xb/tours/evening-desert-safari')
  expect(JSON.stringify(dataOf(html))).not.toMatch(/"https:\/\/shop\.test\/tours/)
})

test('a private page has no alternates', async () => {
  expect((await open('/ar-xb/login', 'ar-XB')).html).not.toMatch(/hreflang/i)
})

test('another spelling of an address moves within the language', async () => {
  const { status, headers } = await open('/ar-xb/my-bookings?page=2', 'ar-XB')
  expect([status, headers.location]).toEqual([301, '/ar-xb/booking-history?page=2'])
})
