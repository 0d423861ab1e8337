import { expect, test } from 'vitest'
import { offerOf } from '../kernel/language-offer.ts'
import { requestLanguage, variesByLanguage } from './request-language.ts'

const offer = offerOf('en', ['ar-XB'])

test.each([
  ['/tours', 'ar-XB', 'en'],
  ['/ar-xb/tours', 'en', 'ar-XB'],
  ['/ar-xb', undefined, 'ar-XB'],
  ['/en-xa/tours', undefined, 'en'],
  ['/apis', 'ar-XB', 'en'],
])('a page has the language of its address, whatever the browser wants: %s', (url, header, language) => {
  expect(requestLanguage(url, header, offer)).toBe(language)
  expect(variesByLanguage(url)).toBe(false)
})

test.each([
  ['/api/services/tour', 'ar-XB', 'ar-XB'],
  ['/rpc/content/chrome', 'ar-XB, en;q=0.5', 'ar-XB'],
  ['//api/services/tour', 'ar-XB', 'ar-XB'],
  ['/api/services/tour', 'en-XA', 'en'],
  ['/api', undefined, 'en'],
])('a call has the language that its header wants, if it is offered: %s', (url, header, language) => {
  expect(requestLanguage(url, header, offer)).toBe(language)
  expect(variesByLanguage(url)).toBe(true)
})

test('a call of our pages may have a language of the back office that visitors are not offered', () => {
  expect(requestLanguage('/rpc/booking/admin/list', 'ar', offer)).toBe('ar')
  expect(requestLanguage('/api/admin/pictures', 'ar', offer)).toBe('ar')
  expect(requestLanguage('/api/services/tour', 'ar', offer)).toBe('en')
  expect(requestLanguage('/rpc/booking/admin/list', 'hi', offer)).toBe('en')
})
