import { expect, it } from 'vitest'
import { pageKey } from './page-key.ts'

it.each([
  ['/tours', '/tours'],
  ['/tours/', '/tours'],
  ['/', '/'],
  ['/tours?utm_source=x&fbclid=1', '/tours'],
  ['/tours?sort=price&page=2&sort=newest', '/tours?sort=price&page=2'],
  ['/tours?page=2&sort=price', '/tours?sort=price&page=2'],
  ['/tours?sort=', '/tours'],
  ['/tours?place=Abu%20Dhabi', '/tours?place=Abu+Dhabi'],
  ['/tours?date=2027-03-01', '/tours?date=2027-03-01'],
  ['/tours/desert-safari?date=2027-03-01&time=15:00&adults=2&sort=price', '/tours/desert-safari'],
])('%s is known as %s', (url, address) => {
  expect(pageKey(url).address).toBe(address)
})
it('reports parameters that a cached page does not cover', () => {
  expect(pageKey('/tours?q=dune')).toMatchObject({ isOpenEnded: true, hasOthers: false })
  expect(pageKey(`/tours?place=${'x'.repeat(101)}`)).toMatchObject({ isOpenEnded: true })
  expect(pageKey('/tours/desert-safari?date=2027-03-01')).toMatchObject({ isOpenEnded: false, hasOthers: true })
  expect(pageKey('/booking-payment?token=t')).toMatchObject({ isOpenEnded: false, hasOthers: true })
})
it.each(['/T%6furs', '//tours', '/./tours', '/tours//x', '/TOURS', '/tours/a.b', '/tours/caf%C3%A9'])(
  '%s is not cached: one page has any number of such spellings',
  (url) => {
    expect(pageKey(url).isOpenEnded).toBe(true)
    expect(pageKey('/tours/desert-safari-2').isOpenEnded).toBe(false)
    expect(pageKey('/').isOpenEnded).toBe(false)
  },
)
