import { expect, test } from 'vitest'
import { wantedLanguage } from './accept-language.ts'
import { factsOf, isLanguage, languages } from './language.ts'
import { addressIn, prefixOf, readAddress, withPrefix, withSmallCode } from './language-address.ts'
import { offerOf } from './language-offer.ts'

const offer = offerOf('en', ['en-XA', 'ar-XB'])

test('the first language is always offered, each language once, and unknown codes never', () => {
  expect(offer).toEqual({ first: 'en', all: ['en', 'en-XA', 'ar-XB'] })
  expect(offerOf('ar-XB', ['en', 'ar-XB', 'en', 'tlh'])).toEqual({ first: 'ar-XB', all: ['ar-XB', 'en'] })
  expect(offerOf('tlh', [])).toEqual({ first: 'en', all: ['en'] })
  expect([isLanguage('en'), isLanguage('toString'), isLanguage(null)]).toEqual([true, false, false])
})

test('every language has a name, and writes numbers and dates with Latin digits', () => {
  for (const language of languages) {
    const { name, locale } = factsOf(language)
    expect(name).toMatch(/^[\p{L}\p{M}]{3,}$/u)
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date('2027-01-15'))
    expect(day).toContain('2027')
    expect(new Intl.NumberFormat(locale).format(12.5)).toBe('12.5')
  }
})

test('addresses of the first language have no prefix, those of others their code', () => {
  expect(addressIn('en', offer, '/tours?q=dune')).toBe('/tours?q=dune')
  expect(addressIn('ar-XB', offer, '/tours?q=dune')).toBe('/ar-xb/tours?q=dune')
  expect(addressIn('ar-XB', offer, '/')).toBe('/ar-xb')
  expect(addressIn('ar-XB', offer, '/?notice=a#b')).toBe('/ar-xb?notice=a#b')
  expect(addressIn('ar-XB', offerOf('en', []), '/tours')).toBe('/tours')
  expect(prefixOf('en', offerOf('ar-XB', ['en']))).toBe('/en')
  expect(withPrefix('/ar', 'https://elsewhere.example')).toBe('https://elsewhere.example')
})

test.each([
  ['/ar-xb/tours?q=dune', { named: 'ar-XB', path: '/tours?q=dune' }],
  ['/ar-xb', { named: 'ar-XB', path: '/' }],
  ['/ar-xb/', { named: 'ar-XB', path: '/' }],
  ['/ar-xb?q=dune', { named: 'ar-XB', path: '/?q=dune' }],
  ['/en/tours', { named: 'en', path: '/tours' }],
  ['//en/tours', { named: 'en', path: '/tours' }],
  ['/en//evil.example', { named: 'en', path: '/evil.example' }],
  ['/en/\\evil.example', { named: 'en', path: '/evil.example' }],
  ['/tlh/tours', { named: null, path: '/tlh/tours' }],
  ['/AR-XB/tours', { named: null, path: '/AR-XB/tours' }],
  ['/enquiry', { named: null, path: '/enquiry' }],
  ['/', { named: null, path: '/' }],
])('%s is read', (address, read) => {
  expect(readAddress(address)).toEqual(read)
})

test.each([
  ['/AR-XB/tours?q=A', '/ar-xb/tours?q=A'],
  ['//Ar-xB', '/ar-xb'],
  ['/AR-XB//evil.example', '/ar-xb/evil.example'],
  ['/AR-XB/\\evil.example', '/ar-xb/evil.example'],
  ['/ar-xb/TOURS', null],
  ['/TLH/tours', null],
  ['/AR-XBX', null],
  ['/', null],
])('%s without capitals in its language is %s', (address, lowered) => {
  expect(withSmallCode(address)).toBe(lowered)
})

test.each([
  ['en-XA', 'en-XA'],
  ['en-xa;q=0.5, ar-XB;q=0.8', 'ar-XB'],
  ['ar-XB-x-twain', 'ar-XB'],
  ['en-GB, ar-XB', 'en'],
  ['de, fr;q=0.5', null],
  ['de, *;q=0.1', 'en'],
  ['ar-XB;q=0', null],
  ['ar-XB;q=2', null],
  ['ar-XB;q=x, en;q=0.2', 'en'],
  ['', null],
  [undefined, null],
  [',;=,', null],
  [`${'de,'.repeat(5_000)}ar-XB`, null],
])('Accept-Language %s', (header, wanted) => {
  expect(wantedLanguage(header, offer)).toBe(wanted)
})
