import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { render } from '../entry-server.tsx'
import { fakeApi } from '../testing/fake-api.ts'
import { assets, bodyOf } from '../testing/open-page.ts'

const pages = [
  '/',
  '/tours',
  '/tours/evening-desert-safari',
  '/tours/evening-desert-safari/booking',
  '/tours/nothing',
  '/umrah',
  '/search',
  '/search?q=desert',
  '/contact',
  '/about',
  '/services',
  '/hotels',
  '/booking-tracker',
  '/login',
  '/register',
  '/forgot-password',
  '/nowhere',
]

const decoded = (html: string): string =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

/** Text nodes, and the attributes that are read out or shown. */
function textsOf(html: string): string[] {
  const body = bodyOf(html.slice(html.indexOf('<body>'))).replace(/<(style|svg)[\s\S]*?<\/\1>/g, '')
  const attributes = [...body.matchAll(/ (?:aria-label|placeholder|alt|title)="([^"]*)"/g)].map(([, text = '']) => text)
  const nodes = [...body.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
  return [...attributes, ...nodes].map((text) => decoded(text).trim())
}

/** Every string of the page's data: what the agency wrote, names, amounts. */
function dataOf(html: string): string {
  const state = /<script type="application\/json" id="shop-state">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const strings: string[] = []
  JSON.parse(state, (_key, value) => {
    if (typeof value === 'string') strings.push(decoded(value.replace(/<[^>]+>/g, '\n')))
    return value
  })
  return strings.join('\n').replace(/\s+/g, ' ')
}

/** What the shop's own pictures show: chosen by the locale, which is that of English. */
const pictures = readFileSync('src/ui/messages/en.json', 'utf8')

const days = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, at + 1)))
/** Months and weekdays, which Intl names. */
const namesOfIntl = new Set(
  days.flatMap((day) =>
    (['short', 'long'] as const).flatMap((style) => [
      day.toLocaleString('en', { month: style, timeZone: 'UTC' }),
      day.toLocaleString('en', { weekday: style, timeZone: 'UTC' }),
    ]),
  ),
)

test.each(pages)('%s shows no sentence of ours outside the catalogues', async (path) => {
  const { html } = await render({
    url: `https://shop.test${path}`,
    api: fakeApi(),
    assets,
    currency: 'USD',
    language: 'en-XA',
  })
  const data = `${dataOf(html)}\n${pictures}`
  const isData = (text: string) => text.split(/ · |, /).every((part) => data.includes(part.replace(/\s+/g, ' ')))
  const isPlain = (text: string) => /[A-Za-z]{3}/.test(text) && !/[áéíóúýçñšžŕļĝ]/i.test(text)
  const left = textsOf(html).filter((text) => {
    const rest = text.split(/\s+/).filter((word) => !namesOfIntl.has(word.replace(/[^A-Za-z]/g, '')))
    return isPlain(rest.join(' ')) && !isData(text)
  })
  expect([...new Set(left)]).toEqual([])
})
