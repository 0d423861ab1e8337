import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Language } from '../../kernel/language.ts'
import { addMessages, ShopIntl, useText } from './intl.tsx'

type Text = (key: string, values?: object) => string
const inShop = <T,>(read: () => T, language: Language = 'en'): T => {
  const seen: T[] = []
  const Reader = () => {
    seen.push(read())
    return null
  }
  renderToString(
    <ShopIntl language={language}>
      <Reader />
    </ShopIntl>,
  )
  return seen[0] as T
}
const textOf = (area: string) => useText(area as never) as unknown as Text

test('a translator is made once for a language and an area, and again when the area gets more messages', () => {
  addMessages({ en: { made: { first: 'One' } }, ar: { made: { first: 'واحد' } } })
  const t = inShop(() => textOf('made'))
  expect(inShop(() => textOf('made'))).toBe(t)
  expect(inShop(() => textOf('made'), 'ar')('first')).toBe('واحد')
  addMessages({ en: { other: { first: 'Two' } } })
  expect(inShop(() => textOf('made'))).toBe(t)
  addMessages({ en: { made: { second: 'Two' } } })
  const later = inShop(() => textOf('made'))
  expect([later('first'), later('second')]).toEqual(['One', 'Two'])
})

test('texts within an area follow it', () => {
  addMessages({ en: { outer: { inner: { first: 'One' } } } })
  expect(inShop(() => textOf('outer.inner'))('first')).toBe('One')
  addMessages({ en: { outer: { inner: { first: 'Uno' } } } })
  expect([inShop(() => textOf('outer.inner'))('first'), inShop(() => textOf('outer'))('inner.first')]).toEqual([
    'Uno',
    'Uno',
  ])
})

test('a missing text, and a text that is an area, are bugs', () => {
  addMessages({ en: { lacking: { area: { text: 'Text' } } } })
  const t = inShop(() => textOf('lacking'))
  expect(() => t('nothing')).toThrow('MISSING_MESSAGE')
  expect(() => t('area')).toThrow('FORMATTING_ERROR')
})

test('no text is given outside of the shop', () => {
  const Lost = () => <>{textOf('frame')('skip')}</>
  expect(() => renderToString(<Lost />)).toThrow('outside of ShopIntl')
})
