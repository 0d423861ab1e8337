import { expect, test } from 'vitest'
import { sayIn } from '../../../platform/messages.server.ts'
import { kinds } from '../../../services/index.ts'
import { ownNames } from './own-names.ts'

const nameOf = ownNames(kinds, sayIn('en'))
const inArabic = (name: string, href: string) => sayIn('ar')(nameOf({ name, href }))

test.each([
  ['Tours', '/tours', 'الجولات'],
  [' tours ', '/tours', 'الجولات'],
  ['Track', '/booking-tracker', 'تتبّع الحجز'],
  ['About', '/about', 'من نحن'],
])('%s is what the shop calls %s', (name, href, shown) => {
  expect(inArabic(name, href)).toBe(shown)
})

test.each([
  ['Our desert tours', '/tours'],
  ['Tours', '/packages'],
  ['About', 'https://example.com/about'],
  ['constructor', '/about'],
])('%s at %s is the agency\u2019s own name', (name, href) => {
  expect(inArabic(name, href)).toBe(name)
})
