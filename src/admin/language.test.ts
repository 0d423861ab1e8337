// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  document.documentElement.lang = 'ar'
})
afterEach(() => {
  document.documentElement.lang = ''
})

test('a document in Arabic has its messages, the rooms’ words, its dates and lists', async () => {
  const { textOf } = await import('./text.ts')
  const { dateTime, dayOf, listed } = await import('./written.ts')
  const { inWords, kindName, paymentStatusName } = await import('./labels.tsx')
  const plain = (text: string) => text.replace(/[\u2066-\u2069\u200f]/g, '')
  expect(textOf('bookings')('count', { count: 2 })).toMatch(/^\p{Script=Arabic}/u)
  expect(kindName('tour')).toBe('جولة')
  expect([inWords('bank_transfer'), inWords('no_such_code')]).toEqual(['تحويل بنكي', 'No such code'])
  expect(paymentStatusName('refunded')).toBe('مستردّ')
  expect(dayOf('2026-11-27T21:00:00Z')).toBe('2026-11-28')
  expect(plain(dateTime('2026-11-27T10:00:00Z'))).toBe('27 نوفمبر 2026، 02:00 م')
  expect(plain(listed(['AED', null, 'USD']))).toBe('AED، USD')
})

test('components that the shop has too name countries in Arabic', async () => {
  const { createElement } = await import('react')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const { OfficeWords } = await import('./office-words.tsx')
  const { useReaderLocale } = await import('../ui/say.tsx')
  const Country = () => new Intl.DisplayNames(useReaderLocale(), { type: 'region' }).of('IN')
  expect(renderToStaticMarkup(createElement(OfficeWords, null, createElement(Country)))).toBe('الهند')
})

test('a language that the back office lacks is English', async () => {
  document.documentElement.lang = 'hi'
  const { officeLanguage } = await import('./language.ts')
  const { dateTime, listed } = await import('./written.ts')
  expect(officeLanguage).toBe('en')
  expect(dateTime('2026-11-27T10:00:00Z')).toBe('2026-11-27 02:00 PM')
  expect(listed(['AED', 'USD'])).toBe('AED, USD')
})

test('the choice is a cookie of the back office, and loads its document again', async () => {
  const { chooseOfficeLanguage } = await import('./language.ts')
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const written = vi.spyOn(document, 'cookie', 'set')
  chooseOfficeLanguage('en')
  expect(written).toHaveBeenCalledWith(
    expect.stringMatching(/^safar_office_language=en; Path=\/admin; Max-Age=\d+; SameSite=Lax$/),
  )
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
