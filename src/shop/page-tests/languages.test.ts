import { expect, test } from 'vitest'
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
